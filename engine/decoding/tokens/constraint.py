"""A constraint is the filter between the model and the text: a language's, or none.

Each question that is asked for every token is a single call of the core (`engine/core/src/guard/`).
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

import numpy as np

from quoin.engine import _core
from quoin.engine.quotient.quotient import core_errors, expectations, missing_names

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType

    from quoin.engine.decoding.model import Flags, Ids
    from quoin.engine.decoding.timing import Stopwatch
    from quoin.engine.quotient.quotient import MissingName, State
    from quoin.engine.quotient.vocabulary import Vocabulary


Admitted: TypeAlias = Literal["one", "importable"]

Binding: TypeAlias = Literal["statement", "name", "parameter"]
"""How a name is bound: where a statement begins, where no expression can stand, or as a parameter.

The last is one of a function whose body reads it although nothing else binds it.
"""


class Constraint(Protocol):
    """A filter that says which tokens may follow and where the middle may end."""

    @property
    def member(self) -> bool:
        """Whether the middle may end here."""

    @property
    def cuts_back(self) -> bool:
        """Whether a middle whose budget is used up has to be cut back to a member."""

    @property
    def comment(self) -> bytes:
        """What begins a comment up to the line's end; empty if that is not known."""

    def accepts(self, data: bytes, /) -> bool:
        """Return whether the bytes may follow."""

    def admitting(self, data: bytes, which: Admitted = "one", /) -> Constraint | None:
        """Return the filter that lets one unknown name be read; None if these bytes may not follow.

        With `importable`, it is one that an import can bind.
        """

    def admitting_all(self, *, importable: bool = False) -> Constraint:
        """Return the filter with which any names may be read, or any that an import can bind."""

    def admitted(self) -> tuple[str, ...]:
        """Return the unknown names that the middle was allowed to read."""

    @property
    def filters_names(self) -> bool:
        """Whether the names matter that the middle reads."""

    def unsettled_names(self) -> list[bytes]:
        """Return the names that the rest of the middle must bind, or is hoped to."""

    def missing(self) -> tuple[MissingName, ...]:
        """Return the names that the right context reads and that only a middle can bind."""

    def still_missing(self) -> tuple[MissingName, ...]:
        """Return those of the missing names that are not bound if the middle ends here."""

    def binds(self, data: bytes, /) -> Binding | None:
        """Return how bytes bind the name at their end; None if they may not follow, or do not bind it."""

    def has_typed_unknown_name(self) -> bool:
        """Return whether the user has typed the beginning of known names that is read and is none itself."""

    def owing_nothing(self) -> Constraint:
        """Return the filter with which no names may be read that the rest of the middle must bind."""

    def accepts_each(self, tokens: Sequence[int], skip: int) -> Flags:
        """Return for each token whether its bytes without the first `skip` may follow, shape (tokens,)."""

    def advance(self, data: bytes, /) -> None:
        """Append bytes that were accepted."""

    def allowed(self) -> Ids:
        """Return all tokens whose bytes may follow, and perhaps others that `accepts` refuses."""

    def needs_no_model(self) -> bool:
        """Return whether the language can end the middle as well as any model."""

    def is_importable(self, name: bytes, /) -> bool:
        """Return whether an import that the language writes binds a missing name."""

    def useful(self, text: bytes, /) -> int | None:
        """Return the length of the part of a text to keep if the language has to end it; None for all."""

    def refusal(self, data: bytes, /) -> tuple[int, list[str]]:
        """Return for refused bytes how many of them are accepted, and what is expected after those."""

    def may_end_with(self, text: bytes) -> bool:
        """Return whether the middle may end after a text."""

    def closing(self, *, thorough: bool) -> bytes | None:
        """Return a short text that ends the middle; None if none is found, or nothing has to be ended.

        Args:
            thorough: Whether to search longer.
        """

    def forced(self) -> bytes:
        """Return the bytes with which every longer middle continues; empty if there is a choice or an end."""

    def copy(self) -> Constraint:
        """Return an independent filter at the same place."""


