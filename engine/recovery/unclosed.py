"""What blocks around the cursor still lack counts as present: their ends, or the sign behind them.

Without the ends, a text in a block would have to end that block and all others around it that have no end
yet. What closes them is found by the quotient: it is the end of the shortest text that fits instead of the
cursor's line. It is put behind the lines of the innermost block, as far as they stand in the right context.

Editors close brackets at once, but the sign that ends the statement, as in `f(() => {…});`, is typed last.
Until then, no text within the brackets makes the file a program. The same holds for the end of a tag behind
an attribute, as in `<a b={c} />`. The sign is put behind each bracket that encloses the cursor and ends a
line, one after the other.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from quoin.engine.recovery.owed import Present, signs_of
from quoin.engine.util.characters import CLOSER_OF
from quoin.engine.util.lines import BLANKS, LINE_END, column, first_line, last_line, line_above, line_start

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quoin.engine.languages.manifest import Manifest
    from quoin.engine.languages.manifest.stand_ins import StandIns
    from quoin.engine.quotient.quotient import State
    from quoin.engine.recovery.draft import Reader

MAX_DEPTH = 5
"""The largest number of brackets around the cursor behind which a sign is tried."""

SEPARATOR = b";"
"""The sign that ends a statement, if the language's placeholders end with it."""

_COMPLETION = 200, 300
"""The limits of the search for the shortest text: its length in bytes, and steps."""

_IN_TAG = re.compile(rb"<(?P<name>[A-Za-z][\w.:-]*)(?P<attributes>\s(?:[^<>]|=>)*)?\Z")
"""A tag that the cursor is in, or something that looks like one."""

LONGEST_TAG = 2_000
"""The length of the longest tag that is found, in bytes."""

_TAG_END = b"/>"

_NEED_NO_END = "optional"
"""The role of tags that need no closing one; if there are any, all others do, and no `/>` ends an element."""

_BRACKETS_AND_TAGS = rb"\}|</[^<>]*>"
"""The ends of blocks and elements in any language."""

VALUE = ":"
"""The sign with which a value begins that is owed, as in `a ? (b) : null`."""

BRACE = b"{"
"""The sign that begins a block."""

_VALUE = re.compile(rb":\w+")

MAX_PLACES = 4
"""The largest number of places below the cursor's block in which ends of blocks are tried."""

_LINE_IS_OVER = re.compile(rb"[ \t]*(?:\r|\n|\Z)")


class _Closers(NamedTuple):
    """The expressions of the ends of blocks: at a text's end, one at its beginning, and a text of them alone.

    `value` is what stands for the value that is owed in a text of ends, such as `: null` behind `a ? (b)`.
    """

    at_end: re.Pattern[bytes]
    next_one: re.Pattern[bytes]
    alone: re.Pattern[bytes]
    value: bytes


@lru_cache
def _closers(stand_ins: StandIns) -> _Closers:
    """Return the expressions of the ends of blocks in a language."""
    words = (rb"\b%s\b" % re.escape(word.encode()) for word in stand_ins.closers)
    follows = {re.escape(word.encode()) for rule in stand_ins.owed for word in rule.follows if word.isalpha()}
    owed = [rb"\}(?:%s)\{\}" % b"|".join(sorted(follows))] if follows else []
    value = next((rule.text.encode() for rule in stand_ins.owed if rule.text.startswith(VALUE)), b"")
    valued = [rb"\):\w+"] if value else []
    one = b"|".join((*owed, *valued, _BRACKETS_AND_TAGS, *words))
    signs = rb"(?:[)\]};\s]|%s)" % one
    return _Closers(
        re.compile(rb"(?:%s)%s*\Z" % (one, signs)),
        re.compile(rb"(?:(?:%s)[)\];]*|\S)\s*" % one),
        re.compile(rb"%s+" % signs),
        value,
    )


