"""Texts that are cut at random places, and what holds at every cut."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quoin import Language, Session, Vocabulary
    from quoin.engine.quotient.quotient import State

PLACES = st.tuples(st.floats(0, 1), st.floats(0, 1))
"""Where a middle begins and ends, as parts of a text's length, in any order."""


def cut(text: str, place: tuple[float, float]) -> tuple[str, str, str]:
    """Return a text before, in and after a middle."""
    start, end = sorted(round(part * len(text)) for part in place)
    return text[:start], text[start:end], text[end:]


def starts(language: Language, session: Session, cut_text: tuple[str, str, str]) -> tuple[list[State], int]:
    """Return the states at a cursor, new and of a session, and how much of the middle both take.

    They have the same problem, if any, and take as much.
    """
    left, middle, right = cut_text
    quotient = language.quotient(left, right, spare="nothing")
    kept = session.quotient(left, right)
    assert kept.problem == quotient.problem
    states = [quotient.start(), kept.start()]
    (taken,) = {state.viable_prefix(middle.encode()) for state in states}
    return states, taken


def check_mask(state: State, vocabulary: Vocabulary, tokens: Sequence[str]) -> None:
    """A mask has the tokens that the state takes; `tokens` are those of the vocabulary."""
    mask = state.mask(vocabulary)
    allowed = {tokens[token] for token in range(len(tokens)) if mask[token // 8] >> token % 8 & 1}
    assert allowed == {token for token in tokens if state.accepts(token.encode())}
