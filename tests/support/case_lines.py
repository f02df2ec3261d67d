r"""Lines `left ‖ middle ‖ right`: the one blank on each side of `‖` is not part of the text.

`\n`, `\r`, `\t` and `\f` stand for themselves as in Python, and `\\` for a backslash.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_SIGNS = {"n": "\n", "r": "\r", "t": "\t", "f": "\f", "\\": "\\"}


@dataclass(frozen=True)
class Parts:
    """A left context, a middle and a right context."""

    left: str
    middle: str
    right: str

    @property
    def text(self) -> str:
        return self.left + self.middle + self.right


def parse_parts(line: str) -> Parts:
    """The parts of a line.

    Raises:
        ValueError: There are not three parts, or a backslash stands before an unknown sign.
    """
    left, middle, right = line.split("‖")
    return Parts(
        _text(left.removesuffix(" ")),
        _text(middle.removeprefix(" ").removesuffix(" ")),
        _text(right.removeprefix(" ")),
    )


def read_lines(file: Path) -> Iterator[str]:
    """A file's lines that are neither empty nor begin with `//`."""
    for line in file.read_text(encoding="utf-8").split("\n"):
        if line and not line.startswith("//"):
            yield line


def _text(written: str) -> str:
    def sign(match: re.Match[str]) -> str:
        if match[1] not in _SIGNS:
            raise ValueError(f"\\{match[1]} stands for nothing")
        return _SIGNS[match[1]]

    return re.sub(r"\\(.?)", sign, written)
