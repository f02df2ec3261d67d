"""A filter that also keeps a completion in its context.

The language's filter lets a completion close what was opened left of the cursor, if the text to the
right can close something else instead. This one refuses it, and lines that are not indented as the
file's are. Where nothing else fits, a completion may close what it must: a text that fits is worth more.
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from engine.decoding.guard import Guarded
from engine.decoding.indentation import BLANKS, of_line
from engine.decoding.interfaces import OpenStateT
from engine.decoding.openings import has_closed, has_left_string

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.decoding.openings import Openings
    from engine.decoding.stopwatch import Stopwatch

DEEPEST = 4
"""Blocks inside of the cursor's in which a text is ended, at most."""

_LINE_ENDS = frozenset(b"\n\r")
_CLOSERS = frozenset(b")]}\"'`")
_OF_INTEREST = _LINE_ENDS | _CLOSERS
_TWO_BYTES = tuple(b"\r\n")
_NO_CODE = b"$"


class Lines:
    """Follows the lines of a middle and says which are out of place.

    Args:
        around: the cursor.
    """

    def __init__(self, around: Openings) -> None:
        self._around = around
        self._indentation = around.line
        self._base = around.base
        self._last = 0

    def copy(self) -> Lines:
        """An independent follower at the same place."""
        twin = Lines(self._around)
        twin.__dict__.update(self.__dict__)
        return twin

    @property
    def begins(self) -> bool:
        """Whether a line has begun that holds nothing but blanks so far, outside of brackets and strings."""
        return self._indentation is not None

    @property
    def may_end(self) -> bool:
        """Whether the line that the text behind the cursor would end is in its place."""
        rest = self._around.rest
        return self._indentation is None or not rest.strip(BLANKS) or self._fits(of_line(rest), last=True)

    def skip(self, data: bytes) -> None:
        """Follow bytes without a line end, behind the beginning of a line."""
        self._last = data[-1] if data else self._last

    def follow(self, byte: int, *, in_code: bool) -> bool:
        """Follow a byte; returns whether it is in its place.

        Args:
            byte: the next of the middle.
            in_code: whether neither a bracket nor a string is open behind it.
        """
        before, self._last = self._last, byte
        if byte in _LINE_ENDS:
            if (before, byte) != _TWO_BYTES:
                self._indentation = b"" if in_code and before != ord("\\") else None
            return True
        if self._indentation is None:
            return True
        if byte in BLANKS:
            self._indentation += bytes([byte])
            return self._fits(b"", last=False)
        fits = self._fits(b"", last=True)
        self._base = self._base if byte == ord("#") else self._indentation
        self._indentation = None
        return fits

    def _fits(self, more: bytes, *, last: bool) -> bool:
        """Whether a line may be indented so: `last` if content follows, else so far."""
        around, base = self._around, self._base
        line = (self._indentation or b"") + of_line(more)
        deepest = None if around.unit is None or base is None else base + around.unit
        if not last:
            return deepest is None or deepest.startswith(line) or line == around.line
        if around.least is not None and not line.startswith(around.least):
            return False
        deeper = deepest is not None and base is not None and len(line) > len(base)
        return not deeper or line in (deepest, around.line)


