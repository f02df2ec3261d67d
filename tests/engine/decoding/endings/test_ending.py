"""What a middle's end takes is kept of its budget."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quoin.engine.decoding.decoder import Decoder
from quoin.engine.decoding.request import Sampling, Task
from quoin.engine.decoding.timing import Deadline, Stopwatch
from tests.engine.decoding.fakes import Brackets, FakeGuard, ScriptedModel

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from quoin.engine.decoding.result import Candidate

    Script = Callable[[str], Sequence[str | bytes]]
    Case = tuple[int, Script, str, str, str, int]

WORDS = ["((", "([", "))", "])", "a)"]


class CountingBrackets(Brackets):
    """Counts the endings that are searched."""

    searches = 0

    def copy(self) -> CountingBrackets:
        twin = CountingBrackets("", "")
        twin.__dict__.update(self.__dict__)
        return twin

    def completion(self, max_bytes: int, max_steps: int) -> bytes | None:
        CountingBrackets.searches += 1
        return super().completion(max_bytes, max_steps)


def complete(script: Script, left: str, right: str, max_tokens: int, **options: Any) -> list[Candidate]:
    model = ScriptedModel(WORDS, script)
    CountingBrackets.searches = 0
    guard = FakeGuard(CountingBrackets(left, right), model.pieces)
    task = Task(model.ask([]), b"", left.encode(), "end", max_tokens, **options)
    return Decoder(model).decode(task, guard, Deadline(math.inf, lambda: False), Stopwatch()).candidates


def always(*words: str) -> Script:
    """A model that prefers these tokens everywhere, and never the end."""
    return lambda _: words


def counting(word: str) -> Script:
    """A model that writes a word and then the letters one after another, so that it is in no loop."""
    return lambda text: [chr(ord("a") + len(text) % 26)] if text.startswith(word) else [word]


CASES = [
    # budget, what the model writes, left, right, the completion, its tokens
    (1, counting("("), "", "", "()", 2),
    (2, counting("("), "", "", "()", 2),
    (3, counting("("), "", "", "(b)", 3),
    (9, counting("("), "", "", "(bcdefgh)", 9),
    (30, counting("("), "", "", "(bcdefghijklmnopqrstuvwxyzabc)", 30),
    (30, counting("(("), "", "", "((cdefghijklmnopqrstuvwxyzabc))", 30),
    (8, counting("a"), "((", "", "abcdef))", 8),
    (2, counting("a"), "((", "", "))", 2),
    (1, counting("a"), "((", "", "))", 2),
    (3, counting("a"), "((", ")", "ab)", 3),
    # What lengthens the ending gives way where there is no room for it.
    (6, always("(", "a"), "", "", "((()))", 6),
    (5, always("(", "a"), "", "", "((a))", 5),
    (5, always("((", "([", "a"), "", "", "(())", 3),
    (4, always("((", "([", "a"), "", "", "(())", 3),
]


@pytest.mark.parametrize("case", CASES)
def test_the_budget_has_room_for_the_end(case: Case) -> None:
    budget, script, left, right, text, tokens = case
    (found,) = complete(script, left, right, budget)
    assert (found.text, found.tokens, found.ended) == (text, tokens, "closed")


@given(
    left=st.text("([a", max_size=4),
    right=st.text(")]a", max_size=3),
    seed=st.integers(0, 1 << 16),
    budget=st.integers(1, 40),
    way=st.sampled_from(["greedy", "sampling", "beams"]),
)
def test_whatever_the_model_wants_the_budget_is_kept(
    left: str, right: str, seed: int, budget: int, way: str
) -> None:
    words = ["(", "[", "((", "([", "a", "b", "c", ")", "]", "a)", "!"]

    def script(text: str) -> list[str]:
        order = np.random.default_rng([seed, len(text)]).permutation(len(words))
        return [words[number] for number in order]

    sampling = Sampling(seed=seed) if way == "sampling" else None
    beams = 3 if way == "beams" else 0
    found = complete(script, left, right, budget, sampling=sampling, beams=beams)
    least = Brackets(left, right).completion(100, 100)
    for one in found:
        after = Brackets(left, right)
        assert after.advance(one.text.encode())
        assert after.member
        assert one.tokens <= max(budget, len(least or b"")) or not least
    # Where the empty middle fits it is an answer, too, and what else could be is not known.
    assert found or not least


def test_hardly_any_ending_is_searched() -> None:
    """Within one bracket the ending that was found first does to the end."""
    complete(counting("("), "", "", 500)
    assert CountingBrackets.searches == 1


def test_what_ends_before_the_last_part_of_its_budget_asks_for_no_ending() -> None:
    complete(lambda text: [(*"(ab)", "<end>")[min(len(text), 4)]], "", "", 40)
    assert CountingBrackets.searches == 0


class Lines:
    """Middles that begin with a line end; only it fits."""

    def __init__(self, text: bytes = b"") -> None:
        self._text = text

    @property
    def member(self) -> bool:
        return self._text == b"\n"

    def advance(self, data: bytes, /) -> bool:
        fits = self.accepts(data)
        self._text += data if fits else b""
        return fits

    def accepts(self, data: bytes, /) -> bool:
        return b"\n".startswith(self._text + data)

    def viable_prefix(self, data: bytes, /) -> int:
        return max(length for length in range(len(data) + 1) if self.accepts(data[:length]))

    def copy(self) -> Lines:
        return Lines(self._text)

    def expected(self) -> list[str]:
        return []

    def completion(self, _max_bytes: int, _max_steps: int) -> bytes | None:
        return b"\n"[len(self._text) :]


@pytest.mark.parametrize("wanted", [True, False])
@pytest.mark.parametrize("max_tokens", [1, 40])
def test_blanks_that_must_come_are_the_last_resort(wanted: bool, max_tokens: int) -> None:
    model = ScriptedModel(WORDS, always("a", "b"))
    guard = FakeGuard(Lines(), model.pieces)
    task = Task(model.ask([]), b"", b"", "end", max_tokens, closing=wanted)
    found = Decoder(model).decode(task, guard, Deadline(math.inf, lambda: False), Stopwatch())
    assert [one.text for one in found.candidates] == (["\n"] if wanted else [])
    assert not found.empty
