"""Pieces of files, and that typing them gives the file again."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import quoin.lsp_server
from quoin.lsp_server.harness.files import Source
from quoin.lsp_server.harness.replay.keyboard import Typed
from quoin.lsp_server.harness.replay.pieces import KINDS, choose
from quoin.lsp_server.harness.replay.user import keys_alone, next_key

from .languages import keyboard_of, syntax_of

if TYPE_CHECKING:
    import random

TEXT = '''\
"""Doc, with
def no(): pass
"""
def area(width, height):
    total = sum(
        [width, height],
    )

    return total


if area(2, 3):
    print("a)", [1,
        2])
'''
WANTED = {
    "part": {"area(width", "width, height", "total ", "2, 3", "print("},
    "line": {"def area(width, height):", "total = sum(", "[width, height],", ")", "return total", "2])"},
    "statement": {
        "total = sum(\n        [width, height],\n    )",
        'print("a)", [1,\n        2])',
        "return total",
    },
    "body": {'\n    print("a)", [1,\n        2])', "\n        [width, height],"},
}


@pytest.mark.parametrize("kind", KINDS)
def test_kinds(kind: str) -> None:
    found = list(choose([Source("a.py", TEXT)], syntax_of("python"), [kind], 3000, 1))
    middles = {piece.middle for piece in found}
    assert WANTED[kind] - {")"} <= middles
    assert all(piece.left + piece.middle + piece.right == TEXT for piece in found)
    assert not any("def no" in middle for middle in middles)


def test_the_seed_decides() -> None:
    files = [Source(f"{number}.py", TEXT) for number in range(5)]
    runs = [list(choose(files, syntax_of("python"), KINDS, 20, seed)) for seed in (1, 1, 2)]
    assert runs[0] == runs[1] != runs[2]
    assert [piece.kind for piece in islice(runs[0], 4)] == list(KINDS)


FILES = [
    Source(path.name, path.read_bytes().decode())
    for path in Path(quoin.lsp_server.__file__).parent.glob("*.py")
]


def type_out(language: str, left: str, middle: str, right: str) -> tuple[Typed, int]:
    typed, keys = Typed(left, right), 0
    while (key := next_key(middle[len(typed.before) - len(left) :], typed)) is not None:
        typed = keyboard_of(language).press(typed, key)
        assert typed.after == typed.closing + right
        keys += 1
    return typed, keys


@pytest.mark.parametrize("seed", range(5))
def test_real_pieces_are_typed_as_they_were(seed: int) -> None:
    for piece in choose(FILES, syntax_of("python"), KINDS, 20, seed):
        typed, keys = type_out("python", piece.left, piece.middle, piece.right)
        assert typed == Typed(piece.left + piece.middle, piece.right)
        assert keys == keys_alone(keyboard_of("python"), piece.left, piece.middle, piece.right)


@given(
    st.sampled_from(["python", "go", "lua", "sqlite"]),
    st.text(" \n\r\t()[]{}'\"`\\#-/*abf", max_size=60),
    st.randoms(),
)
def test_any_piece_is_typed_as_it_was(language: str, text: str, rng: random.Random) -> None:
    start, end = sorted(rng.choices(range(len(text) + 1), k=2))
    typed, _ = type_out(language, text[:start], text[start:end], text[end:])
    assert typed == Typed(text[:end], text[end:])


KEYS = [
    ("", "f(x)", "\n", 4),
    ("", "f(", "\n  x)\n", 3),
    ("if x:", "\n    a\n    b", "\n", 4),
    ("", "x = '(a'", "\n", 10),
    ("", "a\r\n\r\n\tb", "\n", 4),
]


@pytest.mark.parametrize(("left", "middle", "right", "keys"), KEYS)
def test_keys_without_help(left: str, middle: str, right: str, keys: int) -> None:
    assert keys_alone(keyboard_of("python"), left, middle, right) == keys
