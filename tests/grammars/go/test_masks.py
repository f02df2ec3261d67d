"""Masks of other languages over a vocabulary: a token is let through just where its bytes are accepted."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import quoin
from tests.differential.pools.go import GO
from tests.differential.pools.java import JAVA
from tests.differential.pools.json import JSON
from tests.differential.pools.sqlite import SQLITE

GRAMMARS = Path(quoin.engine.__file__).parents[1] / "grammars"

SEED = 20261122
PLACES = 60
TEXTS = {
    "go": (GRAMMARS / "go/examples/accept/statements.go", GO),
    "java": (GRAMMARS / "java/examples/accept/classes.java", JAVA),
    "json": (GRAMMARS / "json/examples/accept/strings.json", JSON),
    "sqlite": (
        GRAMMARS / "sqlite/examples/accept/windows.sql",
        SQLITE,
    ),
}


def tokens(language: str) -> list[bytes]:
    pools = TEXTS[language][1]
    pieces = [
        *pools.words,
        *pools.operators,
        *pools.spaces,
        *pools.line_ends,
        *pools.string_pieces,
        *pools.numbers,
    ]
    pairs = [f"{one}{other}" for one in pools.spaces for other in pools.operators[:20]]
    made = {piece.encode() for piece in (*pieces, *pairs, *pools.expressions) if piece}
    return sorted(
        made | {bytes([byte]) for byte in range(256)} | {b"x\n", b";\n\t", b"\n}", b"// a\n", b"/*\n"}
    )


@pytest.mark.parametrize("language", TEXTS)
def test_mask(language: str) -> None:
    text = TEXTS[language][0].read_bytes()
    words = tokens(language)
    vocabulary, rng = quoin.Vocabulary(words), random.Random(SEED)
    let_through = 0
    for _ in range(PLACES):
        start, end = sorted(rng.randint(0, len(text)) for _ in range(2))
        state = quoin.load_language(language).quotient(text[:start], text[end:]).start()
        state.advance(text[start : rng.randint(start, end)])
        mask = state.mask(vocabulary)
        found = [bool(mask[number // 8] >> (number % 8) & 1) for number in range(len(words))]
        expected = [state.accepts(word) for word in words]
        assert found == expected, [w for w, f, e in zip(words, found, expected, strict=True) if f != e]
        let_through += sum(found)
    assert PLACES < let_through < PLACES * len(words)
