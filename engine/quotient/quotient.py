"""A `Quotient` is a language's quotient by two contexts; a `State` is a position in a growing middle.

The core (`engine/core`) implements the algorithm; see `docs/algorithm.md`. All offsets and lengths count
bytes of UTF-8. A `str` is encoded first, and a lone surrogate as the three bytes that UTF-8 would use for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from quoin.engine import _core
from quoin.engine.errors import CoreError, EngineError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType

    from quoin.engine.languages.definition import Definition
    from quoin.engine.quotient.cursor_context import Place
    from quoin.engine.quotient.vocabulary import Vocabulary


Spare = Literal["words", "code", "nothing"]
"""The parts of the right context that a middle must not change, unless nothing else fits there.

- `code`: Code remains code. No comment or string that begins in the middle includes code of the right
  context, unless the right context can only be read as the rest of a string.
- `words`: Code remains code as with `code`, and no word of the middle joins a word of the right context.
- `nothing`: Every middle that the language allows fits, as proofs about the language require.
"""

Names = Literal["strict", "prefer", "off"]
"""The names that a completion reads.

- `strict`: Known names only: those that are bound where they are read, and the language's own.
- `prefer`: Known names, unless the model is much surer of another one.
- `off`: Any names.
"""

RIGHT = "the text behind the cursor"
"""The display name of the right context in a list of expectations."""

NEW_LINE = "a comment or a new line"
"""The display name of what is expected at a column that matches no open block: no content can stand there."""


@dataclass(frozen=True)
class Problem:
    """Why no middle fits.

    Attributes:
        side: The context at fault, or "both" if each context is possible with a different other one.
        offset: The offset in that context, in bytes; for "both", in the left context.
        message: One line that quotes nothing of the text.
        expected: The display names of what could stand at the offset; empty if unknown.
    """

    side: Literal["left", "right", "both"]
    offset: int
    message: str
    expected: tuple[str, ...]


@dataclass(frozen=True)
class MissingName:
    """A name that the right context reads and that only a middle can bind.

    Attributes:
        name: The name.
        at: The offset in the right context, in bytes, of the line that reads it first.
        is_near: Whether it is read in the scope of the cursor, or inside that.
    """

    name: str
    at: int
    is_near: bool


class State:
    """A position in a middle. Copies are cheap, and independent of the original."""

    def __init__(self, language: Definition, core: _core.State) -> None:
        self.language = language
        self.core = core

    @staticmethod
    def of_all(states: Sequence[State]) -> State:
        """Return a position in the middles that fit in each of several quotients.

        The middle is a member if it is a member of every quotient. Viability is decided for each quotient
        alone: a middle may be viable in each of them although no member is common to all.

        Args:
            states: At least one state, all after one text, each of a different quotient of one language. The
                first one answers `open_bracket` and `surroundings`.

        Raises:
            ValueError: Two of the states are of one quotient.
        """
        with core_errors():
            return State(states[0].language, _core.State.of_all([state.core for state in states]))

    @property
    def viable(self) -> bool:
        """Whether the text so far is a viable prefix: some continuation makes it a member.

        Refused bytes never change this.
        """
        with core_errors():
            return self.core.viable()

    @property
    def lacks_members(self) -> bool:
        """Whether the contexts use names of members that neither declares, given a state at the cursor.

        Only what declares them is then a middle.
        """
        with core_errors():
            return self.core.lacks_members()

    @property
    def member(self) -> bool:
        """Whether the text so far is a member: a middle that fits."""
        with core_errors():
            return self.core.member()

    def admit_all(self) -> None:
        """Let the middle read any names from here on."""
        with core_errors():
            self.core.admit_all()

    @property
    def missing(self) -> tuple[MissingName, ...]:
        """The names that the right context reads and that only a middle can bind, in the order of reading.

        They are known if names are filtered, and for the first one of several quotients.
        """
        with core_errors():
            return missing_names(self.core)

    def still_missing(self) -> tuple[MissingName, ...]:
        """Return those of the missing names that are not bound if the middle ends here."""
        missing = self.missing
        with core_errors():
            return tuple(missing[number] for number in self.core.still_missing())

    def advance(self, data: bytes) -> bool:
        """Append `data` if the middle remains viable; return False and change nothing if it does not."""
        with core_errors():
            return self.core.advance(data)

    def accepts(self, data: bytes) -> bool:
        """Return whether `advance` would succeed."""
        with core_errors():
            return self.core.accepts(data)

    def viable_prefix(self, data: bytes) -> int:
        """Return the length of the longest beginning of `data` that keeps the middle viable, in bytes."""
        with core_errors():
            return self.core.viable_prefix(data)

    def copy(self) -> State:
        """Return an independent state at the same position."""
        with core_errors():
            return State(self.language, self.core.copy())

    def completion(
        self, max_bytes: int = 2000, max_steps: int = 10_000, *, readable: bool = True
    ) -> bytes | None:
        """Return a short continuation that makes the middle a member.

        Args:
            max_bytes: The largest length of the continuation, in bytes.
            max_steps: The largest number of steps of the search, each of which takes some ten microseconds.
                A few dozen suffice at all but unusual positions.
            readable: Whether the continuation resembles what a person might write, with literals and keywords
                rather than names that nobody has chosen; otherwise it is as short as possible.

        Returns:
            The continuation, empty if the middle is a member already; None if none was found.
        """
        with core_errors():
            return self.core.completion(max_bytes, max_steps, readable)

    def open_bracket(self, *, joining: bool = False) -> int | None:
        """Return the offset of the innermost open bracket or replacement field.

        Args:
            joining: Whether only brackets count that join the lines in them to one, as Python's do.

        Returns:
            The offset in bytes, in the left context followed by the middle; None if none is open.
        """
        with core_errors():
            return self.core.open_bracket(joining)

    @property
    def surroundings(self) -> Place:
        """What the position is in, by the lexer's state alone; the bytes after it may change that."""
        with core_errors():
            return self.core.surroundings()

    @property
    def is_in_word(self) -> bool:
        """Whether a word of code ends at the position that a letter would continue.

        It may stand in a string, as the name of an expansion in Bash.
        """
        with core_errors():
            return self.core.is_in_word()

    def expected(self) -> list[str]:
        """Return the sorted display names of what may follow; `RIGHT` is last if the right context may.

        `NEW_LINE` alone means that no content can stand at this column. For several quotients, the result is
        the shortest list of a quotient, the first one among equals.
        """
        with core_errors():
            return expectations(self.language, self.core.expected())

    def mask(self, vocabulary: Vocabulary) -> bytes:
        """Return the mask of the tokens that keep the middle viable.

        Returns:
            `ceil(len(vocabulary) / 8)` bytes; token `n` is bit `n % 8` (from the least
            significant) of byte `n // 8`.
        """
        with core_errors():
            return self.core.mask(vocabulary.core)


