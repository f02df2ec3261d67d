"""A `StopRule` determines where a completion ends if the model does not end it.

- `line`: The completion ends before the first line end after some text.
- `statement`: It ends with the last line before one that is not indented deeper than the
  statement in which or with which the middle began. A simple statement is one logical line, and a
  compound one includes its block.
- `block`: It ends with the last line before one that is indented less than the block around the cursor.
  If the middle begins by opening a block, that block counts instead.
- `end`: It ends only where the model ends it.

The rule ends a middle only where the language allows that, and before the line end, since the buffer has a
line end of its own. Except with `end`, the middle also ends if the model repeats what follows the cursor in
its line (`StopRule.repeats`): small models often do so, and would write that text a second time. If the next
line is indented deeper than the cursor's, the block that the cursor's line opens exists already, and the
middle ends with its first line. So it does if the cursor is within a line whose rest begins with no closing
bracket or quote, such as a `;`: what follows belongs to that line. The rule considers only blanks and line
ends, and therefore applies to every language that is written in lines; brackets and strings matter only for
whether the language allows the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from quoin.engine.util.lines import BLANKS, LINE_END, column, first_line, last_line, next_column

if TYPE_CHECKING:
    from collections.abc import Callable

    from quoin.engine.decoding.request import Stop

_LINE_ENDS = frozenset(b"\n\r")
_BLANKS = frozenset(b" \t\f")
_CLOSERS = frozenset((b")", b"]", b"}", b'"', b"'", b"`"))
_NEAR = 4000
"""The number of bytes after the cursor in which the next line is searched."""


class StopRule:
    """A stop rule that reads a middle byte by byte.

    Args:
        kind: The kind of the rule.
        left: The left context, of which only the last line matters.
        right: The right context, of which only the rest of the cursor's line and the next line that is not
            blank matter.
    """

    def __init__(self, kind: Stop, left: bytes, right: bytes = b"") -> None:
        self._kind = kind
        self._follows = b"" if kind == "end" else first_line(right).rstrip()
        line, below = last_line(left), _next_line(right[:_NEAR])
        indentation = line[: len(line) - len(line.lstrip(BLANKS))]
        self._column = column(line)
        self._block_follows = kind != "end" and column(below) > self._column
        fresh = indentation == line
        rest = self._follows.lstrip()
        self._is_within = not fresh and bool(rest) and rest[:1] not in _CLOSERS
        self._in_indentation = fresh
        self._base = None if fresh else self._column
        self._least = self._column
        self._may_open = not fresh
        self._text_on_line = False
        self._any_text = False
        self._offset = 0
        self._pending: int | None = None
        self.lines = 1

    def copy(self) -> StopRule:
        """Return an independent rule at the same place."""
        twin = StopRule.__new__(StopRule)
        twin.__dict__.update(self.__dict__)
        return twin

    @property
    def any_text(self) -> bool:
        """Whether the middle has anything but blanks and line ends."""
        return self._any_text

    @property
    def awaits_text(self) -> bool:
        """Whether the middle may have to stop before the first text of the line that has begun."""
        return self._in_indentation and self._pending is not None and self._kind != "end"

    def repeats(self, data: bytes) -> bool:
        """Return whether a token repeats the rest of the cursor's line, or a beginning of it."""
        if not self._follows:
            return False
        line = LINE_END.split(data, maxsplit=1)[0]
        said = line if len(line) == len(data) else line.rstrip()
        return bool(said.strip()) and self._follows.startswith(said)

    def simple(self, data: bytes) -> bool:
        """Return whether the rule cannot stop inside `data`, so that `skip` suffices."""
        return not self._in_indentation and b"\n" not in data and b"\r" not in data

    def skip(self, data: bytes) -> None:
        """Read bytes for which `simple` returns true."""
        self._offset += len(data)
        if not self._text_on_line and data.strip(b" \t\f"):
            self._text_on_line = self._any_text = True

    def follow(self, byte: int, may_end: Callable[[], bool]) -> int | None:
        """Read one byte.

        Args:
            byte: The next byte of the middle.
            may_end: Returns whether the middle may end before the byte.

        Returns:
            The length in bytes at which the middle stops, at or before this byte; None if it does not stop.
        """
        stop = None
        if byte in _LINE_ENDS:
            stop = self._line_end(may_end)
        elif byte in _BLANKS:
            if self._in_indentation:
                self._indent(byte)
        else:
            stop = self._first_text() if self._in_indentation else None
            self._in_indentation = False
            self._text_on_line = self._any_text = True
        self._offset += 1
        if byte == ord("\n"):
            self.lines += 1
        return stop

    def _line_end(self, may_end: Callable[[], bool]) -> int | None:
        if self._text_on_line:
            self._pending = self._offset if may_end() else None
            if self._pending is not None and (self._block_follows or self._is_within):
                return self._pending
            self._block_follows = False
        self._in_indentation = True
        self._text_on_line = False
        self._column = 0
        return self._pending if self._kind == "line" else None

    def _first_text(self) -> int | None:
        """Decide by the column of a line's first text whether the middle stops before this line."""
        column = self._column
        if self._base is None:
            self._base = column
            return None
        if self._kind == "end":
            return None
        outside = column <= self._base if self._kind == "statement" else column < self._base
        if outside and self._pending is not None:
            return self._pending
        self._pending = None
        if self._kind == "block" and (outside or self._may_open):
            self._base = max(column, self._least)
            self._may_open = False
        return None

    def _indent(self, byte: int) -> None:
        self._column = next_column(self._column, byte)


def _next_line(text: bytes) -> bytes:
    """Return the first line after the first line end that is not blank; empty if there is none."""
    below = text[len(first_line(text)) :]
    at = len(below) - len(below.lstrip())
    return last_line(below[:at]) + first_line(below[at:])


_OPENERS = (":", "{")


def stop_for(wanted: Stop | Literal["auto"], left: str) -> Stop:
    """Return the stop rule, with `auto` resolved by the left context.

    On a blank line after a line that opens a block (that ends with `:` or `{`), `auto` means `block`;
    everywhere else it means `statement`.
    """
    if wanted != "auto":
        return wanted
    begin = max(left.rfind("\n"), left.rfind("\r"))
    opens = begin >= 0 and not left[begin:].strip() and _last_sign(left, begin) in _OPENERS
    return "block" if opens else "statement"


def _last_sign(text: str, end: int) -> str:
    """Return the last character before an offset that is not white space; empty if there is none."""
    while end > 0 and text[end - 1].isspace():
        end -= 1
    return text[end - 1 : end]
