"""Pairs of lines that enclose others without those being deeper, as `#if` and `#endif` do, or `namespace`.

Columns do not show such a block. It begins with a line that ends with a bracket, begins with a tag or with a
word such as `case`, or is a directive, and it ends with one in the same column that begins with the bracket,
tag, word or directive that ends it. Directives have no column of their own: they are as deep as what they
enclose.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from quoin.engine.recovery.source import is_blank
from quoin.engine.util.characters import CLOSER_OF, OPENER_OF
from quoin.engine.util.lines import column

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from quoin.engine.languages.manifest import Manifest

DIRECTIVE = b"#"
"""What begins a directive."""

MAX_TRIED = 100
"""The largest number of lines above that are tried as the one with which a block begins."""

MAX_LINES = 20_000
"""The largest number of lines that are known."""

_TAG = b"<"
_TAGS = re.compile(rb"<(/?)([A-Za-z][\w:.-]*)(?:[^<>]|=>)*(?:>|\Z)")
_ALONE = b"/>"
_BLANKS = re.compile(rb"[ \t]+")
_WORD = re.compile(rb"\w+")


class Pair(NamedTuple):
    """Lines that enclose others, by their numbers.

    Attributes:
        start: The line above what they enclose.
        end: The line below it.
        lines: The lines that belong to one item because of them, both among them; the first one begins it.
        between: The lines between its parts, such as `#else`.
    """

    start: int
    end: int
    lines: tuple[int, ...]
    between: tuple[int, ...] = ()


@dataclass
class _Begun:
    """A line that may enclose those below it.

    Attributes:
        sign: What it begins.
        line: Its number.
        column: Its column.
        between: The lines that divide what it encloses.
        ends: What an end within it belongs to that was begun above it, and the column of that end.
        around: The directives around it of which its line is the last one.
    """

    sign: bytes
    line: int
    column: int
    between: list[int] = field(default_factory=list)
    ends: tuple[bytes, int] | None = None
    around: Pair | None = None


class Line(NamedTuple):
    """What a line that is not blank shows by itself.

    Attributes:
        column: The column in which it begins.
        directive: The directive that it is, without blanks; None if it is none.
        ends: What it ends, as that which begins it; None if that is nothing.
        begins: What it begins; None if that is nothing.
        divides: What it may divide into parts, as that which begins it.
    """

    column: int
    directive: bytes | None
    ends: bytes | None
    begins: bytes | None
    divides: tuple[bytes, ...] = ()


class Pairs:
    """The lines of a file that enclose others.

    Args:
        manifest: The language.
    """

    def __init__(self, manifest: Manifest) -> None:
        self._directives = [tuple(one.encode() for one in some) for some in manifest.stand_ins.directives]
        comments = (manifest.comments.line, *manifest.comments.block[:1])
        marks = tuple(mark.encode() for mark in comments if mark)
        self.line = _reader(
            marks,
            tuple(tuple(one.encode() for one in some) for some in manifest.stand_ins.blocks),
            has_directives=bool(self._directives),
            has_tags=bool(manifest.tags),
        )

    def found(self, lines: Sequence[Line | None], columns: Sequence[int | None]) -> list[Pair]:
        """Return the pairs of lines, those within others before these.

        Args:
            lines: The lines; None for blank ones.
            columns: Their columns; None for lines that count as blank.
        """
        begun: list[_Begun] = []
        pairs: list[Pair] = []
        for number, (line, at) in enumerate(zip(lines, columns, strict=True)):
            if line is None or at is None:
                continue
            if line.directive is not None:
                self._direct(begun, pairs, number, line.directive)
            for sign in line.divides:
                if found := _of(begun, sign, at):
                    begun.append(found[0])
                    found[0].between.append(number)
            if line.ends:
                _end(begun, pairs, number, (line.ends, at))
            if line.begins:
                begun.append(_Begun(line.begins, number, at))
        return pairs

    def _direct(self, begun: list[_Begun], pairs: list[Pair], line: int, text: bytes) -> None:
        """Note the pair of directives that a line ends, or the one that it begins."""
        for first, *between, last in self._directives:
            if text.startswith(first):
                begun.append(_Begun(first, line, 0))
            elif text.startswith(tuple(between)) and (found := _of(begun, first, 0)):
                begun.append(found[0])
                found[0].between.append(line)
            elif text.startswith(last) and (found := _of(begun, first, 0)):
                _end_directives(begun, pairs, line, found)


@lru_cache
def _reader(
    marks: tuple[bytes, ...], words: tuple[tuple[bytes, ...], ...], *, has_directives: bool, has_tags: bool
) -> Callable[[bytes], Line | None]:
    """Return what reads the lines of a language; it knows many lines from the last key on.

    Args:
        marks: What begins comments.
        words: The words that begin, divide and end blocks.
        has_directives: Whether the language has directives.
        has_tags: Whether it has tags.
    """

    @lru_cache(MAX_LINES)
    def read(text: bytes) -> Line | None:
        if is_blank(text):
            return None
        content = text.strip()
        at = column(text)
        if has_directives and content.startswith(DIRECTIVE):
            return Line(at, _BLANKS.sub(b"", content), None, None)
        if words and (word := _WORD.match(content)) and (found := _words(content, word[0], words)):
            return Line(at, None, *found)
        return Line(
            at, None, *(_tags(content) if has_tags and content[:1] == _TAG else _brackets(content, marks))
        )

    return read


def _words(
    content: bytes, word: bytes, blocks: tuple[tuple[bytes, ...], ...]
) -> tuple[bytes | None, bytes | None, tuple[bytes, ...]] | None:
    """Return what a line ends, begins and divides with its first word; None if that is nothing.

    A block is told by its last word. A line that has it besides the first one is a whole block.
    """
    ends = next((last for *_, last in blocks if last == word), None)
    begins = next((last for first, *_, last in blocks if first == word), None)
    divides = tuple(dict.fromkeys(last for _, *between, last in blocks if word in between))
    if begins is not None and begins in _WORD.findall(content):
        begins = None
    return (ends, begins, divides) if ends or begins or divides else None


def _brackets(content: bytes, marks: tuple[bytes, ...]) -> tuple[bytes | None, bytes | None]:
    """Return what a line ends with its first bracket, and the bracket at its end, without comments."""
    ends = OPENER_OF.get(content[:1])
    for mark in marks:
        at = content.find(mark)
        if at >= 0:
            content = content[:at].rstrip()
    return ends, content[-1:] if content[-1:] in CLOSER_OF else None


def _tags(content: bytes) -> tuple[bytes | None, bytes | None]:
    """Return the outermost element that a line ends, and the outermost one that it begins."""
    ends, begun = None, list[bytes]()
    for tag in _TAGS.finditer(content):
        name = _TAG + tag[2].lower()
        if not tag[1]:
            begun += [] if tag[0].endswith(_ALONE) else [name]
        elif name in begun:
            del begun[begun.index(name) :]
        else:
            ends = name
    return ends, begun[0] if begun else None


def _end(begun: list[_Begun], pairs: list[Pair], line: int, end: tuple[bytes, int]) -> None:
    """Note the pair that a line ends with a bracket or a tag in its column."""
    if found := _of(begun, *end):
        between = tuple(found[0].between)
        pairs.append(Pair(found[0].line, line, (found[0].line, *between, line), between))
    elif around := next((one for one in begun[:-MAX_TRIED:-1] if one.sign.startswith(DIRECTIVE)), None):
        around.ends = end


def _end_directives(begun: list[_Begun], pairs: list[Pair], line: int, found: list[_Begun]) -> None:
    """Note the pair that directives are, or what a bracket within them begins or ends.

    So the two ends of `extern "C" {` and `}` enclose what is between them, each in directives of its own.

    Args:
        begun: What has begun above the directives.
        pairs: The pairs up to here.
        line: The line that ends the directives.
        found: The line that begins them, and what has begun in them and not ended.
    """
    first, *within = found
    opened = _of(begun, *first.ends) if first.ends else []
    above = opened[0].around if opened else None
    if above is not None:
        pairs.remove(above)
        lines = (*range(above.start, above.end + 1), *range(first.line, line + 1))
        pairs.append(Pair(above.end, first.line, lines))
        return
    pair = Pair(first.line, line, (first.line, *first.between, line), tuple(first.between))
    pairs.append(pair)
    if len(within) == 1 and not first.between and not first.ends:
        begun.append(_Begun(within[0].sign, line, within[0].column, around=pair))


def _of(begun: list[_Begun], sign: bytes, column: int) -> list[_Begun]:
    """Remove and return the last line that begins with a sign in a column, and what has no end behind it."""
    is_directive = sign.startswith(DIRECTIVE)
    for at in range(len(begun) - 1, max(len(begun) - MAX_TRIED, 0) - 1, -1):
        if begun[at].sign == sign and begun[at].column == column:
            found = begun[at:]
            del begun[at:]
            return found
        # What begins within directives ends there.
        if begun[at].sign.startswith(DIRECTIVE) and not is_directive:
            break
    return []
