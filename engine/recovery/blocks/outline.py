"""`Outline` sets aside what is broken away from the cursor, block by block, as its columns show them.

Lines that begin in one column are the items of a block, with the deeper lines below each of them. From the
file down to the block around the cursor, each item is read in its place: it is whole if it can be read, ends
all that it begins, and what ends the block may follow. Of items that are not whole, the broken lines are
blanked; if that does not suffice, their first line is replaced, or they are blanked as a whole. The item that
the cursor is in is entered, and never blanked as a whole.

So the work grows with the file and hardly with the number of broken places, and an end that is missing harms
no other item. Columns show likewise where a broken construct ends in de Jonge, Kats, Visser and Söderberg,
"Natural and Flexible Error Recovery for Generated Modular Language Environments" (2012), section 5.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple

from quoin.engine.recovery.blocks.certain import certainly_broken
from quoin.engine.recovery.blocks.columns import CLOSERS, Columns, Item
from quoin.engine.recovery.blocks.enclosed import DIRECTIVE
from quoin.engine.recovery.headers import empty_blocks
from quoin.engine.recovery.placeholders import mended_lines, texts_of
from quoin.engine.recovery.source import is_blank, parts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quoin.engine.quotient.quotient import State
    from quoin.engine.recovery.draft import Reader
    from quoin.engine.recovery.source import Lines

MAX_DEPTH = 12
"""The largest number of blocks inside one another that are entered."""

MAX_SPANNED = 100
"""The largest number of items that one string or comment spans."""

_FIRST = re.compile(rb"\w+|[^\w\s]+\w*")
_BRACE = b"{"


class _Whole(Enum):
    """Whether an item is whole: it is, or it may be with the next one, or it is in no way."""

    YES = auto()
    OPEN = auto()
    NO = auto()


class _Block(NamedTuple):
    """A block: the state at its beginning, and the codes one of which can follow each whole item in it."""

    state: State
    closers: tuple[bytes, ...]


@dataclass
class _Walk:
    """How far the items of a block have been read.

    Attributes:
        block: The block.
        around: The blocks that the last item may end, too, the innermost first.
        text: The text up to here.
        safe: The text up to the last item that is whole.
        opened: The items after that, which may be whole with the next one.
        end: The number of the line behind the block.
        stride: The largest number of items that are read at once.
        cursor: The number of the item with the cursor, or of all items if it is in none.
        entered: The item with the cursor, and the text before it; None as long as it is not found.
    """

    block: _Block
    around: tuple[_Block, ...]
    text: bytes
    safe: bytes
    end: int
    stride: int
    cursor: int
    opened: list[Item] = field(default_factory=list)
    entered: tuple[Item, bytes] | None = None

    def take(self, text: bytes) -> None:
        """Take a text as whole up to its end."""
        self.text = self.safe = text
        self.opened = []

    def enter(self, item: Item) -> None:
        """Note the item with the cursor, which is left out of the text."""
        self.entered = item, self.text
        self.take(self.text)


class Outline:
    """The items of a file that are broken.

    Args:
        reader: The reader of drafts.
        lines: The file.

    Attributes:
        has_kept: Whether there are items that `strictly` would have blanked.
    """

    _left_out: Item | None
    """The cursor's item in the innermost block, which no text has any more; None until it is found."""

    def __init__(self, reader: Reader, lines: Lines) -> None:
        manifest = reader.language.manifest
        self._reader = reader
        self._lines = lines
        self._statements = tuple(text for text in texts_of(manifest.stand_ins).statements if text)
        words = dict.fromkeys(last for *_, last in manifest.stand_ins.blocks)
        self._words = tuple(f"{word}\n".encode() for word in words) if len(words) > 1 else ()
        self._certain = certainly_broken(lines) | empty_blocks(manifest, lines)
        self._columns = Columns(manifest, lines, self._certain)
        self._changes: dict[int, bytes] = {}
        self._strictly = False
        self._left_out: Item | None = None
        self.has_kept = False

    def blanked(self, *, strictly: bool = False) -> dict[int, bytes]:
        """Return what replaces the lines that are set aside, by their numbers.

        Args:
            strictly: Whether items directly above the cursor's are broken if only that may go on with them.

        Raises:
            Exhausted: The budget is used up, or the caller gave up.
        """
        self._changes = dict(self._certain)
        self._strictly = strictly
        self._left_out = None
        self._walk(Item(0, len(self._lines.texts)), b"", b"", ())
        return self._changes

    def _walk(self, lines: Item, before: bytes, closer: bytes, around: tuple[_Block, ...]) -> bool:
        """Blank the broken items of a block; return whether there is one behind what stands before it.

        Args:
            lines: The block's lines.
            before: The text before them.
            closer: The line that ends the block; empty if there is none.
            around: The blocks around it, the innermost first.
        """
        items = self._columns.items(lines)
        if not items or self._columns.has_cursor(Item(lines.start, items[0].start)):
            return bool(items)
        text = before + self._text(Item(lines.start, items[0].start))
        state = self._state(text)
        has_lead = lines.start < items[0].start
        if not state.viable or not (has_lead or self._begins(state, items[0])):
            return False
        if len(around) > MAX_DEPTH:
            return True
        block = _Block(state, self._closers(state, closer, items[0]))
        cursor = next((k for k, one in enumerate(items) if self._columns.has_cursor(one)), len(items))
        walk = _Walk(block, () if closer else around, text, text, lines.end, len(items), cursor)
        at = 0
        while at < len(items):
            at = self._skip(walk, items, at)
            if at < len(items):
                at = self._read(walk, items, at, (block, *around))
        self._blank(walk.opened)
        if walk.entered is not None:
            self._enter_at_cursor(walk, *walk.entered, (block, *around))
        return True

    def _enter_at_cursor(self, walk: _Walk, item: Item, before: bytes, around: tuple[_Block, ...]) -> None:
        """Blank the broken items in the blocks of the cursor's item, and mend what it ends too much."""
        self._enter(item, before, around)
        if self._left_out is None:
            self._left_out = item
            return
        is_last = item.end == walk.end
        if self._is_whole(walk, before, item, is_last=is_last) is not _Whole.NO:
            return
        kept = self._changes
        for line, text in self._with_less_ended(item):
            self._changes = kept | {line: text}
            if self._is_whole(walk, before, item, is_last=is_last) is _Whole.YES:
                return
        self._changes = kept

    def _with_less_ended(self, item: Item) -> Iterator[tuple[int, bytes]]:
        """Yield changes of a line with which an item begins a block more, or ends one less; the last first.

        A line is missing then that began a block.
        """
        blocks = list(self._columns.blocks(item))[::-1]
        ends = sorted({one[-1:].encode() for one in self._reader.language.manifest.stand_ins.headers})
        for header in (block.start - 1 for block in blocks):
            indent, content, line_end = parts(self._lines.texts[header])
            texts = [content + end for end in ends if not content.endswith(end)] if content else []
            yield from ((header, indent + text + line_end) for text in texts)
        yield from (
            (block.end, parts(self._lines.texts[block.end])[2]) for block in blocks if block.end < item.end
        )

    def _is_text(self, walk: _Walk, spanned: Item, items: list[Item], at: int) -> bool:
        """Return whether the cursor is in a string or comment, rather than in code below one without an end.

        Args:
            walk: How far the block has been read.
            spanned: The lines of the string or comment.
            items: The items of the block.
            at: The number of the one after that in which it begins.
        """
        if self._is_whole(walk, walk.text, spanned) is _Whole.YES:
            return True
        cursor = next(k for k in range(at, len(items)) if self._columns.has_cursor(items[k]))
        between = Item(items[at].start, items[cursor].start)
        if between.start < between.end:
            return self._is_whole(walk, walk.text, between) is not _Whole.YES
        return is_blank(self._lines.head) or not self._goes_on(walk.text, items[cursor])

    def _skip(self, walk: _Walk, items: list[Item], at: int) -> int:
        """Take as many items as are whole together, halving their number, since nearly all of them are."""
        if walk.opened:
            return at
        size = min((walk.cursor if at <= walk.cursor else len(items)) - at, walk.stride)
        while size > 1:
            some = Item(items[at].start, items[at + size - 1].end)
            if self._is_whole(walk, walk.text, some) is _Whole.YES:
                self._take(walk, some)
                walk.stride = 2 * size
                return at + size
            size //= 2
        walk.stride = 2
        return at

    def _read(self, walk: _Walk, items: list[Item], at: int, around: tuple[_Block, ...]) -> int:
        """Read an item with the next ones that go on with it; return the number of the item after these."""
        item, end = items[at], at + 1
        has_cursor = self._columns.has_cursor
        if not has_cursor(item) and self._is_whole(walk, walk.text, item) is _Whole.YES:
            self._take(walk, item)
            return end
        item, end = self._with_rest(walk.block.state, items, at)
        if not has_cursor(item) and self._is_ended_at_cursor(item, walk.text, items, end):
            item, end = Item(item.start, items[end].end), end + 1
        if has_cursor(item):
            if walk.opened and (self._strictly or not self._goes_on(walk.text, item)):
                self._drop(walk)
            self.has_kept |= bool(walk.opened)
            item, end = self._spanned(walk.text, item, items, end)
            walk.enter(item)
            return end
        found = self._found(walk, item, is_last=end == len(items))
        if found is not _Whole.NO:
            self._add(walk, item, found)
            return end
        longer, further = self._spanned(walk.text, item, items, end)
        if has_cursor(longer) and self._is_text(walk, longer, items, end):
            walk.enter(longer)
            return further
        is_whole = self._is_whole(walk, walk.text, longer, is_last=further == len(items)) is _Whole.YES
        if longer != item and is_whole and not has_cursor(longer):
            self._take(walk, longer)
            return further
        self._mend(walk, item, around, is_last=end == len(items))
        return end

    def _found(self, walk: _Walk, item: Item, *, is_last: bool) -> _Whole:
        """Return whether an item is whole; blank the open ones above it if it is whole without them alone."""
        found = self._is_whole(walk, walk.text, item, is_last=is_last)
        if found is _Whole.YES or not walk.opened:
            return found
        if self._is_whole(walk, walk.safe, item, is_last=is_last) is not _Whole.YES:
            return found
        self._drop(walk)
        return _Whole.YES

    def _drop(self, walk: _Walk) -> None:
        """Blank the items that are open."""
        self._blank(walk.opened)
        walk.take(walk.safe)

    def _add(self, walk: _Walk, item: Item, found: _Whole) -> None:
        """Take an item, or note that it may be whole with the next one."""
        if found is _Whole.YES or self._columns.is_directive(item.start):
            self._take(walk, item)
        else:
            walk.text += self._text(item)
            walk.opened.append(item)

    def _take(self, walk: _Walk, item: Item) -> None:
        """Take an item that is whole; the first one may be of another kind than all others."""
        walk.take(walk.text + self._text(item))
        if self._columns.is_directive(item.start) or not walk.block.closers:
            state = self._state(walk.text)
            walk.block = _Block(state, (*walk.block.closers, *self._closers(state, b"", item)))

    def _is_ended_at_cursor(self, item: Item, before: bytes, items: list[Item], at: int) -> bool:
        """Return whether an item has blocks without an end, and the next line is blank but for the cursor."""
        if at == len(items) or items[at].start != self._lines.cursor or not is_blank(self._lines.head):
            return False
        state = self._state(before + self._text(item))
        opened = state.open_bracket()
        return opened is not None and opened >= len(before) and item.end - item.start > 1

    def _closers(self, state: State, closer: bytes, first: Item) -> tuple[bytes, ...]:
        """Return what may follow an item that is whole: what ends the block, else a statement."""
        ends = (closer,) if closer and state.accepts(closer) else ()
        if ends and not closer.lstrip().startswith(DIRECTIVE):
            return ends
        # Where directives are no part of the grammar, they may stand anywhere.
        indent = parts(self._lines.texts[first.start])[0]
        codes = (indent + code + b"\n" for code in self._statements)
        return tuple(code for code in codes if state.accepts(code)) or ends

    def _is_whole(self, walk: _Walk, before: bytes, item: Item, *, is_last: bool = False) -> _Whole:
        """Return whether an item is whole behind a text; the last one may end blocks around as well."""
        state = self._state(before + self._text(item))
        if not state.viable:
            return _Whole.NO
        found = self._ends(walk.block, state)
        around = walk.around if is_last and found is not _Whole.YES else ()
        return _Whole.YES if any(self._ends(one, state) is _Whole.YES for one in around) else found

    def _ends(self, block: _Block, state: State) -> _Whole:
        """Return whether what an item has begun is ended in a state after it, so that its block goes on."""
        if state.open_bracket() != block.state.open_bracket():
            return _Whole.NO
        if self._reader.spans(state) != self._reader.spans(block.state):
            return _Whole.NO
        if block.state.member and not state.member:
            return _Whole.OPEN
        if self._takes_words(state) and not self._takes_words(block.state):
            return _Whole.OPEN
        is_closed = not block.closers or any(state.accepts(code) for code in block.closers)
        return _Whole.YES if is_closed else _Whole.OPEN

    def _takes_words(self, state: State) -> bool:
        """Return whether what ends blocks is a mere word there, as in a command that goes on."""
        return bool(self._words) and all(state.accepts(word) for word in self._words)

    def _with_rest(self, state: State, items: list[Item], at: int) -> tuple[Item, int]:
        """Return an item with the next ones that cannot begin one, and the number of the item after it."""
        end = at + 1
        while end < len(items) and self._is_rest(state, items[end].start):
            end += 1
        return Item(items[at].start, items[end - 1].end), end

    def _is_rest(self, state: State, line: int) -> bool:
        """Return whether a line goes on with the item above, as `} else {` does."""
        if line == self._lines.cursor and is_blank(self._lines.head):
            return False
        indent, content, _ = parts(self._lines.texts[line])
        if self._columns.is_rest(line) or content.startswith((*CLOSERS, _BRACE)):
            return True
        first = _FIRST.match(content)
        return first is not None and not state.accepts(indent + first[0] + b" ")

    def _begins(self, state: State, item: Item) -> bool:
        """Return whether an item may begin in a state, or what stands before it is at fault."""
        indent, content, _ = parts(self._changes.get(item.start, self._lines.texts[item.start]))
        first = _FIRST.match(content)
        return first is None or state.accepts(indent + first[0])

    def _spanned(self, before: bytes, item: Item, items: list[Item], at: int) -> tuple[Item, int]:
        """Return an item with those after it that a string or comment spans which it begins."""
        end = at
        while end < min(at + MAX_SPANNED, len(items)):
            if not self._reader.spans(self._state(before + self._text(item))):
                break
            item, end = Item(item.start, items[end].end), end + 1
        return item, end

    def _mend(self, walk: _Walk, item: Item, around: tuple[_Block, ...], *, is_last: bool) -> None:
        """Blank the broken lines of an item that is not whole, or all of them if it is not whole then."""
        kept = dict(self._changes)
        entered = self._enter(item, walk.text, around)
        if not entered or self._is_whole(walk, walk.text, item, is_last=is_last) is not _Whole.YES:
            self._changes = kept
            header = self._header(walk, item, is_last=is_last) if self._has_more(item) else None
            if header is None:
                self._blank([item])
                self._fill(walk, item)
            else:
                self._changes[item.start] = header
        walk.text += self._text(item)
        if not walk.opened:
            walk.safe = walk.text

    def _header(self, walk: _Walk, item: Item, *, is_last: bool) -> bytes | None:
        """Return the first line with which an item of several lines is whole; None if none is found."""
        stand_ins = self._reader.language.manifest.stand_ins
        indent, content, end = parts(self._lines.texts[item.start])
        texts = texts_of(stand_ins)
        rest = self._text(Item(item.start + 1, item.end))
        state = self._state(walk.text)
        for text in (*mended_lines(stand_ins, content), *texts.headers, *texts.brackets, *texts.statements):
            line = indent + text + end
            if text and not text.startswith(DIRECTIVE) and b"\n" not in text and state.accepts(line + rest):
                self._changes[item.start] = line
                if self._is_whole(walk, walk.text, item, is_last=is_last) is _Whole.YES:
                    return line
        self._changes.pop(item.start, None)
        return None

    def _has_more(self, item: Item) -> bool:
        """Return whether an item has more lines than its first one."""
        return not all(is_blank(text) for text in self._lines.texts[item.start + 1 : item.end])

    def _fill(self, walk: _Walk, item: Item) -> None:
        """Put a statement where an item was, if a block may have to have one."""
        manifest = self._reader.language.manifest
        if not manifest.is_by_columns and not manifest.stand_ins.closers:
            return
        indent, _, end = parts(self._lines.texts[item.start])
        line = indent + self._statements[0] + end
        if self._state(walk.text).accepts(line):
            self._changes[item.start] = line

    def _enter(self, item: Item, before: bytes, around: tuple[_Block, ...]) -> bool:
        """Blank the broken items in the blocks of an item, up to the cursor; return whether it has blocks."""
        blocks = list(self._columns.blocks(item))
        for block in blocks:
            header = Item(item.start, block.start)
            has_closer = block.end < item.end and block.end != self._lines.cursor
            closer = self._lines.texts[block.end].rstrip() if has_closer else b""
            if self._columns.has_cursor(header) and self._left_out is None:
                break
            if not self._walk(block, before + self._text(header), closer, around):
                break
        return bool(blocks)

    def _goes_on(self, before: bytes, item: Item) -> bool:
        """Return whether the cursor's item can be read after a text: its first line up to the cursor."""
        is_here = item.start == self._lines.cursor
        line = self._lines.head if is_here else self._lines.texts[item.start]
        return self._state(before + line).viable

    def _blank(self, items: list[Item]) -> None:
        for line in (line for item in items for line in range(*item)):
            _, content, end = parts(self._lines.texts[line])
            if content:
                self._changes[line] = end

    def _text(self, item: Item) -> bytes:
        out = self._left_out
        return b"".join(
            self._changes.get(line, self._lines.texts[line])
            for line in range(*item)
            if out is None or not out.start <= line < out.end
        )

    def _state(self, text: bytes) -> State:
        return self._reader.state(text)