def look_around(
    state: State, left: bytes, right: bytes, *, by_columns: bool, may_leave: bool = False
) -> _core.Openings:
    """Find the brackets, strings and blocks that a completion must leave open, and the file's indentation.

    Args:
        state: The state at the cursor.
        left: The left context.
        right: The right context.
        by_columns: Whether columns determine the language's blocks.
        may_leave: Whether a completion may close what is open all the same, and must only be indented as the
            file is.

    Raises:
        CoreError: The core failed.
    """
    with core_errors():
        usual = state.language.manifest.indentation.encode()
        around = _core.Openings(state.core, left, right, by_columns, usual)
        return around.layout() if may_leave else around


class _CoreCall:
    """A context manager for calls of the core: it counts their time as `engine` and translates their errors.

    One object serves all calls and both purposes, since making two would cost more than most of the calls.
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
    """A filter by a language's state, whose time counts as `engine`.

    Args:
        state: The state at the place where the next token begins.
        vocabulary: The vocabulary of the tokens.
        stopwatch: The stopwatch that counts the time.
        around: The result of `look_around` if the middle has to stay in its context: it then closes no
            bracket, string or block of `around`, and is indented as the file is. None for no restriction.

    Raises:
        CoreError: The core failed. Each method may raise it too.
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
        self.comment = state.language.manifest.comments.line.encode()
        self._vocabulary = vocabulary
        self._core_call = _CoreCall(stopwatch)
        with self._core_call:
            self._core = _core.Guard(state.core, around)

    @property
    def member(self) -> bool:
        """Whether the middle is a member."""
        with self._core_call:
            return self._core.member()

    def accepts(self, data: bytes, /) -> bool:
        """Return whether the middle remains viable with these bytes."""
        with self._core_call:
            return self._core.accepts(data)

    def admitting(self, data: bytes, which: Admitted = "one", /) -> GrammarConstraint | None:
        """Return the filter that lets one unknown name be read; None if these bytes may not follow.

        With `importable`, it is one that an import can bind.
        """
        twin = self._admitting(which)
        return twin if twin.accepts(data) else None

    def admitting_all(self, *, importable: bool = False) -> GrammarConstraint:
        """Return the filter with which any names may be read, or any that an import can bind."""
        return self._admitting("importables" if importable else "all")

    def _admitting(self, which: Literal[Admitted, "importables", "all"]) -> GrammarConstraint:
        twin = self.copy()
        with twin._core_call:  # noqa: SLF001 - it is of this class
            twin._core.admit(which)  # noqa: SLF001
        return twin

    def admitted(self) -> tuple[str, ...]:
        """Return the unknown names that the middle was allowed to read."""
        with self._core_call:
            return tuple(name.decode("utf-8", "replace") for name in self._core.admitted())

    @property
    def filters_names(self) -> bool:
        """Whether the names matter that the middle reads."""
        with self._core_call:
            return self._core.filters_names()

    def unsettled_names(self) -> list[bytes]:
        """Return the names that the rest of the middle must bind, or is hoped to."""
        with self._core_call:
            return self._core.unsettled_names()

    def missing(self) -> tuple[MissingName, ...]:
        """Return the names that the right context reads and that only a middle can bind."""
        with self._core_call:
            return missing_names(self._core)

    def still_missing(self) -> tuple[MissingName, ...]:
        """Return those of the missing names that are not bound if the middle ends here."""
        missing = self.missing()
        with self._core_call:
            return tuple(missing[number] for number in self._core.still_missing())

    def binds(self, data: bytes, /) -> Binding | None:
        """Return how bytes bind the name at their end; None if they may not follow, or do not bind it."""
        with self._core_call:
            return self._core.binds(data)

    def has_typed_unknown_name(self) -> bool:
        """Return whether the user has typed the beginning of known names that is read and is none itself."""
        with self._core_call:
            return self._core.has_typed_unknown_name()

    def owing_nothing(self) -> GrammarConstraint:
        """Return the filter with which no names may be read that the rest of the middle must bind."""
        twin = self.copy()
        with twin._core_call:  # noqa: SLF001 - it is of this class
            twin._core.owe_nothing()  # noqa: SLF001
        return twin

    def accepts_each(self, tokens: Sequence[int], skip: int) -> Flags:
        """Return for each token whether its bytes without the first `skip` keep the middle viable."""
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
        """Return all tokens with which the middle remains viable, including those that leave the context."""
        with self._core_call:
            bits = np.frombuffer(self._core.mask(self._vocabulary.core), dtype=np.uint8)
            return np.flatnonzero(np.unpackbits(bits, bitorder="little", count=len(self._vocabulary)))

    def needs_no_model(self) -> bool:
        """Return False, since the model knows better what to write."""
        return False

    def is_importable(self, _name: bytes, /) -> bool:
        """Return False, since the language writes no imports."""
        return False

    def useful(self, _text: bytes, /) -> int | None:
        """Return None, since all of a text is kept if possible."""
        return None

    def refusal(self, data: bytes, /) -> tuple[int, list[str]]:
        """Return how many of the refused bytes are accepted, and what is expected after those."""
        with self._core_call:
            count, expected = self._core.refusal(data)
            return count, expectations(self._language, expected)

    def may_end_with(self, text: bytes) -> bool:
        """Return whether the middle with a text after it is a member."""
        with self._core_call:
            return self._core.may_end_with(text)

    def closing(self, *, thorough: bool) -> bytes | None:
        """Return a short text that makes the middle a member.

        The text leaves the context only if no other is found. It has at most 200 bytes, and the search takes
        some milliseconds; if `thorough`, it has at most 2,000 bytes, and the search takes some tenths of a
        second.
        """
        with self._core_call:
            return self._core.closing(thorough)

    def forced(self) -> bytes:
        """Return the bytes with which every longer middle continues, at most 100."""
        with self._core_call:
            return self._core.forced()

    def copy(self) -> GrammarConstraint:
        """Return an independent filter at the same place."""
        with self._core_call:
            core = self._core.copy()
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__, _core=core)
        return twin