def ends_of_blocks(manifest: Manifest, reader: Reader, left: bytes, right: bytes) -> Iterator[Present]:
    """Yield what may close the blocks that begin above the cursor's line and have no end.

    The first one closes all of them, the others fewer and fewer; those after these stand farther below.
    Nothing is yielded where the user is about to end one: in a blank line less deep than the one above, or in
    the midst of the word that ends the innermost one.
    """
    if _is_dedented(left):
        return
    above, below = left[: line_start(left)], right[len(first_line(right)) :]
    start = reader.quotient(above, below).start()
    if start.member:
        return
    rest = closers_in(manifest, start.completion(*_COMPLETION, readable=False) or b"")
    if _is_ending_word(manifest, left, rest):
        return
    at, indent = _block_end(left, right), _outer_indent(left)
    closers = _closers(manifest.stand_ins)
    while rest:
        yield Present(at, b"\n" + indent + _VALUE.sub(closers.value, rest))
        one = closers.next_one.match(rest)
        rest = rest[len(rest) if one is None else one.end() :]
    if not manifest.is_by_columns:
        yield from _ends_below(manifest, reader, left, right)


def _ends_below(manifest: Manifest, reader: Reader, left: bytes, right: bytes) -> Iterator[Present]:
    """Yield what may close the blocks behind lines that belong to blocks around the cursor's.

    What the file lacks there is the shortest text that fits in that place, without the cursor's line.
    """
    closers, above, line = _closers(manifest.stand_ins), left[: line_start(left)], len(first_line(right))
    for at in islice(_places_below(manifest, right, _block_end(left, right)), MAX_PLACES):
        start = reader.quotient(above + right[line:at], right[at:]).start()
        text = None if start.member else start.completion(*_COMPLETION, readable=False)
        if text and closers.alone.fullmatch(text) and closers.at_end.search(text):
            yield Present(at, b"\n" + _VALUE.sub(closers.value, text))


def braces_missing(manifest: Manifest, left: bytes, right: bytes) -> Iterator[Present]:
    """Yield the braces that the file lacks by their number, at each likely place, whatever else is broken."""
    signs = [sign for side in (left, right) for sign, _ in signs_of(manifest).brackets(side)]
    count = signs.count(BRACE) - signs.count(CLOSER_OF[BRACE])
    if count > 0 and not _is_dedented(left):
        end = _block_end(left, right)
        for at in (*islice(_places_below(manifest, right, end), 1), end):
            yield Present(at, b"\n" + _outer_indent(left) + count * CLOSER_OF[BRACE])


def closers_in(manifest: Manifest, text: bytes) -> bytes:
    """Return the ends of blocks with which a text ends, with all that stands between them; empty if none."""
    closers = _closers(manifest.stand_ins).at_end.search(text)
    return b"" if closers is None else closers[0].strip()


def end_of_tag(manifest: Manifest, start: State, left: bytes, right: bytes) -> Iterator[Present]:
    """Yield what may end the element whose tag the cursor is in, if nothing follows in the cursor's line.

    Attributes are written one by one, and the end of the tag last.

    Args:
        manifest: The language.
        start: The state of the empty middle.
        left: The left context.
        right: The right context.
    """
    tag = _IN_TAG.search(left, max(0, len(left) - LONGEST_TAG))
    if tag is None or first_line(right).strip():
        return
    text = start.completion(*_COMPLETION, readable=False)
    if text is None or not text.endswith(b">"):
        return
    if _has_lone_tags(manifest):
        end = b" " + _TAG_END if text.endswith(_TAG_END) else None
    else:
        name = tag["name"] if tag["attributes"] else None
        end = b">" if text == b">" else name and b"></" + name + b">"
    if end:
        yield Present(0, end)


