"""The quotient of a language by two contexts, and positions in a growing middle.

The algorithm is the core's (`engine/core`); see `ARCHITECTURE.md`. Everything here counts bytes of
UTF-8; texts are encoded on the way in, lone surrogates as the three bytes that they would be.
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
"""What a middle leaves alone of the right context, unless nothing else fits there.

- `code`: code stays code. No comment and no string that begins in the middle takes any of it, unless the
  right context can be read in no other way, as the rest of a string.
- `words`: the same, and no word of the middle runs into a word of the right context.
- `nothing`: whatever the language allows, as for a proof about the language.
"""

RIGHT = "the text behind the cursor"
"""What an expectation is called that the right context meets."""

NEW_LINE = "a comment or a new line"
"""What can come where no content can: at a column that is none of the levels open."""


@dataclass(frozen=True)
class Problem:
    """Why no middle fits.

    Attributes:
        side: The context at fault, or "both" where each could stand with another one.
        offset: Bytes into that context; into the left one for "both".
        message: One line, without any of the text.
        expected: Display names of what could stand at the offset, where that is known.
    """

    side: Literal["left", "right", "both"]
    offset: int
    message: str
    expected: tuple[str, ...]


class State:
    """A position in a middle. Copies are cheap and independent."""

    def __init__(self, language: Definition, core: _core.State) -> None:
        self.language = language
        self.core = core

    @staticmethod
    def of_all(states: Sequence[State]) -> State:
        """A position in the middles that several quotients share, which fits only where each one does.

        Each quotient alone knows whether it can still be met, all together do not: a middle may go on in each
        of them and end in none that they have in common.

        Args:
            states: Of the same text, each of another quotient of one language; not none. What is open is
                asked of the first.

        Raises:
            ValueError: Two of them are of one quotient.
        """
        with core_errors():
            return State(states[0].language, _core.State.of_all([state.core for state in states]))

    @property
    def viable(self) -> bool:
        """Some text behind this one makes a middle that fits; refused bytes never change that."""
        with core_errors():
            return self.core.viable()

    @property
    def member(self) -> bool:
        """The text so far is a middle that fits."""
        with core_errors():
            return self.core.member()

    def advance(self, data: bytes) -> bool:
        """Go on by `data` if the middle stays viable; if not, say so and change nothing."""
        with core_errors():
            return self.core.advance(data)

    def accepts(self, data: bytes) -> bool:
        """Whether `advance` would succeed."""
        with core_errors():
            return self.core.accepts(data)

    def viable_prefix(self, data: bytes) -> int:
        """How many of the bytes are accepted one after another."""
        with core_errors():
            return self.core.viable_prefix(data)

    def copy(self) -> State:
        """An independent state at the same position."""
        with core_errors():
            return State(self.language, self.core.copy())

    def completion(
        self, max_bytes: int = 2000, max_steps: int = 10_000, *, readable: bool = True
    ) -> bytes | None:
        """A short text behind this one that makes a middle that fits.

        Args:
            max_bytes: Longer ones are not looked for.
            max_steps: The search gives up after so many steps, some ten microseconds each; a few
                dozen do in all but odd places.
            readable: Whether it is worded as a person might write it, with literals and keywords rather than
                names that nobody has chosen; else it is as short as it can be.

        Returns:
            The text, empty where the text so far fits already; None where none was found.
        """
        with core_errors():
            return self.core.completion(max_bytes, max_steps, readable)

    def open_bracket(self) -> int | None:
        """Where the innermost bracket or replacement field was opened that is still open.

        Returns:
            Bytes into left context and middle, one behind the other; None where none is open.
        """
        with core_errors():
            return self.core.open_bracket()

    @property
    def surroundings(self) -> Place:
        """What the position is in, as the lexer sees it: the bytes after it may say otherwise."""
        with core_errors():
            return self.core.surroundings()

    def expected(self) -> list[str]:
        """Display names of what may come next, sorted; `RIGHT` where the right context may.

        `NEW_LINE` alone says that nothing can stand at this column. Of several quotients it is the first that
        allows the least.
        """
        with core_errors():
            return expectations(self.language, self.core.expected())

    def mask(self, vocabulary: Vocabulary) -> bytes:
        """The tokens that keep the middle viable.

        Returns:
            `ceil(len(vocabulary) / 8)` bytes; token `n` is bit `n % 8` (from the least
            significant) of byte `n // 8`.
        """
        with core_errors():
            return self.core.mask(vocabulary.core)


class Quotient:
    """The texts that fit between two contexts.

    Args:
        language: Of both.
        left: The text before the cursor.
        right: The text after it.
        session: Keeps what it knows of both, and what is spared; a new one by default.
        spare: What a new one spares.

    Raises:
        CoreError: The core failed; the quotient is lost and nothing else.
    """

    def __init__(
        self,
        language: Definition,
        left: str | bytes,
        right: str | bytes,
        session: _core.Session | None = None,
        *,
        spare: Spare = "code",
    ) -> None:
        self.language = language
        with core_errors():
            session = session or _core.Session(language.core, spare=spare)
            self._core = session.quotient(as_bytes(left), as_bytes(right))

    @property
    def empty(self) -> bool:
        """No middle at all fits."""
        return self._core.problem is not None

    @property
    def problem(self) -> Problem | None:
        """Why the quotient is empty, if it is."""
        if self._core.problem is None:
            return None
        side, offset, message, expected = self._core.problem
        known: dict[str, Literal["left", "right", "both"]] = {"left": "left", "right": "right"}
        names = tuple(display_names(self.language, expected))
        return Problem(known.get(side, "both"), offset, message, names)

    @property
    def spares(self) -> Spare | Literal["lines"] | None:
        """What each middle leaves alone of the right context: what was asked for, or less if nothing fits so.

        With `lines` none of its code becomes a comment, but some becomes the rest of a string. None where no
        middle fits.
        """
        with core_errors():
            return self._core.spares()

    def start(self) -> State:
        """The state of the empty middle; not viable if the quotient is empty."""
        with core_errors():
            return State(self.language, self._core.start())


def as_bytes(text: str | bytes) -> bytes:
    """The text in UTF-8."""
    return text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text


def expectations(language: Definition, expected: Sequence[tuple[list[str], bool]]) -> list[str]:
    """What may come next, as `State.expected` says it.

    Args:
        language: Whose terminals they are.
        expected: By each quotient, the terminals that may come, and whether the right context may.
    """
    lists = [display_names(language, names) + [RIGHT] * ends or [NEW_LINE] for names, ends in expected]
    return min(lists, key=len, default=[])


def display_names(language: Definition, terminals: Sequence[str]) -> list[str]:
    """What to call terminals in messages, sorted."""
    return sorted({language.display_names.get(name, name) for name in terminals})


class _CoreErrors:
    """Turns the core's own error into the engine's.

    A class, since a generator would cost more than most of the calls that it goes around.
    """

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, _kind: type[BaseException] | None, error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        """Let other errors pass.

        Raises:
            CoreError: The core failed inside.
            EngineError: A number was too large for it.
        """
        if isinstance(error, _core.CoreError):
            raise CoreError(str(error)) from error
        if isinstance(error, OverflowError):
            raise EngineError(str(error)) from error


_CORE_ERRORS = _CoreErrors()


def core_errors() -> _CoreErrors:
    """What to call the core in: its errors become the engine's."""
    return _CORE_ERRORS
