"""The texts for training: the running interpreter's own library, and its tests.

Every machine that can train the model has them, their licence permits the use,
and they are plain Python, which represents the code to complete fairly well.
"""

from __future__ import annotations

import ast
import sysconfig
import tokenize
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

SKIPPED_FOLDERS = frozenset(
    {
        "__pycache__",
        "dist-packages",
        "encodings",  # tables of code points
        "pydoc_data",  # the manual, as one string
        "site-packages",
    }
)
TEST_FOLDERS = frozenset({"idle_test", "test", "tests"})
SKIPPED_PREFIXES = ("_sysconfigdata", "config-")
"""Prefixes of files that the build generates, with the builder's own paths and flags."""

HELD_OUT = 0.04
"""The share of files that are held out of the training, for measurements."""


@dataclass(frozen=True)
class Corpus:
    """Texts of whole files, whose lines end in a line feed alone.

    Attributes:
        training: texts of the library for training.
        tests: texts of the library's tests, also for training.
        held_out: texts of the library for measurements, by their paths in it.
    """

    training: tuple[str, ...]
    tests: tuple[str, ...]
    held_out: Mapping[str, str]


def library() -> Path:
    """Return the folder of the running interpreter's library."""
    return Path(sysconfig.get_path("stdlib"))


def files(root: Path, *, tests: bool = False) -> list[Path]:
    """List the Python files below `root` that are fit for training, in a fixed order.

    The list contains either only tests or only other files.
    """
    return sorted(path for path in root.rglob("*.py") if _is_wanted(path.relative_to(root), tests=tests))


def _is_wanted(path: Path, *, tests: bool) -> bool:
    return (
        SKIPPED_FOLDERS.isdisjoint(path.parts)
        and TEST_FOLDERS.isdisjoint(path.parts) != tests
        and not any(part.startswith(SKIPPED_PREFIXES) for part in path.parts)
    )


def read(path: Path) -> str | None:
    """Return the text of a source file; None if it is not a Python program."""
    try:
        with tokenize.open(path) as file:
            text = file.read()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # invalid escapes in old code
            ast.parse(text)
    except (OSError, SyntaxError, ValueError):
        return None
    return text


def load(root: Path, seed: int) -> Corpus:
    """Read all programs below `root`, and hold out some of the library, chosen by `seed`.

    Raises:
        ValueError: there are too few programs below `root` to hold one out.
    """
    texts = _texts(root, files(root))
    count = round(len(texts) * HELD_OUT)
    if count == 0:
        raise ValueError(f"too few Python programs below {root}")
    chosen = frozenset(np.random.default_rng(seed).permutation(len(texts))[:count].tolist())
    return Corpus(
        training=tuple(text for index, text in enumerate(texts.values()) if index not in chosen),
        tests=tuple(_texts(root, files(root, tests=True)).values()),
        held_out={name: text for index, (name, text) in enumerate(texts.items()) if index in chosen},
    )


def _texts(root: Path, paths: Iterable[Path]) -> dict[str, str]:
    return {path.relative_to(root).as_posix(): text for path in paths if (text := read(path))}


def write(texts: Mapping[str, str], folder: Path) -> None:
    """Write texts into a folder at their paths."""
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
