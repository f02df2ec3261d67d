"""Indentation of the lines around a cursor, as text; of use where blocks are laid out by columns."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice, pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

BLANKS = b" \t\f"
NEAR = 200
"""Lines before and behind the cursor that tell by how much the file indents."""

NEAR_BYTES = 1 << 16
"""How far back lines are looked for."""

LINE_END = re.compile(rb"\r\n|\r|\n")
_STRING = re.compile(rb"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|#.*")
_TRIPLE = re.compile(rb"\"\"\"|'''")
_COMMENT = b"#"


def of_line(line: bytes) -> bytes:
    """The blanks that a line begins with."""
    return line[: len(line) - len(line.lstrip(BLANKS))]


def last_line(text: bytes) -> bytes:
    """What stands behind the last line end."""
    return text[max(text.rfind(b"\n"), text.rfind(b"\r")) + 1 :]


def first_line(text: bytes) -> bytes:
    """What stands before the first line end."""
    end = LINE_END.search(text)
    return text if end is None else text[: end.start()]


def lines_above(text: bytes) -> Iterator[bytes]:
    """The lines at a text's end without their ends, the last one first."""
    near = text[-NEAR_BYTES:]
    end = len(near)
    while True:
        start = max(near.rfind(b"\n", 0, end), near.rfind(b"\r", 0, end)) + 1
        # What the cut has made of a line is none.
        if start > 0 or near == text:
            yield near[start:end]
        if start == 0:
            return
        end = start - 1


def lines_below(text: bytes) -> Iterator[bytes]:
    """The lines of a text without their ends."""
    start = 0
    for match in LINE_END.finditer(text):
        yield text[start : match.start()]
        start = match.end()
    yield text[start:]


def has_content(line: bytes) -> bool:
    """Whether a line holds more than blanks and a comment."""
    text = line.strip(BLANKS)
    return bool(text) and not text.startswith(_COMMENT)


def of_logical_line(text: bytes, *, in_string: bool = False) -> bytes | None:
    """The indentation of the logical line that the end of a text belongs to.

    Looks for brackets, backslashes and triple quotes alone, and gives None where the beginning is not found
    near.

    Args:
        text: up to a place in that line.
        in_string: whether that place is in a string.
    """
    depth = 0
    inside = in_string and not _has_open_string(last_line(text))
    begun = None
    for line in islice(lines_above(text), NEAR):
        if begun is not None and not line.endswith(b"\\"):
            return begun
        parts = _TRIPLE.split(line)
        if len(parts) % 2 == 0:
            inside = not inside
        if inside:
            continue
        # Brackets behind a string in the same line are seldom those of another one.
        code = _STRING.sub(b"", parts[0])
        depth += sum(map(code.count, (b")", b"]", b"}"))) - sum(map(code.count, (b"(", b"[", b"{")))
        begun = of_line(line) if depth <= 0 else None
    return begun


def _has_open_string(line: bytes) -> bool:
    """Whether a string of one line begins in a line and does not end there."""
    code = _STRING.sub(b"", line)
    return not _TRIPLE.search(line) and (b"'" in code or b'"' in code)


def unit(left: bytes, right: bytes) -> bytes | None:
    """By what the blocks near a cursor are indented; None where none is seen."""
    found: Counter[bytes] = Counter()
    found.update(_steps(reversed(_some(lines_above(left)))))
    found.update(_steps(_some(lines_below(right))))
    return found.most_common(1)[0][0] if found else None


def _some(lines: Iterable[bytes]) -> list[bytes]:
    return [line for line in islice(lines, NEAR) if has_content(line)]


def _steps(lines: Iterable[bytes]) -> Iterator[bytes]:
    """What lines are indented by beyond the one above, where that may open a block."""
    for above, below in pairwise(lines):
        before, after = of_line(above), of_line(below)
        if above.rstrip(BLANKS).endswith(b":") and after.startswith(before) and len(after) > len(before):
            yield after[len(before) :]
