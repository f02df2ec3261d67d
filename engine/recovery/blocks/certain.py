"""Lines that are broken in any language, and what stands for them: signs of a merge, and NUL bytes.

Of the versions between the signs of a merge, the one with the cursor counts, else the first one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from quoin.engine.recovery.placeholders import NUL
from quoin.engine.recovery.source import parts

if TYPE_CHECKING:
    from quoin.engine.recovery.source import Lines

OURS, BASE, THEIRS, END = b"<<<<<<<", b"|||||||", b"=======", b">>>>>>>"
"""What begins the lines around the versions of a merge, as Git writes them; `BASE` may be absent."""


def certainly_broken(lines: Lines) -> dict[int, bytes]:
    """Return what replaces the lines of a file that are broken whatever is around them, by their numbers."""
    found = {
        line: text.replace(NUL, b"")
        for line, text in enumerate(lines.texts)
        if NUL in text and line != lines.cursor
    }
    signs: list[int] = []
    for line, text in enumerate(lines.texts):
        if _is_sign(OURS, text):
            signs = [line]
        elif signs and (_is_sign(BASE, text) or _is_sign(THEIRS, text)):
            signs.append(line)
        elif signs and _is_sign(END, text):
            found |= _without(lines, [*signs, line])
            signs = []
    return found


def _is_sign(sign: bytes, text: bytes) -> bool:
    return text.startswith(sign) and text[len(sign) : len(sign) + 1] in (b"", b" ", b"\r", b"\n")


def _without(lines: Lines, signs: list[int]) -> dict[int, bytes]:
    """Return blank lines for the signs of a merge and all versions but one."""
    kept = next((at for at in range(len(signs) - 1) if signs[at] < lines.cursor < signs[at + 1]), 0)
    gone = [line for line in range(signs[0], signs[-1] + 1) if not signs[kept] < line < signs[kept + 1]]
    return {} if lines.cursor in gone else {line: parts(lines.texts[line])[2] for line in gone}
