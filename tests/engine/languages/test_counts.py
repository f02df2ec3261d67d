"""Counted delimiters: as many signs as a text begins with, its end has, and nothing before that ends it."""

from __future__ import annotations

import random
import re
from functools import cache
from itertools import product
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import numpy as np
import pytest

import quoin
from tests.support.small_language import written

# Three ways to write an end: between brackets, behind a quote, and of nothing but quotes.
GRAMMAR = r"""
start: (NAME | "[" | "]" | "=" | "#" | long | raw | quoted)*
long: LONG (LONG_TEXT | LONG_BRACKET | LONG_SIGN | LONG_BEHIND)* LONG_END
raw: RAW (RAW_TEXT | RAW_QUOTE | RAW_SIGN | RAW_BEHIND)* RAW_END
quoted: QUOTED (QUOTED_TEXT | QUOTED_QUOTE | QUOTED_SIGN)* QUOTED_END
NAME: /[ar]/
BLANKS: / +/
%ignore BLANKS
LONG: /\[=*\[/
LONG_TEXT: /[^\]]+/
LONG_BRACKET: /\]/
LONG_SIGN: /=/
LONG_BEHIND: /[^=\]][^\]]*/
LONG_END: /\]/
RAW: /r#+"/
RAW_TEXT: /[^"]+/
RAW_QUOTE: /"/
RAW_SIGN: /#/
RAW_BEHIND: /[^"#][^"]*/
RAW_END: /#/
QUOTED: /'{2,}/
QUOTED_TEXT: /[^']+/
QUOTED_QUOTE: /'/
QUOTED_SIGN: /'/
QUOTED_END: /'/
"""

MODES: dict[str, Any] = {
    "long": {"with": ["LONG_TEXT", "LONG_BRACKET"]},
    "long_ends": {"with": ["LONG_BRACKET", "LONG_SIGN", "LONG_BEHIND"]},
    "long_ended": {"with": ["LONG_TEXT", "LONG_END"]},
    "raw": {"with": ["RAW_TEXT", "RAW_QUOTE"]},
    "raw_ends": {"with": ["RAW_QUOTE", "RAW_SIGN", "RAW_BEHIND"]},
    "raw_ended": {"with": ["RAW_QUOTE", "RAW_BEHIND", "RAW_END"]},
    "quoted": {"with": ["QUOTED_TEXT", "QUOTED_QUOTE"]},
    "quoted_ends": {"with": ["QUOTED_TEXT", "QUOTED_SIGN"]},
    "quoted_ended": {"with": ["QUOTED_TEXT", "QUOTED_END"]},
}

MOVES: list[dict[str, Any]] = [
    {"behind": ["LONG"], "to": "long", "count": {"beyond": 2}},
    {"behind": ["LONG_TEXT", "LONG_BEHIND"], "to": "long", "count": "again"},
    {"behind": ["LONG_BRACKET"], "to": ["long_ends", "long_ended"], "count": "again"},
    {"behind": ["LONG_SIGN"], "to": ["long_ends", "long_ended"], "count": "down"},
    {"behind": ["RAW"], "to": "raw", "count": {"beyond": 3}},
    {"behind": ["RAW_TEXT", "RAW_BEHIND"], "to": "raw", "count": "again"},
    {"behind": ["RAW_QUOTE"], "to": ["raw_ends", "raw_ended"], "count": "again"},
    {"behind": ["RAW_SIGN"], "to": ["raw_ends", "raw_ended"], "count": "down"},
    {"behind": ["QUOTED"], "to": "quoted", "count": {"beyond": 2}},
    {"behind": ["QUOTED_TEXT"], "to": "quoted", "count": "again"},
    {"behind": ["QUOTED_QUOTE"], "to": ["quoted_ends", "quoted_ended"], "count": "again"},
    {"behind": ["QUOTED_SIGN"], "to": ["quoted_ends", "quoted_ended"], "count": "down"},
]


