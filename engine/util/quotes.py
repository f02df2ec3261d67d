"""What a file or a server says is quoted in messages: on one line, and not at length."""

from __future__ import annotations

MAX_QUOTED = 200
"""The largest number of characters that a message quotes; a longer text is cut and ends with an ellipsis."""


def quoted(text: str) -> str:
    """Return a text on one line, cut, and without characters that a terminal would obey."""
    # Most of a long text is never looked at.
    begin = text[: 4 * MAX_QUOTED]
    line = " ".join(begin.split())
    line = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in line)
    if len(begin) == len(text) and len(line) <= MAX_QUOTED:
        return line
    return line[: MAX_QUOTED - 1] + "\N{HORIZONTAL ELLIPSIS}"
