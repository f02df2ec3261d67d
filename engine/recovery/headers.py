"""The block of a header that is being written counts as present, where an empty one is no program.

A person writes `if a:` or `if a; then` before what belongs below it, so that the file is broken while the
cursor is in the header. A text that ends the header then fits with the block that is still to come: a
placeholder, and the word that ends the block, which the quotient knows.

Blocks elsewhere that have nothing in them yet get a placeholder (`empty_blocks`), also if they are many.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from quoin.engine.recovery.owed import Present, in_order, put_in
from quoin.engine.recovery.source import is_blank, parts
from quoin.engine.recovery.unclosed import closers_in
from quoin.engine.util.lines import BLANKS, LINE_END, column, first_line, last_line, line_start, lines_below

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quoin.engine.languages.manifest import Manifest
    from quoin.engine.quotient.quotient import State
    from quoin.engine.quotient.session import Session
    from quoin.engine.recovery import View
    from quoin.engine.recovery.source import Lines

NEAR = 4000
"""The number of bytes after the cursor in which the next line is searched."""

_STEP = b"    "
"""The indentation of a block in a language that has none of its own."""

_WORD = re.compile(rb"[ \t]*[a-z]+")
"""A line of one word, which is less a statement than the beginning of one."""

_COMPLETION = 200, 300
"""The limits of the search for what a header needs: its length in bytes, and steps."""


def with_block(session: Session, view: View) -> View | None:
    """Return a view with the block of the header in the cursor's line; None if there is no such header.

    There is one if the shortest text that fits begins with the shortest one that fits with the block.

    Args:
        session: The document's session, which computes the quotient.
        view: The view of the file as it is.

    Raises:
        CoreError: The core failed.
    """
    manifest, start, at = session.language.manifest, view.quotient.start(), len(first_line(view.right))
    header = view.left[line_start(view.left, start.open_bracket(joining=True)) :]
    if view.others or _is_followed(header, view.right) or any(one.at < at for one in view.present):
        return None
    shortest = _shortest(start)
    is_word = manifest.is_by_columns and start.member and _WORD.fullmatch(last_line(view.left)) is not None
    for block in _blocks(manifest, header, shortest or b"") if shortest or is_word else ():
        new = [Present(at, one) for one in block]
        right = put_in(view.right, tuple(new))
        quotient = session.quotient(view.left, right)
        text = None if quotient.empty else _shortest(quotient.start(), in_word=is_word)
        if text is not None and LINE_END.search(text) is None and (is_word or _is_less(text, shortest)):
            present = in_order([*new, *view.present])
            return replace(view, quotient=quotient, right=right, present=present, guarantee="region")
    return None


def empty_blocks(manifest: Manifest, lines: Lines) -> dict[int, bytes]:
    """Return a statement for each empty block, by the number of the line that it replaces.

    A block is a header with a blank line below it and none that is deeper, where words end blocks.
    """
    if manifest.is_by_columns or not manifest.stand_ins.closers:
        return {}
    words = {one.encode() for one in manifest.stand_ins.headers if one.isalpha() or one == "{"}
    statement = (manifest.indentation.encode() or _STEP) + manifest.stand_ins.statements[0].encode()
    found = {}
    for line in range(1, len(lines.texts) - 1):
        header, below = lines.texts[line - 1], lines.below(line)
        if below is None or line - 1 <= lines.cursor < below or not is_blank(lines.texts[line]):
            continue
        indent, content, _ = parts(header)
        is_header = bool(content) and content.split()[-1] in words
        if is_header and column(lines.texts[below]) <= column(header):
            found[line] = indent + statement + parts(lines.texts[line])[2]
    return found


def _is_less(text: bytes, whole: bytes | None) -> bool:
    """Return whether a text is the beginning of a longer one."""
    return whole is not None and text != whole and whole.startswith(text)


def _shortest(start: State, *, in_word: bool = False) -> bytes | None:
    """Return the shortest text that fits, behind a blank unless `in_word`; None if none was found."""
    after = start.copy()
    state = start if in_word or not after.advance(b" ") else after
    return state.completion(*_COMPLETION, readable=False)


def _is_followed(header: bytes, right: bytes) -> bool:
    """Return whether the cursor's line is blank, or the next one is deeper than the header."""
    below = next((line for line in lines_below(right[:NEAR]) if line.strip()), b"")
    return not header.strip() or column(below) > column(header)


def _blocks(manifest: Manifest, header: bytes, shortest: bytes) -> Iterator[list[bytes]]:
    """Yield the lines of blocks that a header may need; none where signs end a block, as it may be empty.

    Args:
        manifest: The language.
        header: The header up to the cursor.
        shortest: The shortest text that fits.
    """
    indent = b"\n" + header[: len(header) - len(header.lstrip(BLANKS))]
    statement = indent + (manifest.indentation.encode() or _STEP) + manifest.stand_ins.statements[0].encode()
    if manifest.is_by_columns:
        yield [statement]
    elif manifest.stand_ins.closers:
        closers = closers_in(manifest, shortest)
        end = [indent + closers] if closers else []
        yield [statement, *end]
        if end:
            yield end