def language(folder: Path, **changed: Any) -> quoin.Language:
    manifest = {"modes": MODES, "moves": MOVES} | changed
    return quoin.load_language(written(folder, GRAMMAR, **manifest))


@cache
def small() -> quoin.Language:
    return language(Path(mkdtemp()))


_OPENING = re.compile(r"\[(=*)\[|r(#+)\"|('{2,})")


def is_one(text: str) -> bool:
    """Whether the small language's definition takes a text, by looking for each end as it is written."""
    at = 0
    while at < len(text):
        opening = _OPENING.match(text, at)
        if opening is None:
            if text[at] not in "ar[]=# ":
                return False
            at += 1
            continue
        bracket, raw, quoted = opening.groups()
        end = f"]{bracket}]" if bracket is not None else f'"{raw}' if raw is not None else quoted
        found = text.find(end, opening.end())
        if found < 0:
            return False
        at = found + len(end)
    return True


TEXTS = {
    "[[a]]": True,
    "[[]]": True,
    "[=[a]]]=]": True,
    "[==[a]=]==]=a": True,
    "[==[a]=]=]": False,
    "[=[]=]=]": True,
    "a]=][=[[[]]]=]": True,
    "a=[==a": True,
    'r#"a"#': True,
    'r##"a"#"##': True,
    'r##"a"#"#"##r': True,
    'r#"""#': True,
    'r#"a"##': True,
    'r##"a"#': False,
    'r#"#"#"#': False,
    "r##a": True,
    "''''": False,
    "''a'a''": True,
    "'''a''a'''": True,
    "'''a''''": False,
    "''a": False,
    "[[''a]]''[[''": True,
    '[[r#"]]r#"]]"#': True,
    f"[{'=' * 255}[a]{'=' * 255}]": True,
    f"[{'=' * 256}[a]{'=' * 256}]": False,
}


@pytest.mark.parametrize(("text", "is_whole"), TEXTS.items(), ids=[text[:20] for text in TEXTS])
def test_whole_texts(text: str, *, is_whole: bool) -> None:
    assert small().quotient(text, "").start().member == is_whole
    assert is_one(text) == is_whole or len(text) > 255


PIECES = [
    "[[",
    "[=[",
    "[==[",
    "]]",
    "]=]",
    "]==]",
    'r#"',
    'r##"',
    '"#',
    '"##',
    "''",
    "'''",
    "'",
    "=",
    "#",
    "a",
    " ",
    "]",
    '"',
]


def texts(seed: int, count: int) -> list[str]:
    rng = random.Random(seed)
    return ["".join(rng.choices(PIECES, k=rng.randint(1, 7))) for _ in range(count)]


@pytest.mark.parametrize("seed", range(10))
def test_every_cut(seed: int) -> None:
    """What a middle makes of both contexts is what the whole text is, wherever they are cut."""
    kinds = set()
    for text in texts(seed, 60):
        is_whole = is_one(text)
        kinds.add(is_whole)
        for start in range(len(text) + 1):
            for end in range(start, len(text) + 1):
                quotient = small().quotient(text[:start], text[end:], spare="nothing")
                state = quotient.start() if quotient.problem is None else None
                fits = state is not None and state.advance(text[start:end].encode()) and state.member
                assert bool(fits) == is_whole, (text[:start], text[start:end], text[end:])
    assert kinds == {True, False}


SIGNS = ["[", "=", "]", "r", "#", '"', "'", "a", " "]
RUNS = [*SIGNS, *map("".join, product(SIGNS, repeat=2)), *map("".join, product(SIGNS, repeat=3)), *PIECES]
ENDS = [
    "",
    *(f"{a}{b}" for a in ("", "a", "]", "=]", '"', "'") for b in ("]]", "]=]", '"#', '"##', "''", "'''")),
]


