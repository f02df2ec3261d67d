r"""Lines `left ‖ middle ‖ right`: the one blank on each side of `‖` is not part of the text.

`\n`, `\r`, `\t`, `\f` and `\uXXXX` stand for themselves as in Python, and `\\` for a backslash.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# The last character that is written with four digits.
_LAST_OF_FOUR = 0xFFFF
_SIGNS = {"n": "\n", "r": "\r", "t": "\t", "f": "\f", "\\": "\\"}


@dataclass(frozen=True)
class Parts:
    """A left context, a middle and a right context."""

    left: str
    middle: str
    right: str

    @property
    def text(self) -> str:
        """The whole text."""
        return self.left + self.middle + self.right

    def __str__(self) -> str:
        """The line, which `parse_parts` turns back."""
        left, middle, right = map(write_text, (self.left, self.middle, self.right))
        return f"{left} ‖ {middle} ‖ {right}"


def parse_parts(line: str) -> Parts:
    """Return the parts of a line.

    Raises:
        ValueError: There are not three parts, or a backslash stands before an unknown sign.
    """
    left, middle, right = line.split("‖")
    return Parts(
        parse_text(left.removesuffix(" ")),
        parse_text(middle.removeprefix(" ").removesuffix(" ")),
        parse_text(right.removeprefix(" ")),
    )


def read_lines(file: Path) -> Iterator[str]:
    """Yield a file's lines that are neither empty nor begin with `//`."""
    for line in file.read_text(encoding="utf-8").split("\n"):
        if line and not line.startswith("//"):
            yield line


def parse_text(written: str) -> str:
    """Return the text that is written in a line.

    Raises:
        ValueError: A backslash stands before an unknown sign.
    """

    def sign(match: re.Match[str]) -> str:
        if match[2]:
            return chr(int(match[2], 16))
        if match[1] not in _SIGNS:
            raise ValueError(f"\\{match[1]} stands for nothing")
        return _SIGNS[match[1]]

    return re.sub(r"\\(u([0-9a-f]{4})|.?)", sign, written)


def write_text(text: str) -> str:
    """Return how a text is written in a line."""
    return "".join(map(_written, text))


def _written(sign: str) -> str:
    for letter, meant in _SIGNS.items():
        if sign == meant:
            return f"\\{letter}"
    return (
        sign if (sign.isprintable() and sign != "‖") or ord(sign) > _LAST_OF_FOUR else f"\\u{ord(sign):04x}"
    )
