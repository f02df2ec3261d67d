"""Masks where names matter hold exactly the tokens that are accepted one by one.

The tokens are words of real files after many leads and before many ends, so that all ways of finding
a token's names are taken.
"""

from __future__ import annotations

import random
import re
from functools import cache

import pytest

import quoin
from quoin.engine.decoding.timing import Stopwatch
from quoin.engine.decoding.tokens.constraint import GrammarConstraint
from tests.grammars.python.test_names import FRAGMENTS, FRAMES, SOURCES, language, made
from tests.support.effort import EFFORT

LEADS = ("", " ", "(", "[", ", ", ".", "=", " = ", "{", "\n", "\n    ", "#", "'", "f'{", "-", ":", "lambda ")
ENDS = ("", "(", ")", ":", ".", " = ", ",", "]", " for ", "é", "1", "'", "\n", ".x", "(x)", " in i")
OTHERS: tuple[str, ...] = (
    "é",
    "жук",
    "жук.",
    "1",
    "12",
    "1e",
    "0x",
    ")",
    "]",
    "}",
    "()",
    "))",
    "'",
    '"',
    "\n",
    "    ",
    " ",
)
OTHERS += (
    "x for x in y)",
    "lambda",
    " for i in a]",
    "i for i",
    ":=",
    " := ",
    "=1",
    "**",
    "import ",
    "nonlocal x",
)
IMPORTABLE = ("json", "jsonx", "Path", "re", "café")


@cache
def pieces() -> tuple[bytes, ...]:
    rng = random.Random(11)
    own = {*re.findall(r"\w+", " ".join(FRAMES + FRAGMENTS)), *IMPORTABLE}
    texts = [file.read_text(encoding="utf-8") for file in SOURCES]
    words = sorted(own.union(*(re.findall(r"\w+", text) for text in texts)))
    found = {lead + word[: rng.choice([2, 4, 99])] for word in words for lead in ("", " ")}
    found |= {rng.choice(LEADS) + word + rng.choice(ENDS) for word in words}
    found |= {lead + word + end for word in own for lead in LEADS[:8] for end in ENDS}
    raw = {piece.encode() for piece in found.union(OTHERS)} | {b"\xd0", b"\xb6", b"\xd0\xb6"}
    return tuple(sorted(raw - {b""}))


@cache
def vocabulary() -> quoin.Vocabulary:
    return quoin.Vocabulary(pieces())


def kinds(guard: GrammarConstraint) -> list[GrammarConstraint]:
    """Return a filter as it is, and with fewer and more names that may be read."""
    admitting = guard.admitting(b"")
    assert admitting is not None
    importing = guard.admitting(b"", "importable")
    assert importing is not None
    return [guard, guard.owing_nothing(), admitting, importing, guard.admitting_all()]


def check(guard: GrammarConstraint, rng: random.Random, where: object) -> None:
    allowed = set(guard.allowed().tolist())
    numbers = [*rng.sample(range(len(pieces())), 60), *rng.sample(sorted(allowed), min(len(allowed), 30))]
    for number in numbers:
        assert (number in allowed) == guard.accepts(pieces()[number]), (where, pieces()[number])


def walk(state: quoin.State, middle: bytes, rng: random.Random) -> int:
    """Compare masks along a middle, or along what they allow; return how many."""
    guard = GrammarConstraint(state, vocabulary(), Stopwatch())
    masks, text = 0, b""
    while masks < 32:
        for number, kind in enumerate(kinds(guard)):
            check(kind, rng, (number, text))
            masks += 1
        size = rng.choice([1, 2, 3, 5])
        piece, middle = middle[:size], middle[size:]
        allowed = guard.allowed().tolist()
        if allowed and rng.random() < 0.5:
            piece, middle = pieces()[rng.choice(allowed)], b""
        if not piece or not guard.accepts(piece):
            break
        guard.advance(piece)
        text += piece
    return masks


@pytest.mark.parametrize("seed", range(4))
def test_masks_in_frames(seed: int) -> None:
    rng = random.Random(seed)
    masks = 0
    for _ in range(int(60 * EFFORT)):
        left, middle, right = made(rng.choice(FRAMES), rng.choice(FRAGMENTS))
        around = language().quotient(left, right, spare="nothing", names=(), importable=IMPORTABLE)
        masks += walk(around.start(), middle.encode(), rng)
    assert masks > 100


@pytest.mark.parametrize("version", ["3.8", "3.11", "3.14"])
def test_masks_in_files(version: str) -> None:
    rng = random.Random(13)
    masks = 0
    for _ in range(int(40 * EFFORT)):
        text = rng.choice(SOURCES).read_text(encoding="utf-8")
        begin = rng.randrange(len(text))
        end = rng.choice([begin, text.find("\n", begin), min(len(text), begin + rng.randrange(200))])
        around = language(version).quotient(
            text[:begin], text[end:], spare="nothing", names=(), importable=IMPORTABLE
        )
        if not around.empty:
            masks += walk(around.start(), text[begin:end].encode(), rng)
    assert masks > 100


TAILS = (
    "0x",
    "0b",
    "1e",
    "1e+",
    "1_",
    "0x1f_",
    "1.e",
    "1.5e-",
    "..",
    "not in",
    "is no",
    "b",
    "rb",
    "f",
    "a if 0x",
)


@pytest.mark.parametrize("tail", TAILS)
def test_masks_behind_the_beginning_of_a_longer_lexeme(tail: str) -> None:
    """The lexeme may have to end before its last bytes, which may then begin a name."""
    for frame in ("cafe = ab = 1\nfor x in f(cafe, [", "cafe = ab = 1\nx = cafe "):
        state = language().quotient(frame, "", spare="nothing", names=(), importable=IMPORTABLE).start()
        if not state.advance(tail.encode()):
            continue
        guard = GrammarConstraint(state, vocabulary(), Stopwatch())
        for number, kind in enumerate(kinds(guard)):
            allowed = set(kind.allowed().tolist())
            for token, piece in enumerate(pieces()):
                assert (token in allowed) == kind.accepts(piece), (frame, number, piece)
