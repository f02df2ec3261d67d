"""`Middles` makes up middles for a cursor, and assigns a cost to each.

A *plain* middle consists of a few short pieces, leaves no bracket or string open, and ends none that seems
to belong to other lines. If there is no plain middle, the quotient's own short completion may serve.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING

from quoin.engine.recovery.source import is_blank
from quoin.engine.util.lines import column, line_start

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from quoin.engine.languages.manifest.stand_ins import StandIns
    from quoin.engine.quotient.quotient import Quotient, State
    from quoin.engine.recovery.draft import Reader

MAX_PIECES = 3
"""The largest number of pieces of a made-up middle, in addition to a first one."""

MAX_MIDDLES = 60
"""The largest number of middles that are made up for one position."""

MAX_LINES = 4
"""The largest number of lines above the cursor, and below it, that are checked for code."""

MAX_STEPS = 300
"""The largest number of steps of the search for a completion."""

_COMPLETION = 5_000
"""The work for the search for a completion, in bytes read."""

_IN_VAIN = 25_000
"""The work, in addition, of a search that finds none, since it takes all of its steps."""

CHANGE = 1.0
"""The cost of changing one line, which is the unit of all costs."""

NOT_PLAIN = 0.3
OPENS_BRACKET = 0.5
OPENS_STRING = 0.9
ENDS_STRING = 0.2
ENDS_STRING_OF_CODE = 1.2
AMID_CODE = 3.0
ENDS_BRACKET = 1.2
JOINS_LINES = 0.5
"""The costs of middles that are not plain, by kind; the unit is `CHANGE`.

`NOT_PLAIN` is added for a completion by the quotient. A middle may leave a bracket or a string open, end one
that another line began, as it may a block, join its line with the next one, or end a string whose lines above
seem to be code. `AMID_CODE` is the cost of a middle in a string of another line if the lines above and below
seem to be code.
"""

_DEEP = 120
_JOINT = b"\\"
_WORD = re.compile(rb"\w+")
_LINE_BREAK = re.compile(rb"[\r\n]")


@dataclass(frozen=True)
class Pieces:
    """The placeholders of which middles are made, as bytes."""

    fillers: tuple[bytes, ...]
    ends: tuple[bytes, ...]
    words: tuple[bytes, ...]
    nonsense: bytes


@lru_cache
def pieces_of(stand_ins: StandIns) -> Pieces:
    """Return the pieces of a language's placeholders."""
    texts = (stand_ins.fillers, stand_ins.ends, stand_ins.words)
    fillers, ends, words = (tuple(text.encode() for text in some) for some in texts)
    return Pieces(fillers, ends, words, stand_ins.nonsense.encode())


