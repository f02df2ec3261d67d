"""Huge right contexts of one kind are answered, or refused with one reason."""

from __future__ import annotations

import pytest

import quoin

MIB = 1 << 20
TOO_DEEP = "the text behind the cursor closes too many things that are open there"

# Languages, texts of which the right context consists, and whether some middle fits.
RUNS = [
    ("python", " ", True),
    ("python", "\t", True),
    ("python", "\n", True),
    ("python", "\r\n", True),
    ("python", "1,", True),
    ("python", "not ", True),
    ("python", "x = 1\n", True),
    ("python", "# a\n", True),
    ("python", "#", True),
    ("python", "\\\n", True),
    ("go", "\n", True),
    ("java", "//\n", True),
    ("lua", "x = 1\n", True),
    ("sqlite", "a + ", True),
    ("sqlite", "; ", True),
    ("json", " ", True),
    ("jsonc", "// a\n", True),
    ("python", "\0", False),
    ("json", "a", False),
]


@pytest.mark.parametrize(("name", "piece", "fits"), RUNS)
def test_runs_are_read(name: str, piece: str, fits: bool) -> None:
    end = "x" if piece.endswith(("not ", "+ ", "\\\n")) else ""
    quotient = quoin.load_language(name).quotient("", piece * (MIB // len(piece)) + end)
    assert quotient.start().viable == fits
    assert (quotient.problem is None) == fits


@pytest.mark.parametrize("piece", ["]", "}", "]}"])
def test_what_lies_too_deep_is_told(piece: str) -> None:
    problem = quoin.load_language("json").quotient("", piece * (MIB // len(piece))).problem
    assert problem is not None
    assert (problem.side, problem.message) == ("right", TOO_DEEP)