class NoConstraint:
    """A filter that accepts everything that a model writes.

    Args:
        size: The number of tokens of the vocabulary.
    """

    member = True
    cuts_back = False
    filters_names = False
    comment = b""

    def __init__(self, size: int) -> None:
        self._size = size

    def accepts(self, _data: bytes, /) -> bool:
        """Return True, since all bytes may follow."""
        return True

    def admitting(self, _data: bytes, _which: Admitted = "one", /) -> None:
        """Return None, since nothing is ever refused."""

    def admitting_all(self, *, importable: bool = False) -> NoConstraint:  # noqa: ARG002 - as the protocol has it
        """Return this filter itself, since nothing is ever refused."""
        return self

    def admitted(self) -> tuple[str, ...]:
        """Return no names, since all are allowed."""
        return ()

    def unsettled_names(self) -> list[bytes]:
        """Return no names, since nothing is known of them."""
        return []

    def missing(self) -> tuple[()]:
        """Return no names, since nothing is known of them."""
        return ()

    def still_missing(self) -> tuple[()]:
        """Return no names, since nothing is known of them."""
        return ()

    def binds(self, _data: bytes, /) -> None:
        """Return None, since nothing is known of names."""

    def has_typed_unknown_name(self) -> bool:
        """Return False, since nothing is known of names."""
        return False

    def owing_nothing(self) -> NoConstraint:
        """Return this filter itself, since no names are ever owed."""
        return self

    def accepts_each(self, tokens: Sequence[int], skip: int) -> Flags:  # noqa: ARG002 - as the protocol has it
        """Return True for each token."""
        return np.ones(len(tokens), dtype=np.bool_)

    def advance(self, _data: bytes, /) -> None:
        """Do nothing, since this filter has no state."""

    def allowed(self) -> Ids:
        """Return all tokens."""
        return np.arange(self._size)

    def needs_no_model(self) -> bool:
        """Return False, since the language writes nothing."""
        return False

    def is_importable(self, _name: bytes, /) -> bool:
        """Return False, since the language writes nothing."""
        return False

    def useful(self, _text: bytes, /) -> None:
        """Return None, since nothing is ever ended by the language."""

    def refusal(self, _data: bytes, /) -> tuple[int, list[str]]:
        """Raise an error, since nothing is ever refused."""
        raise AssertionError("nothing is ever refused here")

    def may_end_with(self, _text: bytes) -> bool:
        """Return True, since the middle may end anywhere."""
        return True

    def closing(self, *, thorough: bool) -> bytes | None:  # noqa: ARG002 - nothing is looked for
        """Return None, since nothing has to be ended."""
        return None

    def forced(self) -> bytes:
        """Return no bytes, since none must follow."""
        return b""

    def copy(self) -> NoConstraint:
        """Return this filter itself, since it has no state."""
        return self
