"""The filter between the model and the text: a language's, or none."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Generic, Protocol

import numpy as np

from engine.decoding.interfaces import Ids, StateT

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.decoding.stopwatch import Stopwatch


MOST_BYTES = 200
MOST_STEPS = 1000
"""How long a text that only ends a middle may be, and how long is looked for it: some milliseconds."""

LAST_BYTES = 2000
LAST_STEPS = 20_000
"""The same where nothing else is left to try: some tenths of a second."""


class Guard(Protocol):
    """Says which tokens may come and where the middle may end."""

    @property
    def member(self) -> bool:
        """Whether the middle may end here."""

    @property
    def cuts_back(self) -> bool:
        """Whether a middle that runs out of budget is worth only what a member of it is."""

    def accepts(self, data: bytes, /) -> bool:
        """Whether the bytes may come next."""

    def advance(self, data: bytes, /) -> None:
        """Append bytes that were accepted."""

    def allowed(self) -> Ids:
        """All tokens whose bytes may come next, and perhaps others that `accepts` refuses."""

    def refusal(self, data: bytes, /) -> tuple[int, list[str]]:
        """For refused bytes: how many of them could come, and what was expected after those."""

    def may_end_with(self, text: bytes) -> bool:
        """Whether the middle may end behind a text."""

    def closing(self, *, thorough: bool) -> bytes | None:
        """A short text that ends the middle; None if none is found, or nothing has to be ended.

        Args:
            thorough: whether to look for it longer.
        """

    def copy(self) -> Guard:
        """An independent guard at the same place."""


class Guarded(Generic[StateT]):
    """A language's state as a guard; the time it takes counts as `engine`.

    Args:
        state: at the place where the next token begins.
        mask: the tokens that a state allows, as a bit mask, least significant bit first.
        size: number of tokens.
        stopwatch: takes the time.
    """

    cuts_back = True

    def __init__(
        self, state: StateT, mask: Callable[[StateT], bytes], size: int, stopwatch: Stopwatch
    ) -> None:
        self._state = state
        self._mask = mask
        self._size = size
        self._stopwatch = stopwatch
        self._time = stopwatch.seconds

    @property
    def member(self) -> bool:
        """Whether the file fits if the middle ends here."""
        # Asked several times for each token, as the next two are: so little stands around the question.
        started = perf_counter()
        member = self._state.member
        self._time["engine"] += perf_counter() - started
        return member

    def accepts(self, data: bytes, /) -> bool:
        """Whether the file can still fit with these bytes next."""
        started = perf_counter()
        accepts = self._state.accepts(data)
        self._time["engine"] += perf_counter() - started
        return accepts

    def advance(self, data: bytes, /) -> None:
        """Append bytes that were accepted."""
        started = perf_counter()
        accepted = self._state.advance(data)
        self._time["engine"] += perf_counter() - started
        if not accepted:
            raise AssertionError("bytes were appended that the language had not accepted")

    def allowed(self) -> Ids:
        """All tokens with which the file can still fit."""
        with self._stopwatch.measure("engine"):
            bits = np.frombuffer(self._mask(self._state), dtype=np.uint8)
            return np.flatnonzero(np.unpackbits(bits, bitorder="little", count=self._size))

    def refusal(self, data: bytes, /) -> tuple[int, list[str]]:
        """How many of the bytes could come, and what was expected after those."""
        with self._stopwatch.measure("engine"):
            count = self._state.viable_prefix(data)
            there = self._state.copy()
            there.advance(data[:count])
            return count, there.expected()

    def may_end_with(self, text: bytes) -> bool:
        """Whether the file fits if the middle ends behind a text."""
        with self._stopwatch.measure("engine"):
            twin = self._state.copy()
            return twin.advance(text) and twin.member

    def closing(self, *, thorough: bool) -> bytes | None:
        """A short text with which the file fits."""
        most = (LAST_BYTES, LAST_STEPS) if thorough else (MOST_BYTES, MOST_STEPS)
        with self._stopwatch.measure("engine"):
            return self._state.completion(*most)

    def copy(self) -> Guarded[StateT]:
        """An independent guard at the same place."""
        with self._stopwatch.measure("engine"):
            return Guarded(self._state.copy(), self._mask, self._size, self._stopwatch)


class Unguarded:
    """Lets everything pass: what a model writes by itself.

    Args:
        size: number of tokens.
    """

    member = True
    cuts_back = False

    def __init__(self, size: int) -> None:
        self._size = size

    def accepts(self, _data: bytes, /) -> bool:
        """Always."""
        return True

    def advance(self, _data: bytes, /) -> None:
        """There is nothing to follow."""

    def allowed(self) -> Ids:
        """All tokens."""
        return np.arange(self._size)

    def refusal(self, _data: bytes, /) -> tuple[int, list[str]]:
        """Never asked for."""
        raise AssertionError("nothing is ever refused here")

    def may_end_with(self, _text: bytes) -> bool:
        """Always."""
        return True

    def closing(self, *, thorough: bool) -> bytes | None:  # noqa: ARG002 - nothing is looked for
        """Nothing has to be ended."""
        return None

    def copy(self) -> Unguarded:
        """The same: it has no state."""
        return self
