"""A language's filter: of one quotient, of several, and of none that anything fits into."""

from __future__ import annotations

import pytest

from quoin import State, Vocabulary, load_language
from quoin.engine.decoding.timing import Stopwatch
from quoin.engine.decoding.tokens.constraint import GrammarConstraint, look_around

TOKENS = [b"a", b")", b"]", b"", b", ", b"a)", b"$"]

ROUND, SQUARE, TUPLE = ("x = (", ")\n"), ("x = [", "]\n"), ("x = (b, ", "c)\n")
NOWHERE = ("x = )", "\n")

# Contexts, bytes, how many of these may come, whether the middle may end after them, and allowed tokens.
CASES = [
    ([ROUND], b"a, b", 4, True, [0, 1, 5]),
    ([ROUND], b"a]", 1, True, [0, 1, 5]),
    ([ROUND, SQUARE], b"a, b", 4, True, [0]),
    ([ROUND, SQUARE], b"a)", 1, True, [0]),
    ([ROUND, TUPLE], b"a) + (", 6, True, [0, 1, 5]),
    ([ROUND, NOWHERE], b"a", 0, False, []),
    ([NOWHERE], b"a", 0, False, []),
]


def state_of(pairs: list[tuple[str, str]]) -> State:
    states = [load_language("python", "3.11").quotient(left, right).start() for left, right in pairs]
    return states[0] if len(states) == 1 else State.of_all(states)


@pytest.mark.parametrize(("pairs", "data", "count", "may_end", "allowed"), CASES)
def test_case(
    pairs: list[tuple[str, str]], data: bytes, count: int, may_end: bool, allowed: list[int]
) -> None:
    guard = GrammarConstraint(state_of(pairs), Vocabulary(TOKENS), Stopwatch())
    assert guard.allowed().tolist() == allowed
    assert guard.accepts(data) == (count == len(data))
    assert guard.may_end_with(data[:count]) == may_end
    assert guard.refusal(data)[0] == count
    there = guard.copy()
    if count:
        there.advance(data[:count])
    assert there.member == may_end
    assert guard.allowed().tolist() == allowed, "the copy goes its own way"


@pytest.mark.parametrize("skip", [0, 1, 2])
@pytest.mark.parametrize(
    ("left", "right"),
    [ROUND, NOWHERE, ("if x:\n  ", "  y\n"), ("s = 'a", "b'\n"), ("def f(a, ", "):\n    pass\n")],
)
def test_many_tokens_at_once_are_what_each_is(left: str, right: str, skip: int) -> None:
    """Those too that begin like one that was refused."""
    beginnings = [
        b"",
        b" ",
        b"  ",
        b"a",
        b"b",
        b"'",
        b'"',
        b")",
        b"]",
        b"\n",
        b"\xc3",
        b"\\",
        b"if",
        b"*",
        b":",
        b"#",
    ]
    tokens = [one + other for one in beginnings for other in beginnings]
    state = state_of([(left, right)])
    around = look_around(state, left.encode(), right.encode(), by_columns=True)
    for guard in (
        GrammarConstraint(state, Vocabulary(tokens), Stopwatch()),
        GrammarConstraint(state, Vocabulary(tokens), Stopwatch(), around),
    ):
        numbers = list(range(len(tokens)))[::-1]
        told = guard.accepts_each(numbers, skip).tolist()
        assert told == [guard.accepts(tokens[number][skip:]) for number in numbers]
        assert guard.accepts_each([], skip).tolist() == []
    assert state.viable == any(told)


@pytest.mark.parametrize(
    ("pairs", "bounded", "closing", "stays"),
    [
        ([ROUND], True, b"", False),
        ([ROUND, SQUARE], True, b"", False),
        ([ROUND, NOWHERE], True, None, False),
        ([("x = (1 if a ", "b)\n"), ("x = [1 if a ", "b]\n")], True, b"else ", False),
        ([ROUND, TUPLE], False, b"", True),
    ],
)
def test_in_context(pairs: list[tuple[str, str]], bounded: bool, closing: bytes | None, stays: bool) -> None:
    """Of several quotients the first one's text tells what is open."""
    state = state_of(pairs)
    left, right = (side.encode() for side in pairs[0])
    around = look_around(state, left, right, by_columns=True) if bounded else None
    guard = GrammarConstraint(state, Vocabulary([]), Stopwatch(), around)
    assert guard.accepts(b"a) + (") == stays
    assert guard.closing(thorough=False) == closing


def test_what_is_refused_is_not_appended() -> None:
    guard = GrammarConstraint(state_of([ROUND]), Vocabulary([]), Stopwatch())
    with pytest.raises(AssertionError, match="had not been accepted"):
        guard.advance(b"a]")
    assert guard.may_end_with(b"a")


def test_the_time_counts() -> None:
    stopwatch = Stopwatch()
    guard = GrammarConstraint(state_of([ROUND]), Vocabulary(TOKENS), stopwatch)
    for ask in (lambda: guard.accepts(b"a"), lambda: guard.copy().advance(b"a"), guard.allowed, guard.forced):
        before = stopwatch.seconds["engine"]
        ask()
        assert stopwatch.seconds["engine"] > before
    assert list(stopwatch.seconds) == ["engine"]


def test_an_end_from_each_place() -> None:
    """One known from the cursor is not taken for another place's."""
    pair = ("f(g(", ")\n")
    state = state_of([pair])
    left, right = (side.encode() for side in pair)
    guard = GrammarConstraint(
        state, Vocabulary([]), Stopwatch(), look_around(state, left, right, by_columns=True)
    )
    found = [guard.closing(thorough=False)]
    for data in (b"a, h(", b"b)", b")"):
        guard.advance(data)
        found.append(guard.closing(thorough=False))
    assert found == [b")", b"))", b")", b""]
