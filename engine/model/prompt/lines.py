"""A text is split into lines from a cursor on, in either direction, and the lines into tokens.

A key changes only the line at the cursor. The lines beyond it are compared with those of the last prompt as
one piece of text and are not split again, so that the cost of a prompt is that of the changed lines.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from quoin.engine.decoding.model import Tokens

    Step = Callable[[bytes, int, int], int]

BYTES_PER_TOKEN = 8
"""The number of bytes for each token of room that are read of a line longer than the context."""

_LINE = re.compile(rb"[^\n]*\n(?:[ \t\f\r]*\n)*|[^\n]+")
_BLANKS = b" \t\f\r"


class Lines:
    """The lines in one direction, with a cache of the lines beyond the first one.

    Args:
        tokens: A function that returns the tokens of a line.
        step: A function that returns the other end of a line; `line_end` or `line_start`.
    """

    def __init__(self, tokens: Callable[[bytes], Tokens], step: Step) -> None:
        self._tokens = tokens
        self._step = step
        self._beyond: list[tuple[int, Tokens]] = []
        self._text, self._from, self._to = b"", 0, 0

    def fitting(self, text: bytes, at: int, room: int) -> list[tuple[int, Tokens]]:
        """Return the lengths in bytes and tokens of the first lines that have at most `room` tokens together.

        Args:
            text: The text.
            at: The cursor, which is at one end of the text.
            room: The maximum number of tokens.
        """
        found: list[tuple[int, Tokens]] = []
        far = len(text) - at
        while at != far:
            line = self._line(text, at, len(found) - 1, room * BYTES_PER_TOKEN)
            if line is None:
                break
            if not found:
                self._recall(text, at + (line[0] if far else -line[0]))
            room -= len(line[1])
            if room < 0:
                break
            found.append(line)
            at += line[0] if far else -line[0]
        return found

    def _line(self, text: bytes, at: int, number: int, most: int) -> tuple[int, Tokens] | None:
        """Return the line at a position; None if it is too long.

        Args:
            text: The text.
            at: The position at which the line begins in the direction of the lines.
            number: The index of the line among those beyond the first one, -1 for the first one.
            most: The maximum length in bytes.
        """
        if 0 <= number < len(self._beyond):
            line = self._beyond[number]
            return line if line[0] <= most else None
        to = self._step(text, at, most)
        length = abs(to - at)
        if length > most:
            return None
        line = length, self._tokens(text[min(at, to) : max(at, to)])
        if number >= 0:
            self._beyond.append(line)
            self._to = to
        return line

    def _recall(self, text: bytes, at: int) -> None:
        """Keep the cached lines beyond a position if the text there has not changed."""
        span = self._to - self._from
        if not self._stand(text, at, at + span):
            self._beyond = []
            span = 0
        self._text, self._from, self._to = text, at, at + span

    def _stand(self, text: bytes, at: int, to: int) -> bool:
        if not self._beyond or min(at, to) < 0:
            return False
        before = self._text[min(self._from, self._to) : max(self._from, self._to)]
        if text[min(at, to) : max(at, to)] != before:
            return False
        # The end of the last line depends on the text after it.
        length = self._beyond[-1][0]
        return self._step(text, to - length if to > at else to + length, length) == to


def line_end(text: bytes, start: int, most: int) -> int:
    """Return the end of a line and the blank lines after it; more than `most` bytes away if it is longer."""
    cut = start + most + 1
    line = _LINE.match(text, start, cut)
    end = start if line is None else line.end()
    if end < cut < len(text) and not text[end:cut].strip(_BLANKS):
        # The cut may be inside a blank line.
        line = _LINE.match(text, start)
        end = start if line is None else line.end()
    return end


def line_start(text: bytes, end: int, most: int) -> int:
    """Return the start of a line and its blank lines; more than `most` bytes away if it is longer."""
    least = max(0, end - most - 1)
    start = end
    while start > least:
        start = text.rfind(b"\n", least, start - 1) + 1 or least
        if not text[start:end].isspace():
            break
    return start


def lines_forwards(text: bytes) -> Iterator[bytes]:
    """Return the lines of a text with their line ends, each with the blank lines after it."""
    return (match.group() for match in _LINE.finditer(text))
