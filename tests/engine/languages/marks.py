"""Which versions of Python a case is about, in words like the grammar's marks."""

from __future__ import annotations

import ast
import re
import sys
import warnings

import quoin

VERSIONS = quoin.load_language("python").versions
RUNNING = "{}.{}".format(*sys.version_info)

_RANGE = re.compile(r"all|none|since (\S+)|until (\S+)|from (\S+) to (\S+)|in (\S+)")


def versions_of(words: str) -> frozenset[str]:
    """The versions that `words` mean: `all`, `none`, or ranges joined by `and`."""
    found: set[str] = set()
    for part in words.split(" and "):
        match = _RANGE.fullmatch(part)
        assert match is not None, words
        since, until, first, last, only = match.groups()
        start = VERSIONS.index(since or first or only or VERSIONS[0])
        end = VERSIONS.index(until or last or only or VERSIONS[-1])
        found.update(() if part == "none" else VERSIONS[start : end + 1])
    return frozenset(found)


def takers(text: bytes) -> frozenset[str]:
    """The versions of the language that take `text`."""
    return frozenset(version for version in VERSIONS if is_program(text, version))


def is_program(text: bytes, version: str) -> bool:
    state = quoin.load_language("python", version).quotient(text, "").start()
    return state is not None and state.member


def interpreter_takes(text: str | bytes) -> bool:
    """Whether the running interpreter parses `text`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            ast.parse(text)
        except (SyntaxError, ValueError):
            return False
    return True
