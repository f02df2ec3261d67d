"""Texts that end with a word: each is closed by its own alone, wherever a cursor stands in it."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

import quoin
from quoin.engine.quotient.vocabulary import Vocabulary
from tests.support.case_lines import parse_text, read_lines

if TYPE_CHECKING:
    from tests.differential.oracles import Oracle

SEED = 20261126
FOLDER = Path(__file__).parent
TEXTS = [line.split(" ", 2) for line in read_lines(FOLDER / "texts.txt")]
TAKEN = [(language, written) for language, kind, written in TEXTS if kind == "takes"]
ENDS = [line.split(" ", 1) for line in read_lines(FOLDER / "ends.txt")]


@pytest.mark.parametrize(("language", "kind", "written"), TEXTS)
def test_verdict(oracle: Oracle, language: str, kind: str, written: str) -> None:
    assert language
    text = parse_text(written)
    taken = kind == "takes"
    assert (oracle.refusal(text) is None) == taken
    assert oracle.language.quotient(text, "").start().member == taken
    assert oracle.language.quotient("", text).start().member == taken


@pytest.mark.parametrize(("language", "written"), TAKEN)
def test_true_middles_fit(language: str, written: str) -> None:
    text = parse_text(written)
    for begin in range(len(text) + 1):
        for end in range(begin, len(text) + 1):
            parts = text[:begin], text[begin:end], text[end:]
            state = quoin.load_language(language).quotient(parts[0], parts[2], spare="nothing").start()
            assert all(state.advance(sign.encode()) and state.viable for sign in parts[1]), parts
            assert state.member, parts


@pytest.mark.parametrize(("language", "written"), TAKEN)
def test_masks(language: str, written: str) -> None:
    text, chance = parse_text(written), random.Random(SEED)
    pieces = {text[at : at + length] for at in range(len(text)) for length in range(1, 6)}
    tokens = sorted(piece.encode() for piece in pieces | set(map(chr, range(32, 127))) | {"\n", "\t"})
    vocabulary = Vocabulary(tokens)
    for begin in range(len(text) + 1):
        end = chance.randint(begin, len(text))
        state = quoin.load_language(language).quotient(text[:begin], text[end:], spare="nothing").start()
        for _ in range(3):
            bits = np.frombuffer(state.mask(vocabulary), np.uint8)
            mask = np.unpackbits(bits, bitorder="little")[: len(tokens)].astype(bool)
            accepted = [state.accepts(token) for token in tokens]
            assert mask.tolist() == accepted, (text[:begin], text[end:])
            fitting = [token for token, fits in zip(tokens, accepted, strict=True) if fits]
            assert state.advance(chance.choice(fitting))


@pytest.mark.parametrize(("language", "case"), ENDS)
def test_ends(language: str, case: str) -> None:
    left, middle, right, expected = (
        parse_text(part.removeprefix(" ").removesuffix(" ")) for part in f"{case} ".split("‖")
    )
    state = quoin.load_language(language).quotient(left, right, spare="words").start()
    assert state.advance(middle.encode())
    found = state.completion()
    assert found is not None
    assert found.decode() == expected
    assert state.advance(found)
    assert state.member