class InContext(Guarded[OpenStateT]):
    """A language's state as a guard that stays in context.

    Args:
        state: at the place where the next token begins.
        mask: the tokens that a state allows, as a bit mask, least significant bit first.
        size: number of tokens.
        stopwatch: takes the time.
        around: the cursor, which this is the place of.
    """

    def __init__(
        self,
        state: OpenStateT,
        mask: Callable[[OpenStateT], bytes],
        size: int,
        stopwatch: Stopwatch,
        around: Openings,
    ) -> None:
        super().__init__(state, mask, size, stopwatch)
        self._around = around
        self._lines = Lines(around)

    @property
    def member(self) -> bool:
        """Whether the file fits if the middle ends here, and the middle stays in context."""
        return super().member and self._lines.may_end

    def accepts(self, data: bytes, /) -> bool:
        """Whether the file can still fit with these bytes next, and they stay in context."""
        # Timed as in `Guarded`, with little around the question.
        started = perf_counter()
        accepts = self._state.accepts(data) and self._stays(data)
        self._time["engine"] += perf_counter() - started
        return accepts

    def advance(self, data: bytes, /) -> None:
        """Append bytes that were accepted."""
        started = perf_counter()
        accepted = self._follow(self._state, self._lines, data)
        self._time["engine"] += perf_counter() - started
        if not accepted:
            raise AssertionError("bytes were appended that had not been accepted")

    def refusal(self, data: bytes, /) -> tuple[int, list[str]]:
        """How many of the bytes could come, and what was expected after those."""
        if not self._state.accepts(data):
            return super().refusal(data)
        with self._stopwatch.measure("engine"):
            state, lines = self._state.copy(), self._lines.copy()
            fitting = (self._follow(state, lines, bytes([byte])) for byte in data)
            count = next(number for number, fits in enumerate(fitting) if not fits)
            there = self._state.copy()
            there.advance(data[:count])
            return count, there.expected()

    def closing(self, *, thorough: bool) -> bytes | None:
        """A short text with which the file fits; it leaves the context only if no other is found."""
        text = super().closing(thorough=thorough)
        if text is None or self.may_end_with(text):
            return text
        return self._closing_inside(text) or text

    def may_end_with(self, text: bytes) -> bool:
        """Whether the middle may end behind a text and stays in context."""
        twin = self.copy()
        if not twin.accepts(text):
            return False
        twin.advance(text)
        return twin.member

    def _closing_inside(self, text: bytes) -> bytes | None:
        """The beginning of a text that leaves its block, ended in lines that do not."""
        state, lines = self._state.copy(), self._lines.copy()
        staying = (self._follow(state, lines, bytes([byte])) for byte in text)
        count = next((number for number, stays in enumerate(staying) if not stays), len(text))
        begun = text[:count].rstrip(BLANKS)
        if self._around.least is None or not begun.endswith((b"\n", b"\r")):
            return None
        for depth in range(DEEPEST):
            twin = self.copy()
            blanks = begun + self._around.least + depth * (self._around.unit or b"    ")
            if twin.accepts(blanks):
                twin.advance(blanks)
                rest = Guarded.closing(twin, thorough=False)
                if rest is not None and twin.may_end_with(rest):
                    return blanks + rest
        return None

    def copy(self) -> InContext[OpenStateT]:
        """An independent guard at the same place."""
        with self._stopwatch.measure("engine"):
            twin = InContext(self._state.copy(), self._mask, self._size, self._stopwatch, self._around)
            twin._lines = self._lines.copy()
            return twin

    def _stays(self, data: bytes) -> bool:
        if not self._lines.begins and _OF_INTEREST.isdisjoint(data):
            return True
        return self._follow(self._state.copy(), self._lines.copy(), data)

    def _follow(self, state: OpenStateT, lines: Lines, data: bytes) -> bool:
        """Advance by bytes; returns False where one does not fit or leaves the context."""
        if not lines.begins and _OF_INTEREST.isdisjoint(data):
            lines.skip(data)
            return state.advance(data)
        return all(self._step(state, lines, byte) for byte in data)

    def _step(self, state: OpenStateT, lines: Lines, byte: int) -> bool:
        if not state.advance(bytes([byte])):
            return False
        if byte in _CLOSERS and self._closes(state):
            return False
        ends_line = byte in _LINE_ENDS
        in_code = ends_line and state.open_bracket() is None and not state.accepts(_NO_CODE)
        return lines.follow(byte, in_code=in_code)

    def _closes(self, state: OpenStateT) -> bool:
        """Whether something has been closed that was to stay open."""
        around = self._around
        if around.bracket is not None and has_closed(state, around.bracket):
            return True
        return around.in_string and has_left_string(state, around)