class Quotient:
    """The texts that fit between two contexts.

    Args:
        language: The language of both contexts.
        left: The text before the cursor.
        right: The text after the cursor.
        session: The core's session, which keeps its work on both contexts and has a `spare` of its own; by
            default a new one.
        spare: The parts of `right` that a middle must not change, if the session is new.
        names: Names that count as known besides those that the file binds; middles then read known names
            only. None if they may read any.
        importable: Names that are not known, but that an import can bind.

    Raises:
        CoreError: The core failed; nothing but this quotient is lost.
    """

    def __init__(
        self,
        language: Definition,
        left: str | bytes,
        right: str | bytes,
        session: _core.Session | None = None,
        *,
        spare: Spare = "code",
        names: Sequence[str] | None = None,
        importable: Sequence[str] = (),
    ) -> None:
        self.language = language
        with core_errors():
            session = session or _core.Session(language.core, spare=spare)
            more = None if names is None else [as_bytes(name) for name in names]
            offered = [as_bytes(name) for name in importable]
            self._core = session.quotient(as_bytes(left), as_bytes(right), more, offered)

    @property
    def empty(self) -> bool:
        """Whether no middle fits."""
        with core_errors():
            return self._core.problem is not None

    @property
    def problem(self) -> Problem | None:
        """The reason why the quotient is empty; None if it is not."""
        with core_errors():
            found = self._core.problem
        if found is None:
            return None
        side, offset, message, expected = found
        known: dict[str, Literal["left", "right", "both"]] = {"left": "left", "right": "right"}
        names = tuple(display_names(self.language, expected))
        return Problem(known.get(side, "both"), offset, message, names)

    @property
    def spares(self) -> Spare | Literal["lines"] | None:
        """The parts of the right context that no middle changes: those requested, or fewer if need be.

        With `lines`, none of its code becomes a comment, but some becomes the rest of a string. The value is
        None if no middle fits.
        """
        with core_errors():
            return self._core.spares()

    @property
    def filters_names(self) -> bool:
        """Whether middles read known names only.

        Even if that was wanted, they read any name where some may be bound that cannot be seen, as by
        `from x import *`, and in a language of whose names nothing is known.
        """
        with core_errors():
            return self._core.filters_names()

    def start(self) -> State:
        """Return the state of the empty middle; it is not viable if the quotient is empty."""
        with core_errors():
            return State(self.language, self._core.start())


def as_bytes(text: str | bytes) -> bytes:
    """Return a text in UTF-8."""
    return text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text


def expectations(language: Definition, expected: Sequence[tuple[list[str], bool]]) -> list[str]:
    """Return the display names of what may follow, in the form of `State.expected`.

    Args:
        language: The language of the terminals.
        expected: For each quotient, the terminals that may follow, and whether the right context may.
    """
    lists = [display_names(language, names) + [RIGHT] * ends or [NEW_LINE] for names, ends in expected]
    return min(lists, key=len, default=[])


def display_names(language: Definition, terminals: Sequence[str]) -> list[str]:
    """Return the sorted display names of terminals."""
    return sorted({language.display_names.get(name, name) for name in terminals})


class _CoreErrors:
    """A context manager that turns the core's errors into the engine's.

    It is a class, since a generator would cost more than most of the calls that it encloses.
    """

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, _kind: type[BaseException] | None, error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        """Translate the core's errors and let other errors pass.

        Raises:
            CoreError: The core failed.
            EngineError: A number was too large for the core.
        """
        if isinstance(error, _core.CoreError):
            raise CoreError(str(error)) from error
        if isinstance(error, OverflowError):
            raise EngineError(str(error)) from error


_CORE_ERRORS = _CoreErrors()


def core_errors() -> _CoreErrors:
    """Return a context manager that turns the core's errors into the engine's."""
    return _CORE_ERRORS


def missing_names(core: _core.State | _core.Guard) -> tuple[MissingName, ...]:
    """Return the missing names that the core knows of.

    Raises:
        CoreError: The core failed.
    """
    return tuple(MissingName(name.decode("utf-8", "replace"), at, near) for name, at, near in core.missing())
