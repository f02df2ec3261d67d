"""Texts full of formatted strings, cut anywhere: the verdict of the running interpreter, and completions."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

import quoin
from grammars.python.judge import refusal
from tests.differential.oracles import Oracle
from tests.support.effort import examples

LANGUAGE = Oracle().language
QUOTES = ("'", '"', "'''", '"""')
PIECES = (
    *(
        "{",
        "}",
        "{{",
        "}}",
        "{a}",
        "{a!r}",
        "{a:>5}",
        ":",
        "!r",
        "!",
        "=",
        "a",
        "1",
        "1.",
        "(",
        ")",
        "[",
        "]",
    ),
    *("f'", 'f"', 'rf"', "f'''", *QUOTES, "\\", "\\n", "\\N{DIGIT ONE}", "\\x41", "\\x4", "#", "\n", "\r\n"),
    *(" ", ",", "+", "==", "!=", ":=", "lambda a:a", "*a", "yield", "for a in b", "if", "else", "é", "b'x'"),
)
pieces = st.sampled_from(PIECES)
fields = st.lists(pieces, max_size=4).map(lambda inner: "{" + "".join(inner) + "}")
bodies = st.lists(st.one_of(pieces, fields), max_size=6).map("".join)
endings = st.sampled_from(["", "\n", " + f'{a}'", "\nif a:\n  b\n"])
texts = st.builds(
    lambda prefix, quotes, body, closed, ending: prefix + quotes + body + quotes * closed + ending,
    st.sampled_from(["f", "rf", "F"]),
    st.sampled_from(QUOTES),
    bodies,
    st.booleans(),
    endings,
)


def is_program(data: bytes) -> bool:
    return refusal(data.decode()) is None


def cut(data: bytes, first: float, second: float) -> tuple[bytes, bytes, bytes]:
    start, end = sorted(round(place * len(data)) for place in (first, second))
    return data[:start], data[start:end], data[end:]


@examples(300)
@given(texts, st.floats(0, 1), st.floats(0, 1))
def test_verdicts(text: str, first: float, second: float) -> None:
    left, middle, right = cut(text.encode(), first, second)
    state = LANGUAGE.quotient(left, right, spare="nothing").start()
    member = state.advance(middle) and state.member
    assert member == is_program(text.encode())


@examples(100)
@given(texts, st.floats(0, 1), st.floats(0, 1))
def test_what_is_viable_can_be_completed(text: str, first: float, second: float) -> None:
    left, middle, right = cut(text.encode(), first, second)
    start = LANGUAGE.quotient(left, right, spare="nothing").start()
    middle = middle[: start.viable_prefix(middle)]
    # A search that gives up says nothing; one that ends must end at a program.
    completion = start.advance(middle) and start.completion(max_steps=500)
    if isinstance(completion, bytes):
        whole = left + middle + completion + right
        try:
            whole.decode()
        except UnicodeDecodeError:
            return
        assert is_program(whole)


@examples(60)
@given(texts, st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=2, max_size=6))
def test_a_session_agrees_at_every_cut(text: str, places: list[tuple[float, float]]) -> None:
    session = quoin.Session(LANGUAGE, spare="nothing")
    for first, second in places:
        left, middle, right = cut(text.encode(), first, second)
        kept, fresh = session.quotient(left, right), LANGUAGE.quotient(left, right, spare="nothing")
        assert kept.problem == fresh.problem
        for state in (kept.start(), fresh.start()):
            assert (state.advance(middle) and state.member) == is_program(text.encode())
