"""Names of Lua over edits and in masks: what is kept and what is computed at once equals what is new."""

from __future__ import annotations

import random
import re
from functools import cache
from typing import TYPE_CHECKING

import pytest

import quoin
from quoin.engine.decoding.timing import Stopwatch
from quoin.engine.decoding.tokens.constraint import GrammarConstraint
from tests.grammars.lua.test_names import FILES
from tests.support.effort import EFFORT

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ("alpha", "beta", "gamma", "print", "delta")
PIECES = (
    "local {0} = {1}\n",
    "local function {0}({1})\n  return {1}\nend\n",
    "for {0} = 1, 2 do {1}({0}) end\n",
    "for {0}, {1} in pairs(x) do\nend\n",
    "do local {0} end\n",
    "function {0}.x({1}) end\n",
    "function {0}:x() self.{1} = 1 end\n",
    "{0}({{{1} = 1}})\n",
    "repeat local {0} until {0}\n",
    "if {0} then {1}() end\n",
    "end\n",
    "do\n",
    "[[\n",
    "]]\n",
    "({0}",
    "\n",
)
PROBES = ("{0} ", "y = {0}\n", "({0}).x()", "{0}()", "local z = {0}; z()")
LEADS = ("", " ", "(", ".", ":", " = ", "{", "\n", "local ", "#", "'")
ENDS = ("", "(", ")", ".x", " = ", ",", "]", " do", "\n", " end")


@cache
def language() -> quoin.Language:
    return quoin.load_language("lua")


@cache
def pieces() -> tuple[bytes, ...]:
    rng = random.Random(3)
    words = {word for file in FILES for word in re.findall(r"\w+", file.read_text(encoding="utf-8"))}
    found = {lead + word[: rng.choice([2, 4, 99])] for word in sorted(words) for lead in ("", " ")}
    found |= {rng.choice(LEADS) + word + rng.choice(ENDS) for word in sorted(words)}
    return tuple(sorted(piece.encode() for piece in found if piece))


def test_a_session_knows_what_a_new_one_knows() -> None:
    rng = random.Random(17)
    session = quoin.Session(language(), spare="nothing")
    text, compared = "", 0
    for _ in range(int(1200 * EFFORT)):
        at = rng.randrange(len(text) + 1)
        kept = text[:at] + text[min(len(text), at + rng.choice([0, 0, 1, 5])) :]
        piece = rng.choice(PIECES).format(*rng.sample(NAMES, 2)) if rng.random() < 0.7 else rng.choice(NAMES)
        begin = kept.rfind("\n", 0, at) + 1 if rng.random() < 0.8 else at
        text = (kept[:begin] + piece + kept[begin:])[-400:]
        cursor = rng.randrange(len(text) + 1)
        sides = text[:cursor], text[cursor:]
        ours = session.quotient(*sides, names=())
        anew = language().quotient(*sides, spare="nothing", names=())
        assert ours.empty == anew.empty
        if ours.empty:
            # A text that is no program is begun again, so that most texts are.
            text = text if rng.random() < 0.5 else ""
            continue
        for probe in (probe.format(name).encode() for name in NAMES for probe in PROBES):
            assert ours.start().viable_prefix(probe) == anew.start().viable_prefix(probe), (sides, probe)
        compared += 1
    assert compared > 100 * EFFORT


@pytest.mark.parametrize("file", FILES[::4], ids=lambda file: file.name)
def test_masks_are_what_is_accepted(file: Path) -> None:
    rng = random.Random(str(file))
    text = file.read_text(encoding="utf-8")
    vocabulary = quoin.Vocabulary(pieces())
    for _ in range(int(5 * EFFORT)):
        begin = rng.randrange(len(text) + 1)
        end = rng.choice([begin, min(len(text), begin + rng.randrange(80))])
        around = language().quotient(text[:begin], text[end:], spare="nothing", names=())
        if around.empty:
            continue
        guard = GrammarConstraint(around.start(), vocabulary, Stopwatch())
        for _ in range(6):
            allowed = set(guard.allowed().tolist())
            some = rng.sample(sorted(allowed), min(len(allowed), 30))
            for number in [*rng.sample(range(len(pieces())), 60), *some]:
                assert (number in allowed) == guard.accepts(pieces()[number]), pieces()[number]
            if not allowed:
                break
            guard.advance(pieces()[rng.choice(sorted(allowed))])
