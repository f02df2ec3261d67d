"""Middles that have to fit between several pairs of contexts at once.

A case is the pairs, a middle, how much of it each pair alone accepts, and whether it fits everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

import quoin
from tests.support.case_lines import parse_text

LANGUAGE = quoin.load_language("python", "3.11")
TOKENS = [bytes([byte]) for byte in range(128)] + [b"):", b"]\n", b"a, ", b"'''", b""]


@dataclass(frozen=True)
class Case:
    pairs: tuple[tuple[str, str], ...]
    middle: str
    accepted: int
    member: bool


def case(pairs: str, middle: str, accepted: int, *, member: bool) -> Case:
    contexts = [tuple(parse_text(part) for part in pair.split(" ‖ ")) for pair in pairs.split(" & ")]
    return Case(tuple((left, right) for left, right in contexts), middle, accepted, member)


CASES = [
    case(r"x = ( ‖ )\n & x = [ ‖ ]\n", "a, b", 4, member=True),
    case(r"x = ( ‖ )\n & x = [ ‖ ]\n", "a)", 1, member=False),
    case(r"x = ( ‖ )\n & x = [ ‖ ]\n", "a].b[c", 1, member=False),
    case(r"x = ( ‖ )\n & f( ‖ )\n", "*a, b", 5, member=True),
    case(r"x = ( ‖ )\n & f( ‖ )\n", "a=1", 2, member=False),
    case(r"if a:\n    ‖ b\n & a\n ‖ b\n", "c; ", 3, member=True),
    case(r"if a:\n    ‖ b\n & a\n ‖ b\n", "  ", 2, member=False),
    case(r"'''a ‖ '''\n & b =  ‖ \n", "c", 1, member=True),
]


def start(case: Case) -> quoin.State:
    return quoin.State.of_all([LANGUAGE.quotient(left, right).start() for left, right in case.pairs])


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    state, middle = start(case), case.middle.encode()
    assert state.viable_prefix(middle) == case.accepted
    assert state.accepts(middle) == (case.accepted == len(middle))
    assert state.advance(middle) == (case.accepted == len(middle))
    assert (state.advance(b"") and state.member and case.accepted == len(middle)) == case.member


@pytest.mark.parametrize("case", CASES, ids=str)
def test_mask_is_what_is_accepted(case: Case) -> None:
    vocabulary = quoin.Vocabulary(TOKENS)
    state = start(case)
    for byte in case.middle.encode()[: case.accepted]:
        mask = state.mask(vocabulary)
        allowed = [bool(mask[token // 8] >> token % 8 & 1) for token in range(len(TOKENS))]
        assert allowed == [bool(text) and state.accepts(text) for text in TOKENS]
        assert state.advance(bytes([byte]))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_completion_fits_everywhere(case: Case) -> None:
    text = start(case).completion()
    assert text is not None
    for left, right in case.pairs:
        alone = LANGUAGE.quotient(left, right).start()
        assert alone.advance(text)
        assert alone.member


def test_what_is_refused_changes_nothing() -> None:
    state = start(CASES[0])
    assert not state.advance(b"a]")
    assert state.advance(b"a")
    assert state.member


def test_copies_are_independent() -> None:
    state = start(CASES[0])
    twin = state.copy()
    assert twin.advance(b"a +")
    assert state.member
    assert not twin.member


def test_with_one_that_fits_nowhere() -> None:
    state = quoin.State.of_all([start(CASES[0]), LANGUAGE.quotient("x = )", "\n").start()])
    assert [state.viable, state.member, state.accepts(b""), state.advance(b"a")] == [False] * 4
    assert (state.viable_prefix(b"a"), state.completion(), state.expected()) == (0, None, [])
    assert state.mask(quoin.Vocabulary(TOKENS)) == bytes((len(TOKENS) + 7) // 8)


def test_each_of_another_quotient() -> None:
    one = LANGUAGE.quotient("x = (", ")\n").start()
    with pytest.raises(ValueError, match="one quotient"):
        quoin.State.of_all([one, one.copy()])
