"""A file read line by line, with a made-up middle at the cursor, as far as the language takes it.

A draft keeps the state in front of each line, so that a draft with one line changed is read from
that line on. States are cheap to copy, and reading costs some hundred nanoseconds a byte.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from engine.recovery_lines import column, is_blank, parts

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from engine.languages import Language
    from engine.quotient import State
    from engine.recovery_lines import Lines

MOST_PIECES = 3
"""Pieces of which a made-up middle consists at most."""

MOST_MIDDLES = 60
"""Middles that are looked at for one place."""

MOST_BRANCHES = 8
"""Middles with which the text behind the cursor is read."""

_DEEP = b" " * 120


class Exhausted(Exception):  # noqa: N818  not an error: the search ends without a result
    """The work allowed is done, or nobody waits for the result any more."""


class Budget:
    """Counts the bytes read, which bounds the work in the same way on every machine.

    Args:
        most_bytes: How many may be read.
        interrupted: Asked before each reading.
    """

    def __init__(self, most_bytes: int, interrupted: Callable[[], bool]) -> None:
        self._left = most_bytes
        self._interrupted = interrupted

    def spend(self, count: int) -> None:
        """Take note of bytes that are read.

        Raises:
            Exhausted: There were too many, or the caller gave up.
        """
        self._left -= count
        if self._left < 0 or self._interrupted():
            raise Exhausted


class Position(NamedTuple):
    """Where reading stopped: a line from 0 and a byte in it.

    The line behind the last one stands for the file's end, where something was missing; the one
    behind that says that nothing was.
    """

    line: int
    byte: int


@dataclass(frozen=True)
class Branch:
    """The lines behind the cursor's, read behind one middle.

    Attributes:
        middle: What was made up.
        states: The states in front of the lines behind the cursor's; one for the end if it was
            reached.
        error: Where reading stopped.
    """

    middle: bytes
    states: list[State]
    error: Position


@dataclass(frozen=True)
class Draft:
    """A text and how far it can be read.

    Attributes:
        texts: The lines, with the cursor's own as it is in the file.
        states: The states in front of the lines up to the cursor's.
        branches: The rest behind several middles; empty where the cursor is not reached.
        error: The furthest that any of them was read.
    """

    texts: tuple[bytes, ...]
    states: list[State]
    branches: tuple[Branch, ...]
    error: Position

    @property
    def is_program(self) -> bool:
        """Whether the text with some middle is a program."""
        return self.error.line > len(self.texts)

    def state(self, line: int, cursor: int) -> State | None:
        """The state in front of a line on the way that was read furthest; None if it went not that far."""
        if line <= cursor:
            return self.states[line] if line < len(self.states) else None
        for branch in self.branches:
            index = line - cursor - 1
            if branch.error == self.error and index < len(branch.states):
                return branch.states[index]
        return None


class Reader:
    """Reads drafts of one file.

    Args:
        language: Of the file; its stand-ins give the middles.
        lines: The file.
        budget: Bounds the work.
        most_pieces: Of which a middle consists; with 0 there is only the empty one.
    """

    def __init__(
        self, language: Language, lines: Lines, budget: Budget, most_pieces: int = MOST_PIECES
    ) -> None:
        self.lines = lines
        stand_ins = language.manifest.stand_ins
        self.language = language
        self._start = language.quotient(b"", b"").start()
        self._fillers = _encoded(stand_ins.fillers)
        self._ends = _encoded(stand_ins.ends)
        self._first = self._first_pieces(_encoded(stand_ins.words))
        # With a line end each, without which a keyword may be the beginning of a name.
        code = stand_ins.statements + stand_ins.headers
        self._lines_of_code = tuple(text.encode() + b"\n" for text in code)
        self._nonsense = stand_ins.nonsense.encode()
        self._budget = budget
        self._most_pieces = most_pieces

    def whole(self) -> Draft:
        """The file as it is."""
        return self._read(self.lines.texts, [self._start])

    def changed(self, draft: Draft, changes: Mapping[int, bytes]) -> Draft:
        """The draft with other texts, with the same ends, in place of lines that are not the cursor's."""
        line, last = min(changes), max(changes)
        between = (changes.get(number, draft.texts[number]) for number in range(line, last + 1))
        texts = (*draft.texts[:line], *between, *draft.texts[last + 1 :])
        cursor = self.lines.cursor
        if line <= cursor:
            return self._read(texts, draft.states[: line + 1])
        kept = (
            (branch.middle, branch.states[: line - cursor])
            for branch in draft.branches
            if branch.error.line >= line
        )
        branches = tuple(self._branch(texts, middle, states) for middle, states in kept)
        return Draft(texts, draft.states, branches, _furthest(branches))

    def cursor_in_string(self) -> bool:
        """Whether a string from another line is open where the cursor's line begins."""
        above = b"".join(self.lines.texts[: self.lines.cursor])
        self._budget.spend(len(above))
        state = self.language.quotient(above, b"").start()
        return state.viable and self.in_string(state)

    def in_string(self, state: State, text: bytes = b"") -> bool:
        """Whether a string is open behind a text that stands at a line's start."""
        return state.accepts(text + self._nonsense)

    def begins_line(self, state: State, text: bytes) -> bool:
        """Whether a logical line begins in front of a physical one, whatever may stand there.

        A line of code can stand at a logical line's start and nowhere else: in its own column, in
        the first, or deeper than all others.
        """
        if self.in_string(state):
            return False
        columns = {parts(text)[0], b"", _DEEP}
        return any(state.accepts(column + code) for column in columns for code in self._lines_of_code)

    def _read(self, texts: tuple[bytes, ...], states: list[State]) -> Draft:
        """Read on from the last of the states, through the cursor's line and behind it."""
        cursor = self.lines.cursor
        states, error = self._advance(texts[:cursor], states, 0)
        if error.line < cursor:
            return Draft(texts, states, (), error)
        here = states[cursor].copy()
        taken = self._take(here, self.lines.head)
        if taken < len(self.lines.head):
            return Draft(texts, states, (), Position(cursor, taken))
        starts = self._middles(here, closes=not self.in_string(states[cursor]))
        if not starts:
            return Draft(texts, states, (), Position(cursor, taken))
        branches = tuple(self._branch(texts, middle, [state]) for middle, state in starts)
        return Draft(texts, states, branches, _furthest(branches))

    def _branch(self, texts: tuple[bytes, ...], middle: bytes, states: list[State]) -> Branch:
        first = self.lines.cursor + 1
        states, error = self._advance(texts[first:], states, first)
        if error.line == len(texts) and states[-1].member:
            error = Position(len(texts) + 1, 0)
        return Branch(middle, states, error)

    def _advance(
        self, texts: Sequence[bytes], states: list[State], first: int
    ) -> tuple[list[State], Position]:
        """Read lines, the first of which has number `first`, going on behind the states in front of some."""
        states = list(states)
        for index in range(len(states) - 1, len(texts)):
            state = states[-1].copy()
            taken = self._take(state, texts[index])
            if taken < len(texts[index]):
                return states, Position(first + index, taken)
            states.append(state)
        return states, Position(first + len(texts), 0)

    def _take(self, state: State, data: bytes) -> int:
        """Go on by all of the bytes, or say how many could have been taken."""
        self._budget.spend(len(data) + 1)
        return len(data) if state.advance(data) else state.viable_prefix(data)

    def _middles(self, state: State, *, closes: bool) -> list[tuple[bytes, State]]:
        """Middles with which the cursor's line can be read, and the states behind the line.

        Of those that lead to states which differ in nothing seen here only the first is given.
        """
        found: dict[tuple[object, ...], tuple[bytes, State]] = {}
        for middle, here in self.made_up(state, closes=closes):
            after = here.copy()
            if after.advance(self.lines.tail):
                found.setdefault((after.member, *after.expected()), (middle, after))
                if len(found) == MOST_BRANCHES:
                    break
        return list(found.values())

    def made_up(self, state: State, *, closes: bool) -> list[tuple[bytes, State]]:
        """Short middles behind a state and the states behind them, the shortest first.

        Args:
            state: At the cursor.
            closes: Whether a string that is open there may be ended.
        """
        found = [(b"", state)]
        if self._most_pieces:
            found += _continued(b"", state, self._first)
        level = found
        for _ in range(self._most_pieces):
            following = []
            for text, here in level:
                pieces = self._pieces(text or self.lines.head, here, closes=closes)
                following += _continued(text, here, pieces)
                self._budget.spend(len(pieces))
                if len(found) + len(following) >= MOST_MIDDLES:
                    return found + following
            found = found + following
            level = following
        return found

    def _first_pieces(self, words: Sequence[bytes]) -> list[bytes]:
        """Pieces that depend on what stands before the cursor: the rest of a word, or blanks to a column."""
        lines = self.lines
        if not is_blank(lines.head):
            begun = re.findall(rb"\w*$", lines.head)[0]
            return [word[len(begun) :] for word in words if begun and word.startswith(begun)]
        near = (*lines.texts[: lines.cursor][-1:], *lines.texts[lines.cursor + 1 :][:1])
        at = column(lines.head)
        columns = sorted({column(text) - at for text in near if column(text) > at})
        return [b" " * count for count in (*columns, len(_DEEP))]

    def _pieces(self, text: bytes, state: State, *, closes: bool) -> Sequence[bytes]:
        """What may be put behind a text; nothing that makes its last word longer."""
        if state.accepts(self._nonsense):
            return self._ends if closes else ()
        in_word = text[-1:].isalnum()
        return [piece for piece in self._fillers if not (in_word and piece[:1].isalnum())]


def _continued(text: bytes, state: State, pieces: Sequence[bytes]) -> list[tuple[bytes, State]]:
    """The middles of one more piece."""
    found = []
    for piece in pieces:
        if state.accepts(piece):
            after = state.copy()
            after.advance(piece)
            found.append((text + piece, after))
    return found


def _encoded(texts: Sequence[str]) -> tuple[bytes, ...]:
    return tuple(text.encode() for text in texts)


def _furthest(branches: Sequence[Branch]) -> Position:
    return max(branch.error for branch in branches)
