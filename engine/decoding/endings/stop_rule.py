"""Where a completion ends if the model does not end it.

- `line`: before the first line end after some text.
- `statement`: at the end of the last line before one that is not indented deeper than the
  statement the middle began in or with: a simple statement is one logical line, a compound one
  comes with its block.
- `block`: the same, before the first line that is indented less than the block around the cursor;
  the block is the one that the middle opens, if it begins by opening one.
- `end`: only where the model ends it.

Each stop is taken only where the language allows the middle to end, and leaves the line end out:
the buffer has its own. A model that says what stands after the cursor in its line already has come to the
end, too, but with `end` (`StopRule.repeats`): small ones often go on so, and would then write a second time
what the line begins with. Where the next line is indented deeper than the cursor's, what that is to open is
there already: the middle ends with its first line. Only blanks and line ends are looked at, so this holds for
any language that is laid out in lines; brackets and strings matter through the language's answer alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from quoin.engine.util.lines import BLANKS, LINE_END, column, first_line, last_line, next_column

if TYPE_CHECKING:
    from collections.abc import Callable

    from quoin.engine.decoding.request import Stop

_LINE_ENDS = frozenset(b"\n\r")
_BLANKS = frozenset(b" \t\f")
_NEAR = 4000
"""Bytes after the cursor in which the next line is looked for."""


class StopRule:
    """Follows a middle byte by byte.

    Args:
        kind: which of the rules.
        left: text before the cursor; only its last line matters.
        right: text after the cursor; only the rest of its line and the next one with a text matter.
    """

    def __init__(self, kind: Stop, left: bytes, right: bytes = b"") -> None:
        self._kind = kind
        self._follows = b"" if kind == "end" else first_line(right).rstrip()
        line, below = last_line(left), _next_line(right[:_NEAR])
        indentation = line[: len(line) - len(line.lstrip(BLANKS))]
        self._column = column(line)
        self._block_follows = kind != "end" and column(below) > self._column
        fresh = indentation == line
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
        """An independent rule at the same place."""
        twin = StopRule.__new__(StopRule)
        twin.__dict__.update(self.__dict__)
        return twin

    @property
    def any_text(self) -> bool:
        """Whether the middle has anything but blanks and line ends."""
        return self._any_text

    @property
    def awaits_text(self) -> bool:
        """Whether the middle may be to stop in front of the first text of the line that has begun."""
        return self._in_indentation and self._pending is not None and self._kind != "end"

    def repeats(self, data: bytes) -> bool:
        """Whether a token says what stands after the cursor in its line, or begins to."""
        if not self._follows:
            return False
        line = LINE_END.split(data, maxsplit=1)[0]
        said = line if len(line) == len(data) else line.rstrip()
        return bool(said.strip()) and self._follows.startswith(said)

    def simple(self, data: bytes) -> bool:
        """Whether no stop can fall inside `data`, so that `skip` will do."""
        return not self._in_indentation and b"\n" not in data and b"\r" not in data

    def skip(self, data: bytes) -> None:
        """Follow bytes for which `simple` holds."""
        self._offset += len(data)
        if not self._text_on_line and data.strip(b" \t\f"):
            self._text_on_line = self._any_text = True

    def follow(self, byte: int, may_end: Callable[[], bool]) -> int | None:
        """Follow one byte.

        Args:
            byte: the next of the middle.
            may_end: whether the middle may end in front of it.

        Returns:
            The length of the middle in bytes if it is to stop, at or before this byte.
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
            if self._pending is not None and self._block_follows:
                return self._pending
            self._block_follows = False
        self._in_indentation = True
        self._text_on_line = False
        self._column = 0
        return self._pending if self._kind == "line" else None

    def _first_text(self) -> int | None:
        """The first text of a line: its column decides whether the lines before it are complete."""
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
    """The first line with a text after the first line end; empty if there is none."""
    below = text[len(first_line(text)) :]
    at = len(below) - len(below.lstrip())
    return last_line(below[:at]) + first_line(below[at:])


_OPENERS = (":", "{")


def stop_for(wanted: Stop | Literal["auto"], left: str) -> Stop:
    """Settle `auto` by the text before the cursor.

    On an empty line behind a line that opens a block (that ends in `:` or `{`) it is the block that is
    wanted, everywhere else a statement.
    """
    if wanted != "auto":
        return wanted
    begin = max(left.rfind("\n"), left.rfind("\r"))
    opens = begin >= 0 and not left[begin:].strip() and _last_sign(left, begin) in _OPENERS
    return "block" if opens else "statement"


def _last_sign(text: str, end: int) -> str:
    """The last sign before an offset that is no white space; empty if there is none."""
    while end > 0 and text[end - 1].isspace():
        end -= 1
    return text[end - 1 : end]
