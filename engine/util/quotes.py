"""What a file or a server says is quoted in messages: on one line, and not at length."""

from __future__ import annotations

MAX_QUOTED = 200
"""The largest number of characters that a message quotes; a longer text is cut and ends with an ellipsis."""


def quoted(text: str) -> str:
    """Return a text on one line, cut, and without characters that a terminal would obey."""
    line = " ".join(text[: 4 * MAX_QUOTED].split())
    line = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in line)
    is_whole = len(line) <= MAX_QUOTED and len(text) <= 4 * MAX_QUOTED
    return line if is_whole else line[: MAX_QUOTED - 1] + "\N{HORIZONTAL ELLIPSIS}"