def signs_behind(manifest: Manifest, right: bytes) -> Iterator[Present]:
    """Yield the places in the right context where a sign may stand that is typed last, with the sign.

    It ends a statement, or the tag of an element whose attribute the cursor is in.
    """
    stand_ins = manifest.stand_ins
    ends = any(text.encode().endswith(SEPARATOR) for text in (*stand_ins.statements, *stand_ins.fillers))
    signs = [
        sign
        for sign, is_known in ((SEPARATOR, ends), (b" " + _TAG_END, _has_lone_tags(manifest)))
        if is_known
    ]
    for end in islice(_closed_lines(manifest, right), MAX_DEPTH) if signs else ():
        yield from (Present(end, sign) for sign in signs)


def _has_lone_tags(manifest: Manifest) -> bool:
    """Return whether any tag may be that of an element without content."""
    return bool(manifest.tags) and _NEED_NO_END not in manifest.tags


def _closed_lines(manifest: Manifest, right: bytes) -> Iterator[int]:
    """Yield the offsets behind the brackets that enclose the cursor and end a line, the innermost first."""
    depth = 0
    for sign, end in signs_of(manifest).brackets(right):
        if sign in CLOSER_OF:
            depth += 1
        elif depth:
            depth -= 1
        elif _LINE_IS_OVER.match(right, end):
            yield end


def _is_dedented(left: bytes) -> bool:
    """Return whether the cursor's line is blank, and less deep than the nearest line above that is not."""
    head = last_line(left)
    if head.strip():
        return False
    return column(head) < column(line_above(left))


def _is_ending_word(manifest: Manifest, left: bytes, rest: bytes) -> bool:
    """Return whether the cursor's line is the beginning of the word that ends the innermost block.

    In a line that is as deep as the one above, which may be a statement, a single letter does not tell.

    Args:
        manifest: The language.
        left: The left context.
        rest: What ends the blocks.
    """
    line = last_line(left)
    word = line.strip()
    if not word or not rest.startswith(word):
        return False
    if any(word.decode() in block for block in manifest.stand_ins.blocks):
        # A word of its own, as `do` is.
        return False
    return column(line) < column(line_above(left)) or len(word) > 1


def _block_end(left: bytes, right: bytes) -> int:
    """Return the offset in the right context behind the last line that is as deep as the cursor's."""
    return _end_of_lines(right, len(first_line(right)), max(column(last_line(left)), 1))


def _end_of_lines(right: bytes, end: int, depth: int) -> int:
    """Return the offset behind the last of the lines below the one that ends at `end` that are so deep."""
    for start, line in _lines(right, end):
        if column(line) < depth:
            break
        end = start + len(line)
    return end


def _lines(text: bytes, at: int) -> Iterator[tuple[int, bytes]]:
    """Yield the lines with content below the one at an offset, and where they begin."""
    for line_end in LINE_END.finditer(text, at):
        start = line_end.end()
        stop = LINE_END.search(text, start)
        line = text[start : len(text) if stop is None else stop.start()]
        if line.strip():
            yield start, line


def _places_below(manifest: Manifest, right: bytes, end: int) -> Iterator[int]:
    """Yield the offsets behind the lines of the blocks around the one whose lines end at `end`.

    A line that only ends blocks may itself be the last one of those that are not missing, or the first of the
    ends in it.
    """
    closers = _closers(manifest.stand_ins)
    while (found := next(_lines(right, end), None)) is not None:
        start, line = found
        depth = column(line)
        behind = _end_of_lines(right, end, depth) if depth else end
        if depth:
            yield behind
        if closers.alone.fullmatch(line):
            first = closers.next_one.match(line, len(line) - len(line.lstrip()))
            places = {start + len(line), start + (len(line) if first is None else first.end())}
            yield from sorted(places - {behind}, reverse=True)
        if not depth:
            break
        end = behind


def _outer_indent(left: bytes) -> bytes:
    """Return the blanks at the beginning of the nearest line above that is less deep than the cursor's."""
    depth = column(last_line(left))
    end = line_start(left) if depth else 0
    while end > 0:
        start = line_start(left, end - 1)
        line = left[start:end]
        if line.strip() and column(line) < depth:
            return line[: len(line) - len(line.lstrip(BLANKS))]
        end = start
    return b""