# Where a file is one long text, what may begin it before the right context `a]=]`.
BEGINNINGS = {"": True, "[": True, "[=": True, "[=[": True, "[=[b": True, "[==[": False, "[[": False}


@pytest.mark.parametrize(("text", "is_viable"), BEGINNINGS.items(), ids=BEGINNINGS)
def test_a_beginning_has_an_end(tmp_path: Path, text: str, *, is_viable: bool) -> None:
    state = language(tmp_path, start="long").quotient("", "a]=]").start()
    mask = state.mask(quoin.Vocabulary([text.encode()]))
    assert state.accepts(text.encode()) == is_viable
    assert bool(mask[0] & 1) == is_viable or not text


@pytest.mark.parametrize("seed", range(10))
def test_masks(seed: int) -> None:
    """A mask holds the tokens that are accepted."""
    tokens = [run.encode() for run in RUNS]
    vocabulary = quoin.Vocabulary(tokens)
    for text in texts(100 + seed, 25):
        rng = random.Random(text)
        start = rng.randint(0, len(text))
        end = rng.randint(start, len(text))
        quotient = small().quotient(text[:start], text[end:], spare="nothing")
        if quotient.problem is not None:
            continue
        state = quotient.start()
        for sign in ["", *text[start:end]]:
            if sign and not state.advance(sign.encode()):
                break
            bits = np.unpackbits(np.frombuffer(state.mask(vocabulary), dtype=np.uint8), bitorder="little")
            wrong = [
                run for number, run in enumerate(RUNS) if bool(bits[number]) != state.accepts(run.encode())
            ]
            assert not wrong, (text[:start], text[end:], sign)


@pytest.mark.parametrize("seed", range(5))
def test_edits(seed: int) -> None:
    """A session that a text changes in says what a new one says."""
    rng = random.Random(seed)
    session = quoin.Session(small())
    text = "".join(rng.choices(PIECES, k=12))
    for _ in range(150):
        at = rng.randint(0, len(text))
        text = text[:at] + rng.choice(["", *PIECES]) + text[at + rng.randint(0, 3) :]
        cursor = rng.randint(0, len(text))
        kept = session.quotient(text[:cursor], text[cursor:])
        new = small().quotient(text[:cursor], text[cursor:])
        assert (kept.problem is None) == (new.problem is None), (text[:cursor], text[cursor:])
        if kept.problem is None:
            one, other = kept.start(), new.start()
            assert one.member == other.member, (text[:cursor], text[cursor:])
            assert [one.accepts(run.encode()) for run in RUNS] == [
                other.accepts(run.encode()) for run in RUNS
            ]


# What is changed in the manifest, and a part of the reason.
REFUSED: list[tuple[list[dict[str, Any]], str]] = [
    ([{**MOVES[0], "count": "up"}, *MOVES[1:]], "moves: 'count' must be one of again, down, open, lead"),
    (
        [{**MOVES[0], "count": {"beyond": -1}}, *MOVES[1:]],
        "moves: 'count' must be one of again, down, open, lead",
    ),
    ([{**MOVES[0], "to": ["long", "main"]}, *MOVES[1:]], "moves: the content of a counted text has one mode"),
    ([*MOVES[:3], {**MOVES[3], "count": "again"}, *MOVES[4:]], "moves: nothing is counted down"),
    (
        [
            *MOVES[:2],
            {**MOVES[2], "behind": ["LONG_TEXT"]},
            {**MOVES[1], "behind": ["LONG_BRACKET"]},
            *MOVES[3:],
        ],
        "moves: LONG_TEXT is there twice",
    ),
]


@pytest.mark.parametrize(("moves", "reason"), REFUSED, ids=[reason for _, reason in REFUSED])
def test_refused_counts(tmp_path: Path, moves: list[dict[str, Any]], reason: str) -> None:
    with pytest.raises(quoin.LanguageError) as caught:
        language(tmp_path, moves=moves).prepare()
    assert reason in caught.value.reason
