"""The oracles: what decides whether a text is a program of a language, a module for each language.

`QUOIN_ORACLES` names further Python interpreters, separated as in `PATH`; tests that know verdicts by
version hold them against each of those too.
"""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from tests.differential.oracles.folder import FolderOracle
from tests.differential.oracles.python import Oracle, OtherOracle

__all__ = ["VARIABLE", "Oracle", "OtherOracle", "known_oracles", "oracle_of"]

VARIABLE = "QUOIN_ORACLES"


@cache
def oracle_of(python: str | None, language: str = "python") -> Oracle:
    """A language's oracle; for Python the one that an interpreter's path names, or the running one.

    A language without a module here is held against the judge in its folder.
    """
    if language == "python":
        return Oracle() if python is None else OtherOracle(python)
    if find_spec(f"{__name__}.{language}") is None:
        return FolderOracle(language)
    found = import_module(f"{__name__}.{language}").oracle()
    assert isinstance(found, Oracle)
    return found


@cache
def known_oracles() -> dict[str, Oracle]:
    """By version: the running interpreter, and those that `QUOIN_ORACLES` names."""
    paths = os.environ.get(VARIABLE, "").split(os.pathsep)
    oracles = [oracle_of(None), *(oracle_of(path) for path in paths if path)]
    return {oracle.facts["version"]: oracle for oracle in oracles}
