"""More texts for training: the sources of published packages, read from their wheels.

The library is old in style, and today's uses of Python are missing in it. The packages are those
of `packages.txt`, at the versions and under the licences named there. Only a folder filled by
`pip download` is read, and nothing in it is run.
"""

from __future__ import annotations

import ast
import hashlib
import io
import re
import tokenize
import warnings
import zipfile
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

LIST = Path(__file__).with_name("packages.txt")

LICENCES = "Apache-2.0 AND BSD-2-Clause AND BSD-3-Clause AND ISC AND MIT AND PSF-2.0"
"""The licences of the packages as an SPDX expression, including the project's and the library's."""

SKIPPED_FOLDERS = re.compile(
    r"_?vendor(ed)?|_?extern(al)?s?|third_?party|bundled|locales?|migrations|_?generated|_?proto(buf)?"
)
"""Folders with copies of other packages, some of which are held out, and with generated code."""

SKIPPED_NAMES = re.compile(r".*_pb2(_grpc)?\.py|_?(entities|mapping|tables?|data|unicode.*|version)\.py")
TESTS = re.compile(r"tests?|testing|test_.*|.*_tests?\.py|conftest\.py")
GENERATED = re.compile(r"(?i)do not edit|auto-?generated|generated (by|from|with)")
LONGEST_LINE = 200
DIGITS = 0.08
"""The maximal share of digits among the characters; a text with more counts as a table."""

SMALLEST, LARGEST = 300, 100_000
"""Bytes of a file, minimal and maximal: a smaller one hardly contains code, a larger one is often a table."""

CAP = 1_000_000
"""The maximal number of characters of a package, so that no package dominates the style."""

TEST_SHARE = 0.1
"""The share of a package's tests that is used, since tests are very similar to each other."""

HELD_OUT = 0.035
"""The share of files that are held out of the training, for measurements."""


@dataclass(frozen=True)
class Package:
    """A package in the list."""

    name: str
    version: str
    licence: str


@dataclass(frozen=True)
class Packages:
    """Texts of whole files, whose lines end in a line feed alone.

    Attributes:
        training: texts for training.
        held_out: texts for measurements, by their paths.
    """

    training: tuple[str, ...]
    held_out: Mapping[str, str]


NONE = Packages((), {})


def listed(file: Path = LIST) -> list[Package]:
    """Read a list of packages, one per line: `name==version  # licence`."""
    pattern = re.compile(r"([\w.-]+)==(\S+)\s+# (.+)")
    return [
        Package(*found.groups()) for found in map(pattern.fullmatch, file.read_text().splitlines()) if found
    ]


def load(folder: Path, packages: Sequence[Package], seed: int) -> Packages:
    """Read the wheels of `packages` in `folder`, and hold out some files, chosen by `seed`.

    Raises:
        ValueError: the wheel of a package is missing.
    """
    random = np.random.default_rng(seed)
    texts: dict[str, str] = {}
    seen: set[bytes] = set()
    for package in packages:
        found = dict(_sources(_wheel(folder, package), random))
        texts |= _capped(_new(found, seen), random)
    chosen = frozenset(random.permutation(len(texts))[: round(len(texts) * HELD_OUT)].tolist())
    return Packages(
        training=tuple(text for index, text in enumerate(texts.values()) if index not in chosen),
        held_out={name: text for index, (name, text) in enumerate(texts.items()) if index in chosen},
    )


def wanted(path: str) -> bool:
    """Return whether a file in a wheel is fit for training, by its path."""
    *folders, name = PurePosixPath(path).parts
    return (
        name.endswith(".py")
        and not SKIPPED_NAMES.fullmatch(name)
        and not any(SKIPPED_FOLDERS.fullmatch(folder) for folder in folders)
    )


def program(source: bytes) -> str | None:
    """Return the text of a source file; None if it is not a program written by a person."""
    if not SMALLEST <= len(source) <= LARGEST:
        return None
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(source).readline)
        text = io.TextIOWrapper(io.BytesIO(source), encoding).read()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # invalid escapes in old code
            ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return None
    return text if _is_written(text) else None


def _is_written(text: str) -> bool:
    return (
        max(map(len, text.split("\n"))) <= LONGEST_LINE
        and sum(map(str.isdigit, text)) <= DIGITS * len(text)
        and not GENERATED.search(text[:1000])
    )


def _wheel(folder: Path, package: Package) -> Path:
    start = _plain(f"{package.name}-{package.version}") + "-"
    for path in sorted(folder.glob("*.whl")):
        if _plain(path.name).startswith(start):
            return path
    raise ValueError(f"no wheel of {package.name} {package.version} in {folder}")


def _plain(name: str) -> str:
    return re.sub(r"[_.]", "-", name.lower())


def _sources(wheel: Path, random: np.random.Generator) -> Iterator[tuple[str, str]]:
    with zipfile.ZipFile(wheel) as archive:
        for name in sorted(filter(wanted, archive.namelist())):
            if any(map(TESTS.fullmatch, PurePosixPath(name).parts)) and random.random() >= TEST_SHARE:
                continue
            text = program(archive.read(name)) if archive.getinfo(name).file_size <= LARGEST else None
            if text:
                yield name, text


def _new(texts: Mapping[str, str], seen: set[bytes]) -> dict[str, str]:
    """Return the texts that differ from all seen ones in more than blanks, and add them to `seen`."""
    found = {}
    for name, text in texts.items():
        digest = hashlib.sha256("".join(text.split()).encode()).digest()
        if digest not in seen:
            seen.add(digest)
            found[name] = text
    return found


def _capped(texts: Mapping[str, str], random: np.random.Generator) -> dict[str, str]:
    """Return a random selection of the texts with at most `CAP` characters in total."""
    names = list(texts)
    found: dict[str, str] = {}
    size = 0
    for index in random.permutation(len(names)):
        text = texts[names[index]]
        if size + len(text) <= CAP:
            found[names[index]] = text
            size += len(text)
    return found
