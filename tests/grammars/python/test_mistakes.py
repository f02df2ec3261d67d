"""Mistakes with names that are known: declarations, patterns, and assignment expressions in comprehensions.

One line a case, as in `tests/engine/core/cases`; then many texts, made of frames and fragments, against the
`compile` of the Python that runs the tests.
"""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path

import pytest

import quoin
from tests.grammars.python.test_compiles import RUNNING, language, made, refusal
from tests.support.case_lines import parse_parts, read_lines
from tests.support.effort import EFFORT

HERE = Path(__file__).parent
CASES = list(read_lines(HERE / "mistakes.txt"))
FRAMES = list(read_lines(HERE / "mistakes_frames.txt"))
FRAGMENTS = list(read_lines(HERE / "mistakes_fragments.txt"))
# Whatever a beginning of a fragment may read.
WORDS = {word for fragment in FRAGMENTS for word in re.findall(r"\w+", fragment)}
KNOWN = tuple({word[:end] for word in WORDS for end in range(1, len(word) + 1)} | {"x"})
OLDEST = "3.10"

pytestmark = pytest.mark.skipif(
    RUNNING not in language().versions or RUNNING < OLDEST, reason="a Python without patterns"
)


def start(left: str, right: str) -> quoin.State:
    return language(RUNNING).quotient(left, right, spare="nothing", names=KNOWN).start()


@pytest.mark.parametrize("line", CASES)
def test_case(line: str) -> None:
    expected, _, case = line.partition(": ")
    parts = parse_parts(case)
    state = start(parts.left, parts.right)
    data = parts.middle.encode()
    assert state.viable
    taken = state.viable_prefix(data)
    if taken < len(data):
        assert expected == f"refused at {taken}"
    else:
        assert state.advance(data)
        assert expected == ("member" if state.member else "viable")
    assert (refusal(parts.text) is None) == (expected == "member")


@pytest.mark.parametrize("frame", FRAMES)
def test_members_are_what_compiles(frame: str) -> None:
    """At each byte of a fragment, a member is what compiles."""
    compiled = 0
    for fragment in FRAGMENTS:
        left, middle, right = made(frame, fragment)
        state = start(left, right)
        taken = state.viable_prefix(middle.encode()) if state.viable else -1
        for end in range(len(middle) + 1):
            is_compiled = refusal(left + middle[:end] + right) is None
            member = False
            if end <= taken:
                here = start(left, right)
                assert here.advance(middle[:end].encode())
                member = here.member
            assert member == is_compiled, (frame, middle[:end], refusal(left + middle[:end] + right))
            compiled += is_compiled
    assert compiled > 0


@cache
def tokens() -> tuple[bytes, ...]:
    words = {*re.findall(r"\w+", " ".join(FRAGMENTS)), "aa", "ab"}
    leads = ("", " ", "(", ", ", "[", ".")
    ends = ("", ",", ")", "]", ":", " := ", "=1", "\n", " | ", ".b", "(")
    signs = (
        ")",
        "]",
        "}",
        ",",
        ":",
        "|",
        " ",
        "\n",
        "    ",
        ":=",
        " for a in b",
        "as a",
        "1",
        "a, a",
        "\n    ",
    )
    made_of = {lead + word + end for lead in leads for word in words for end in ends}
    return tuple(token.encode() for token in sorted({*made_of, *signs}))


@cache
def vocabulary() -> quoin.Vocabulary:
    return quoin.Vocabulary(tokens())


@pytest.mark.parametrize("frame", FRAMES)
def test_masks_are_what_is_accepted(frame: str) -> None:
    rng = random.Random(frame)
    words = vocabulary()
    for fragment in rng.sample(FRAGMENTS, int(5 * EFFORT) or 1):
        left, middle, right = made(frame, fragment)
        state = start(left, right)
        data = middle.encode()
        taken = state.viable_prefix(data) if state.viable else 0
        for end in rng.sample(range(taken + 1), min(4, taken + 1)):
            here = start(left, right)
            if not here.viable or not here.advance(data[:end]):
                continue
            mask = here.mask(words)
            for number, token in enumerate(tokens()):
                is_set = bool(mask[number // 8] >> number % 8 & 1)
                assert is_set == here.accepts(token), (left, data[:end], right, token)
