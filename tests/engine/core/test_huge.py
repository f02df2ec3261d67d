"""Huge contexts of one kind are answered, or refused with one reason."""

from __future__ import annotations

import pytest

import quoin
from tests.support.limited import Limited

MIB = 1 << 20
TOO_DEEP = "the text behind the cursor closes too many things that are open there"
TOO_MANY = "too many things are open here"

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


@pytest.mark.parametrize(
    ("name", "before", "piece"),
    [
        ("json", "", "["),
        ("lua", "x = ", "function() return "),
        ("go", "package p\nvar x = ", "f("),
        ("java", "class A { int x = ", "() -> { return "),
        ("sqlite", "SELECT ", "(SELECT "),
        ("python", "x = ", "lambda a="),
    ],
)
def test_what_opens_too_much_is_told(name: str, before: str, piece: str) -> None:
    problem = quoin.load_language(name).quotient(before + piece * (MIB // len(piece)), "").problem
    assert problem is not None
    assert (problem.side, problem.message) == ("left", TOO_MANY)
    assert problem.offset > 10_000 * len(piece)


PIECES, MEGABYTES, SECONDS = 80_000, 256, 60.0


@pytest.mark.parametrize("kind", ["statements", "sums", "else if chain"])
def test_equal_pieces_share_what_is_known(kind: str) -> None:
    text = {"language": "java", "kind": kind, "side": "behind", "depth": PIECES}
    with Limited("tests.promises.engine.nested", MEGABYTES) as child:
        reply = child.ask({**text, "limit": SECONDS, "requests": 1}, SECONDS)
    assert not reply.fault
