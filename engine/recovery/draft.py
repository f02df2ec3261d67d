"""A file with other texts in place of some lines and a made-up middle at the cursor, read from its start.

A session beside the document's does the reading, so that a draft costs what differs from the one read
before, be that for another request.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from quoin.engine.quotient.quotient import Quotient
from quoin.engine.util.affixes import common_beginning

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from quoin.engine.quotient.quotient import State
    from quoin.engine.quotient.session import Session
    from quoin.engine.recovery.source import Lines

_CALL = 300
"""What a reading costs beside its bytes."""

_WINDOW = 8_000
"""What a quotient costs beside the bytes."""


class Exhausted(Exception):  # noqa: N818  not an error: the search ends without a result
    """The work allowed is done, or nobody waits for the result any more."""


class Budget:
    """Counts the work in bytes read, which bounds it in the same way on every machine.

    Args:
        most: How many may be read.
        interrupted: Asked before each reading.
    """

    def __init__(self, most: int, interrupted: Callable[[], bool]) -> None:
        self._left = most
        self._interrupted = interrupted

    def renew(self, most: int) -> None:
        """Let so many bytes more be read, whatever has been."""
        self._left = most

    def spend(self, count: int) -> None:
        """Take note of work that is about to be done.

        Raises:
            Exhausted: There was too much, or the caller gave up.
        """
        self._left -= count
        if self._left < 0 or self._interrupted():
            raise Exhausted


class Position(NamedTuple):
    """Where reading stopped: a line from 0, the one behind the last for the file's end, and a byte in it."""

    line: int
    byte: int


@dataclass(frozen=True)
class Draft:
    """A text that may be a program.

    Attributes:
        lines: The file.
        changes: Other texts, with the lines' own ends, by numbers of lines.
        price: How much speaks against them.
        middle: What was made up at the cursor; None while nothing is.
        risk: How much speaks against that.
    """

    lines: Lines
    changes: Mapping[int, bytes]
    price: float = 0.0
    middle: bytes | None = None
    risk: float = 0.0

    @property
    def cost(self) -> float:
        """How much speaks against the draft."""
        return self.price + self.risk

    def start(self, line: int) -> int:
        """Where a line begins in the text."""
        moved = sum(len(self.changes[k]) - len(self.lines.texts[k]) for k in self.changes if k < line)
        return self.lines.starts[line] + moved + (len(self.middle or b"") if line > self.lines.cursor else 0)

    @property
    def cursor(self) -> int:
        """Where the middle begins in the text."""
        return self.start(self.lines.cursor) + len(self.lines.head)

    def line(self, line: int) -> bytes:
        """A line's text; the cursor's without the middle."""
        return self.changes.get(line, self.lines.texts[line])

    @cached_property
    def text(self) -> bytes:
        """The whole text."""
        pieces = []
        end = 0
        inserted = {} if self.middle is None else {self.lines.cursor: self._cursor_line()}
        for line, text in sorted((dict(self.changes) | inserted).items()):
            pieces += [self.lines.whole[end : self.lines.starts[line]], text]
            end = self.lines.starts[line + 1]
        return b"".join((*pieces, self.lines.whole[end:]))

    def _cursor_line(self) -> bytes:
        return self.lines.head + (self.middle or b"") + self.lines.tail

    def contexts(self) -> tuple[bytes, bytes]:
        """What is left and right of the middle."""
        return self.text[: self.cursor], self.text[self.cursor + len(self.middle or b"") :]

    def position(self, offset: int) -> Position:
        """The position of an offset in the text."""
        line = bisect_right(range(len(self.lines.texts) + 1), offset, key=self.start) - 1
        return Position(line, offset - self.start(line))

    def changed(self, changes: Mapping[int, bytes], price: float) -> Draft:
        """The draft with more changes; without its middle if one of them is above the cursor."""
        draft = Draft(self.lines, dict(self.changes) | dict(changes), self.price + price)
        if min(changes) < self.lines.cursor or self.middle is None:
            return draft
        return draft.with_middle(self.middle, self.risk)

    def with_middle(self, middle: bytes, risk: float) -> Draft:
        """The draft with a middle."""
        return replace(self, middle=middle, risk=risk)


class Reader:
    """Reads the beginnings of drafts.

    Args:
        session: For drafts, and for nothing else meanwhile.
        budget: Bounds the work.
    """

    def __init__(self, session: Session, budget: Budget) -> None:
        self.language = session.language
        self.budget = budget
        self._session = session
        self._last = b""
        self._nonsense = self.language.manifest.stand_ins.nonsense.encode()

    def state(self, text: bytes) -> State:
        """The state behind a text."""
        self._spend(text)
        return self._session.quotient(text, b"").start()

    @cached_property
    def fresh(self) -> State:
        """The state at a file's start."""
        return Quotient(self.language, b"", b"").start()

    def stop(self, draft: Draft, end: int) -> Position | None:
        """Where a draft cannot be read on, of the part in front of an offset; None if it can be read."""
        text = draft.text[:end]
        self._spend(text)
        quotient = self._session.quotient(text, b"")
        problem = quotient.problem
        if problem is None:
            return None
        begin = problem.offset if problem.side == "left" else self._last_viable(draft, text)
        # A lexeme at fault may begin many lines above the sign that is.
        state = self._session.quotient(text[:begin], b"").start()
        return draft.position(min(begin + state.viable_prefix(text[begin:]), max(end - 1, 0)))

    def _last_viable(self, draft: Draft, text: bytes) -> int:
        """The start of a line not far above the last lexeme of a text, where that is what is at fault."""
        line = draft.position(len(text)).line
        step = 1
        while line > 0 and not self._session.quotient(text[: draft.start(line)], b"").start().viable:
            line = max(line - step, 0)
            step *= 2
        return draft.start(line)

    def quotient(self, left: bytes, right: bytes) -> Quotient:
        """The quotient by two contexts, of which the right one is short."""
        self._spend(left)
        self.budget.spend(_WINDOW + 5 * len(right))
        return self._session.quotient(left, right)

    def is_program(self, draft: Draft) -> bool:
        """Whether a draft that can be read to its end may end there."""
        return self.state(draft.text).member

    def spans(self, state: State) -> bool:
        """Whether a string is open that goes on in the next line."""
        return state.accepts(b"\n" + self._nonsense)

    def _spend(self, text: bytes) -> None:
        self.budget.spend(_CALL + len(text) - common_beginning(self._last, text))
        self._last = text
