"""The filter between the model and the text: a language's, or none.

What is asked for each token, and more than once, is one call of the core (`engine/core/src/guard/`).
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Protocol

import numpy as np

from quoin.engine import _core
from quoin.engine.quotient.quotient import core_errors, expectations

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType

    from quoin.engine.decoding.model import Flags, Ids
    from quoin.engine.decoding.timing import Stopwatch
    from quoin.engine.quotient.quotient import State
    from quoin.engine.quotient.vocabulary import Vocabulary


class Constraint(Protocol):
    """Says which tokens may come and where the middle may end."""

    @property
    def member(self) -> bool:
        """Whether the middle may end here."""

    @property
    def cuts_back(self) -> bool:
        """Whether a middle that runs out of budget is worth only what a member of it is."""

    def accepts(self, data: bytes, /) -> bool:
        """Whether the bytes may come next."""

    def accepts_each(self, tokens: Sequence[int], skip: int) -> Flags:
        """Whether the bytes of each of some tokens but the first `skip` may come next, shape (tokens,)."""

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

    def forced(self) -> bytes:
        """What every longer middle goes on with; empty where there is a choice, or an end to take."""

    def copy(self) -> Constraint:
        """An independent guard at the same place."""


def look_around(state: State, left: bytes, right: bytes, *, by_columns: bool) -> _core.Openings:
    """Find what a completion is to leave open, and how the file is laid out.

    Args:
        state: at the cursor.
        left: the left context.
        right: the right context.
        by_columns: whether the language's blocks are laid out by columns.

    Raises:
        CoreError: the core failed.
    """
    with core_errors():
        return _core.Openings(state.core, left, right, by_columns)


class _CoreCall:
    """What to call the core in: the time counts as `engine`, and the core's errors become the engine's.

    One for all calls, and one for both, since to make two of them would cost more than most of the calls.
    """

    __slots__ = ("_errors", "_seconds", "_started")

    def __init__(self, stopwatch: Stopwatch) -> None:
        self._seconds = stopwatch.seconds
        self._errors = core_errors()
        self._started = 0.0

    def __enter__(self) -> None:
        self._started = perf_counter()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._seconds["engine"] += perf_counter() - self._started
        if error is not None:
            self._errors.__exit__(kind, error, trace)


class GrammarConstraint:
    """A language's state as a guard; the time it takes counts as `engine`.

    Args:
        state: at the place where the next token begins.
        vocabulary: the tokens.
        stopwatch: takes the time.
        around: the cursor, which this is the place of, if the middle is to stay in its context: to close no
            bracket, string or block that `look_around` found open, and to be indented as the file is.

    Raises:
        CoreError: the core failed; so may each method.
    """

    cuts_back = True

    def __init__(
        self,
        state: State,
        vocabulary: Vocabulary,
        stopwatch: Stopwatch,
        around: _core.Openings | None = None,
    ) -> None:
        self._language = state.language
        self._vocabulary = vocabulary
        self._core_call = _CoreCall(stopwatch)
        with self._core_call:
            self._core = _core.Guard(state.core, around)

    @property
    def member(self) -> bool:
        """Whether the file fits if the middle ends here."""
        with self._core_call:
            return self._core.member()

    def accepts(self, data: bytes, /) -> bool:
        """Whether the file can still fit with these bytes next."""
        with self._core_call:
            return self._core.accepts(data)

    def accepts_each(self, tokens: Sequence[int], skip: int) -> Flags:
        """Whether the file can still fit with each of some tokens next, without its first `skip` bytes."""
        numbers = np.array(tokens, dtype="<u4").tobytes()
        with self._core_call:
            accepted = self._core.accepts_each(self._vocabulary.core, numbers, skip)
        return np.frombuffer(accepted, dtype=np.bool_)

    def advance(self, data: bytes, /) -> None:
        """Append bytes that were accepted."""
        with self._core_call:
            accepted = self._core.advance(data)
        if not accepted:
            raise AssertionError("bytes were appended that had not been accepted")

    def allowed(self) -> Ids:
        """All tokens with which the file can still fit, those that leave the context among them."""
        with self._core_call:
            bits = np.frombuffer(self._core.mask(self._vocabulary.core), dtype=np.uint8)
            return np.flatnonzero(np.unpackbits(bits, bitorder="little", count=len(self._vocabulary)))

    def refusal(self, data: bytes, /) -> tuple[int, list[str]]:
        """How many of the bytes could come, and what was expected after those."""
        with self._core_call:
            count, expected = self._core.refusal(data)
            return count, expectations(self._language, expected)

    def may_end_with(self, text: bytes) -> bool:
        """Whether the file fits if the middle ends behind a text."""
        with self._core_call:
            return self._core.may_end_with(text)

    def closing(self, *, thorough: bool) -> bytes | None:
        """A short text with which the file fits; it leaves the context only if no other is found.

        It has at most 200 bytes, and is looked for some milliseconds; if `thorough`, 2,000, and some tenths
        of a second.
        """
        with self._core_call:
            return self._core.closing(thorough)

    def forced(self) -> bytes:
        """What every longer middle goes on with, 100 bytes at most."""
        with self._core_call:
            return self._core.forced()

    def copy(self) -> GrammarConstraint:
        """An independent guard at the same place."""
        with self._core_call:
            core = self._core.copy()
        twin = GrammarConstraint.__new__(GrammarConstraint)
        twin.__dict__.update(self.__dict__, _core=core)
        return twin


class NoConstraint:
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

    def accepts_each(self, tokens: Sequence[int], skip: int) -> Flags:  # noqa: ARG002 - as the protocol has it
        """All of them."""
        return np.ones(len(tokens), dtype=np.bool_)

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

    def forced(self) -> bytes:
        """Nothing must come."""
        return b""

    def copy(self) -> NoConstraint:
        """The same: it has no state."""
        return self
