"""Vocabularies from the cache are what they are without it, whatever has become of its files."""

from __future__ import annotations

import random
import struct
from functools import cache
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import quoin
from quoin.engine import _core
from quoin.engine.quotient import vocabulary
from tests.engine.core.property.test_masks import OTHER_LANGUAGES, TEXTS, check, tokens
from tests.support.effort import examples

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LANGUAGES = (("python", TEXTS[0] + TEXTS[4]), *OTHER_LANGUAGES)
FEW = tuple(piece.encode() for piece in ("[", "]", "{", '"', '": ', "1", "23", "-", ",", " ", "", "tr", "ж"))
FEW += (b"\xd0", b"\xb6")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "quoin" / "vocabularies"


@cache
def made(name: str) -> tuple[quoin.Vocabulary, quoin.Vocabulary]:
    """A vocabulary that was prepared, and one that has taken over what that was."""
    language = quoin.load_language(name)
    first, second = quoin.Vocabulary(tokens()), quoin.Vocabulary(tokens())
    assert second.core.restore(language.core, first.core.prepare(language.core))
    return first, second


@pytest.mark.parametrize(("name", "text"), LANGUAGES)
@examples(10)
@given(st.data())
def test_masks_are_the_same(name: str, text: str, data: st.DataObject) -> None:
    language = quoin.load_language(name)
    begin = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(begin, min(len(text), begin + 8)))
    state = language.quotient(text[:begin], text[end:]).start()
    first, second = made(name)
    for byte in (*text[begin:end].encode(), None):
        assert state.mask(first) == state.mask(second)
        check(state, tokens(), second)
        if byte is not None:
            assert state.advance(bytes([byte]))


def prepared(pieces: tuple[bytes, ...], name: str = "json") -> quoin.Vocabulary:
    """A vocabulary as a new process would make it."""
    one = quoin.Vocabulary(pieces)
    one.prepare(quoin.load_language(name))
    return one


def looks_right(one: quoin.Vocabulary, pieces: tuple[bytes, ...]) -> None:
    state = quoin.load_language("json").quotient('{"a": [', "]}").start()
    for byte in b'1, "b':
        check(state, pieces, one)
        assert state.advance(bytes([byte]))


DAMAGED: dict[str, Callable[[bytes], bytes]] = {
    "whole": lambda data: data,
    "empty": lambda _: b"",
    "cut off": lambda data: data[: len(data) // 2],
    "longer": lambda data: data + b"\0",
    "first byte": lambda data: bytes([data[0] ^ 1]) + data[1:],
    "a byte in the midst": lambda data: data[:999] + bytes([data[999] ^ 128]) + data[1000:],
    "last byte": lambda data: data[:-1] + bytes([data[-1] ^ 1]),
    "zeros": lambda data: bytes(len(data)),
}


@pytest.mark.parametrize("how", DAMAGED)
def test_damaged_files(folder: Path, how: str) -> None:
    prepared(FEW)
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    file.write_bytes(DAMAGED[how](whole))
    looks_right(prepared(FEW), FEW)
    assert file.read_bytes() == whole


def test_a_folder_in_place_of_the_file(folder: Path) -> None:
    prepared(FEW)
    (file,) = folder.iterdir()
    file.unlink()
    file.mkdir()
    looks_right(prepared(FEW), FEW)


def test_files_of_other_vocabularies_and_languages(folder: Path) -> None:
    others = [(FEW[1:], "json"), ((*FEW[:-1], b"\xd0\xb7"), "json"), (FEW, "jsonc"), (FEW[::-1], "json")]
    for pieces, name in others:
        prepared(pieces, name)
    files = list(folder.iterdir())
    assert len(files) == len(others)
    prepared(FEW)
    (own,) = set(folder.iterdir()).difference(files)
    for file in files:
        own.write_bytes(file.read_bytes())
        looks_right(prepared(FEW), FEW)


@examples(300)
@given(st.integers(0), st.sampled_from([0, 1, 2, 255, 1 << 16, (1 << 31) - 1, (1 << 32) - 1]))
def test_forged_files(seed: int, number: int) -> None:
    """Whoever wrote a file: it is refused, or masks are made of it without a fault inside."""
    language = quoin.load_language("json")
    data = bytearray(written())
    at = random.Random(seed).randrange(len(data) - 4)
    data[at : at + 4] = struct.pack("<I", number)
    one = quoin.Vocabulary(FEW)
    one.core.restore(language.core, bytes(data))
    state = language.quotient('{"a": ["\\u00', "]}").start()
    for byte in b'e9", 1, {"b":':
        mask = state.mask(one)
        assert len(mask) == (len(FEW) + 7) // 8
        assert not mask[FEW.index(b"") // 8] >> FEW.index(b"") % 8 & 1
        state.advance(bytes([byte]))


@cache
def written() -> bytes:
    return bytes(quoin.Vocabulary(FEW).core.prepare(quoin.load_language("json").core))


def test_a_folder_that_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "quoin").write_text("no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    looks_right(prepared(FEW), FEW)


def test_what_is_prepared_stays(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, language = prepared(FEW), quoin.load_language("json")
    assert one.core.is_prepared(language.core)
    monkeypatch.setattr(vocabulary, "SHELF", None)
    one.prepare(language)
    assert not one.core.is_prepared(quoin.load_language("go").core)
    assert len(list(folder.iterdir())) == 1


def test_a_language_of_the_users_own_is_kept_too(folder: Path) -> None:
    from tests.support.small_language import small_language  # noqa: PLC0415

    language = small_language('start: "a"+\n')
    one = quoin.Vocabulary((b"a", b"aa", b"b"))
    one.prepare(language)
    assert one.core.is_prepared(language.core)
    check(language.quotient("", "").start(), (b"a", b"aa", b"b"), one)
    assert len(list(folder.iterdir())) == 1
    assert _core.Vocabulary([]).texts() == (b"", bytes(4))