class Middles:
    """The middles for one position.

    Args:
        reader: The reader of the left context.
        left: The left context.
        right: The right context, of which only the first lines matter.
    """

    def __init__(self, reader: Reader, left: bytes, right: bytes) -> None:
        self._reader = reader
        self._pieces = pieces_of(reader.language.manifest.stand_ins)
        self._left = left
        self._right = right
        self._line = line_start(left)
        self._quotes = {end[:1] for end in self._pieces.ends}
        self._head = left[self._line :]
        self._tail = _LINE_BREAK.split(right, 1)[0]

    def best(self, quotient: Quotient) -> tuple[bytes, float] | None:
        """Return a member of the quotient of low cost, and its cost; None if none was found."""
        start = quotient.start()
        found: tuple[bytes, float] | None = None
        for middle, state in self.made_up(start):
            if state.member:
                cost = self.risk(start, middle, state)
                if not cost:
                    return middle, 0.0
                if found is None or cost < found[1]:
                    found = middle, cost
        if found is not None and found[1] < CHANGE:
            return found
        other = self.completion(quotient)
        return min(filter(None, (found, other)), key=lambda one: one[1], default=None)

    def completion(self, quotient: Quotient) -> tuple[bytes, float] | None:
        """Return the quotient's own completion and its cost; None if none was found."""
        self._reader.budget.spend(_COMPLETION)
        start = quotient.start()
        text = start.completion(max_steps=MAX_STEPS, readable=False)
        if text is None:
            self._reader.budget.spend(_IN_VAIN)
            return None
        state = start.copy()
        state.advance(text)
        return text, NOT_PLAIN + self.risk(start, text, state)

    def made_up(self, start: State) -> Iterator[tuple[bytes, State]]:
        """Yield short middles after a state and the states after them; those of fewest pieces are first."""
        level = [(b"", start), *_continued(b"", start, self._first_pieces())]
        yield from level
        count = len(level)
        for _ in range(MAX_PIECES):
            following = []
            for text, here in level:
                for found in _continued(text, here, self._next_pieces(text or self._head, here)):
                    yield found
                    following.append(found)
                    count += 1
                    if count == MAX_MIDDLES:
                        return
            level = [*level, *following]

    def risk(self, start: State, middle: bytes, state: State) -> float:
        """Return the cost of a middle.

        Args:
            start: The state before the middle.
            middle: The middle.
            state: The state after the middle.
        """
        if self._reader.spans(start) and not self._ends_string(start, middle):
            return self._risk_of_text()
        if not middle:
            return 0.0
        if middle[-1:] in self._quotes and self._tail[:1] in self._quotes:
            state = self._reader.state(self._left + middle + self._tail)
        settled = state.copy()
        settled.advance(b" ")
        spanned, spans = self._reader.spans(start), self._reader.spans(state)
        if spans and not spanned and not self._returns_to_text(middle):
            return OPENS_STRING
        if spanned and self._string_is_foreign():
            return ENDS_STRING_OF_CODE if self.is_below_code else ENDS_STRING
        if (settled.open_bracket() or 0) >= len(self._left):
            return OPENS_BRACKET
        return self._risk_to_lines(start, middle, settled)

    def _risk_to_lines(self, start: State, middle: bytes, settled: State) -> float:
        """Return the cost of what a middle does to other lines; the state is that behind a blank after it."""
        if self._ends_foreign_bracket(start, settled) or self._ends_foreign_block(middle):
            return ENDS_BRACKET
        return JOINS_LINES if middle.endswith(_JOINT) and not self._tail.strip() else 0.0

    def _returns_to_text(self, middle: bytes) -> bool:
        """Return whether a middle ends a tag or a field that the cursor's line has begun within a text."""
        if any(end in middle for end in self._pieces.ends):
            return False
        return self._reader.spans(self._reader.state(self._left[: self._line]))

    def _risk_of_text(self) -> float:
        """Return the cost of a string around the cursor that continues after it."""
        if not self._is_above_code:
            return 0.0
        return AMID_CODE if self.is_below_code and self._string_is_foreign() else OPENS_STRING

    def _ends_string(self, start: State, middle: bytes) -> bool:
        """Return whether a middle that begins in a string ends the string."""
        if not any(end in middle for end in self._pieces.ends):
            return False
        return not start.accepts(middle + b"\n" + self._pieces.nonsense)

    def _string_is_foreign(self) -> bool:
        """Return whether the string around the cursor began in another line."""
        if not any(end in self._head for end in self._pieces.ends):
            return True
        return self._reader.spans(self._reader.state(self._left[: self._line]))

    def _is_code(self, lines: list[bytes]) -> bool:
        """Return whether at least half of the lines with content could each stand at a file's start."""
        state = self._reader.fresh
        votes = [state.accepts(line.strip() + b"\n") for line in lines if line.strip()]
        return bool(votes) and sum(votes) * 2 >= len(votes)

    @cached_property
    def is_below_code(self) -> bool:
        """Whether the lines above the cursor's that are in the string around the cursor seem to be code."""
        return self._is_code(self._above())

    @cached_property
    def _is_above_code(self) -> bool:
        return self._is_code(self._below())

    def _above(self) -> list[bytes]:
        """Return the nearest lines above the cursor's that are wholly in the string around the cursor."""
        lines: list[bytes] = []
        start = self._line
        while (
            start > 0
            and len(lines) <= MAX_LINES
            and self._reader.spans(self._reader.state(self._left[:start]))
        ):
            above = line_start(self._left, start - 1)
            lines.append(self._left[above:start])
            start = above
        return lines[:-1]

    def _below(self) -> list[bytes]:
        """Return the nearest lines below the cursor's, up to one in which a multi-line string may end."""
        lines = [line for line in self._right.split(b"\n", 4 * MAX_LINES)[1:] if line.strip()][:MAX_LINES]
        ends = [end for end in self._pieces.ends if len(end) > 1]
        return list(takewhile(lambda line: not any(end in line for end in ends), lines))

    def _ends_foreign_bracket(self, start: State, state: State) -> bool:
        """Return whether a bracket is closed that another line opened, and that hardly encloses this line.

        The lines in a bracket are usually indented deeper than the line that opened it.
        """
        opened = start.open_bracket()
        if opened is None or opened >= self._line or is_blank(self._head):
            return False
        outer = state.open_bracket()
        if outer is not None and outer >= opened:
            return False
        opener = column(self._left[line_start(self._left, opened) :])
        if column(self._head) <= opener:
            return True
        if outer is None:
            return False
        outer_line = line_start(self._left, outer)
        return outer_line != line_start(self._left, opened) and opener <= column(self._left[outer_line:])

    def _ends_foreign_block(self, middle: bytes) -> bool:
        """Return whether a middle ends a block with a word that its line has not begun.

        A line that is blank, or whose only word is the beginning of such a word, is about to end one.
        """
        blocks = self._reader.language.manifest.stand_ins.blocks
        head = self._head.strip()
        if not blocks or not head:
            return False
        words = [word.decode(errors="replace") for word in _WORD.findall(self._head + middle)]
        ended = {last for *_, last in blocks if last in words and not last.encode().startswith(head)}
        return any(
            words.count(last) > sum(words.count(first) for first, *_, end in blocks if end == last)
            for last in ended
        )

    def _first_pieces(self) -> list[bytes]:
        """Return the pieces that depend on the cursor's line: ends of a word, or blanks to a column."""
        if not is_blank(self._head):
            begun = re.findall(rb"\w*$", self._head)[0]
            return [word[len(begun) :] for word in self._pieces.words if begun and word.startswith(begun)]
        at = column(self._head)
        columns = sorted({near - at for near in self._near_columns() if near > at})
        return [b" " * count for count in (*columns, _DEEP)]

    def _near_columns(self) -> list[int]:
        """Return the columns of the lines above and below the cursor's."""
        above = self._left[line_start(self._left, max(self._line - 1, 0)) : self._line]
        below = self._right.split(b"\n", 2)[1:2]
        return [column(above), *map(column, below)]

    def _next_pieces(self, text: bytes, state: State) -> Sequence[bytes]:
        """Return the pieces that may follow a text; none of them makes its last word longer."""
        if state.accepts(self._pieces.nonsense):
            return self._pieces.ends
        if not text[-1:].isalnum():
            return self._pieces.fillers
        return [piece for piece in self._pieces.fillers if not piece[:1].isalnum()]


def _continued(text: bytes, state: State, pieces: Sequence[bytes]) -> Iterator[tuple[bytes, State]]:
    """Yield the middles of one more piece, and the states after them."""
    for piece in pieces:
        after = state.copy()
        if after.advance(piece):
            yield text + piece, after
