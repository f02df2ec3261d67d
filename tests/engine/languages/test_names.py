"""Letters of names: those of the Unicode version behind the interpreter, wherever that changes."""

from __future__ import annotations

import itertools
import sys
import unicodedata

import pytest

import quoin
from tests.engine.languages.marks import RUNNING, VERSIONS, takers

SURROGATES = range(0xD800, 0xE000)
# Identifiers with characters that came with each Unicode version, and the first Python with it.
NEWER = [
    ("\u08be", "3.9"),
    ("a\u1abf", "3.9"),
    ("\u0870", "3.11"),
    ("a\u0cf3", "3.12"),
    ("\U00031350", "3.12"),
    ("a\u200c", "3.13"),
    ("\U0002ebf0", "3.13"),
    ("\u1c89", "3.14"),
]


def is_name(text: str, version: str) -> bool:
    state = quoin.load_language("python", version).quotient("", "").start()
    return state is not None and state.advance(text.encode()) and state.member


@pytest.mark.parametrize(("text", "since"), NEWER, ids=ascii)
def test_newer_letters(text: str, since: str) -> None:
    takers = [version for version in VERSIONS if is_name(text, version)]
    assert takers == list(VERSIONS[VERSIONS.index(since) :])


@pytest.mark.skipif(RUNNING not in VERSIONS, reason="no version of the grammar is the interpreter's")
@pytest.mark.parametrize("before", ["", "a"], ids=["first letters", "further letters"])
def test_letters_are_the_interpreters(before: str) -> None:
    def is_identifier(code: int) -> bool:
        return (before + chr(code)).isidentifier()

    start = quoin.load_language("python", RUNNING).quotient(before, "").start()
    # Both sides of every place at which the answer changes.
    borders = [
        code for code in range(0x81, sys.maxunicode + 1) if is_identifier(code) != is_identifier(code - 1)
    ]
    for code in itertools.chain.from_iterable((border - 1, border) for border in borders):
        if code not in SURROGATES:
            state = start.copy()
            assert (state.advance(chr(code).encode()) and state.member) == is_identifier(code), hex(code)


# A program whose word CPython knows by its NFKC form, and the versions that refuse it therefore.
LOOKALIKES = [
    ("x.{}", "None", {"3.14"}),
    ("x.{}", "True", {"3.14"}),
    ("x.{} = 1", "False", {"3.8", "3.14"}),
    ("{} = 1", "__debug__", {"3.8"}),
    ("from {} import nonsense", "__future__", {"3.14"}),
]


def lookalikes(word: str) -> list[str]:
    """The word with each of its letters but the first written otherwise, as far as names can be."""
    letters = [chr(code) for code in range(0x80, sys.maxunicode + 1) if f"a{chr(code)}".isidentifier()]
    plain = {letter: unicodedata.normalize("NFKC", letter) for letter in letters}
    return [
        word[:place] + letter + word[place + 1 :]
        for place in range(1, len(word))
        for letter in letters
        if plain[letter] == word[place]
    ]


@pytest.mark.parametrize(("program", "word", "refusing"), LOOKALIKES, ids=[word for _, word, _ in LOOKALIKES])
def test_lookalikes(program: str, word: str, refusing: set[str]) -> None:
    found = lookalikes(word)
    assert found
    for name in found:
        assert takers(program.format(name).encode()) == frozenset(VERSIONS) - refusing, name
