"""What the characters of program text are: brackets, and the letters of words."""

from __future__ import annotations

import re

CLOSER_OF = {b"(": b")", b"[": b"]", b"{": b"}"}
"""The brackets that open, and those that close them."""

OPENER_OF = {closer: opener for opener, closer in CLOSER_OF.items()}
"""The brackets that close, and those that open them."""

INNERMOST = re.compile(rb"\([^()\[\]{}]*\)|\[[^()\[\]{}]*\]|\{[^()\[\]{}]*\}")
"""A pair of brackets with none within."""

_BRACKET = re.compile(rb"[()\[\]{}]")

STRING = re.compile(rb"\"(?:[^\"\\\r\n]|\\.)*\"|'(?:[^'\\\r\n]|\\.)*'|`(?:[^`\\]|\\.)*`")
"""A string as most languages write it: in quotes in one line, or between backquotes."""

_QUOTE = re.compile(rb"[\"'`]")


def hidden(form: re.Pattern[bytes], text: bytes, sign: bytes = b"0") -> bytes:
    """Return a text of the same length in which a sign stands for each byte of what has a form."""
    return form.sub(lambda found: sign * len(found[0]), text)


def without_strings(text: bytes) -> bytes:
    """Return a text of the same length in which zeros stand for strings."""
    return hidden(STRING, text)


def is_in_string(line: bytes) -> bool:
    """Return whether a line ends within a string."""
    return _QUOTE.search(STRING.sub(b"", line)) is not None


def is_open(quote: bytes, before: bytes) -> bool:
    """Return whether a quote has begun a string in a line, and none has ended it."""
    return before.count(quote) % 2 == 1


def has_word(word: bytes, text: bytes) -> bool:
    """Return whether a text has a word, in which there may be a `$`."""
    return word in text and re.search(rb"(?<![\w$])" + re.escape(word) + rb"(?![\w$])", text) is not None


def without_pairs(text: bytes, instead: bytes = b"0") -> bytes:
    """Return a text in which something else stands for each outermost pair of brackets."""
    count = 1
    while count:
        text, count = INNERMOST.subn(instead, text)
    return text


def ends_word(text: bytes) -> bool:
    """Return whether the last byte of a text belongs to a word."""
    return text[-1:].isalnum() or text[-1:] == b"_" or text[-1:] >= b"\x80"


def open_brackets(text: bytes) -> list[int]:
    """Return the offsets of the brackets that a text leaves open.

    Brackets in strings and comments count as well.
    """
    found: list[int] = []
    for bracket in _BRACKET.finditer(text):
        sign, at = bracket[0], bracket.start()
        if sign in CLOSER_OF:
            found.append(at)
        elif found and text[found[-1] : found[-1] + 1] == OPENER_OF[sign]:
            found.pop()
    return found


def closing_bracket(text: bytes, start: int = 0, end: int | None = None) -> int | None:
    """Return the offset of the bracket that closes one open at `start`; None if none does before `end`.

    Brackets in strings and comments count as well.
    """
    depth = 0
    for bracket in _BRACKET.finditer(text, start, len(text) if end is None else end):
        depth += 1 if bracket[0] in CLOSER_OF else -1
        if depth < 0:
            return bracket.start()
    return None
