"""A `Draft` is a file in which other texts replace some lines, and which may have a made-up middle.

A session of its own reads the drafts, so that reading one costs only its difference from the draft that
was read before, even if that was for another request.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from quoin.engine.util.affixes import common_beginning

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from quoin.engine.quotient.quotient import Quotient, State
    from quoin.engine.quotient.session import Session
    from quoin.engine.recovery.source import Lines

_CALL = 300
"""The work for reading a text in addition to its bytes, in bytes read."""

_WINDOW = 8_000
"""The work for a quotient in addition to the bytes of its contexts, in bytes read."""


class Exhausted(Exception):  # noqa: N818  not an error: the search ends without a result
    """The budget is used up, or the caller no longer waits for the result."""


class Budget:
    """A limit for the work, counted in bytes read so that it does not depend on the machine.

    Args:
        most: The number of bytes that may be read.
        in_all: The number of bytes that may be read in all, however often the budget is renewed.
        interrupted: Returns whether the caller has given up; it is called before each reading
            and all the time while the core reads.
    """

    def __init__(self, most: int, in_all: int, interrupted: Callable[[], bool]) -> None:
        self._left = most
        self._beyond = in_all - most
        self._interrupted = interrupted

    def renew(self, most: int) -> None:
        """Set the number of bytes that may still be read to `most`, or to what is left of all."""
        in_all = max(self._left, 0) + self._beyond
        self._left = min(most, in_all)
        self._beyond = in_all - self._left

    def spend(self, count: int) -> None:
        """Subtract work that is about to be done, in bytes.

        Raises:
            Exhausted: The budget does not suffice, or the caller gave up.
        """
        self._left -= count
        if self._left < 0:
            raise Exhausted
        self.go_on()

    def go_on(self) -> None:
        """Raise if the caller gave up.

        Raises:
            Exhausted: The caller gave up.
        """
        if self._interrupted():
            raise Exhausted


class Position(NamedTuple):
    """The position where reading stopped: a line, from 0, and a byte in it.

    The file's end is in the line after the last one.
    """

    line: int
    byte: int


@dataclass(frozen=True)
class Draft:
    """A text that may be a program.

    Attributes:
        lines: The file.
        changes: The texts that replace lines, with the lines' own ends, by the numbers of the lines.
        price: The cost of the changes.
        middle: The made-up text at the cursor; None as long as there is none.
        risk: The cost of the middle.
    """

    lines: Lines
    changes: Mapping[int, bytes]
    price: float = 0.0
    middle: bytes | None = None
    risk: float = 0.0

    @property
    def cost(self) -> float:
        """The cost of the draft: of the changes and the middle."""
        return self.price + self.risk

    def start(self, line: int) -> int:
        """Return the offset in the text at which a line begins."""
        moved = sum(len(self.changes[k]) - len(self.lines.texts[k]) for k in self.changes if k < line)
        return self.lines.starts[line] + moved + (len(self.middle or b"") if line > self.lines.cursor else 0)

    @property
    def cursor(self) -> int:
        """The offset in the text at which the middle begins."""
        return self.start(self.lines.cursor) + len(self.lines.head)

    def line(self, line: int) -> bytes:
        """Return a line's text; the cursor's line is without the middle."""
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
        """Return the left and the right context of the middle."""
        return self.text[: self.cursor], self.text[self.cursor + len(self.middle or b"") :]

    def position(self, offset: int) -> Position:
        """Return the position of an offset in the text."""
        line = bisect_right(range(len(self.lines.texts) + 1), offset, key=self.start) - 1
        return Position(line, offset - self.start(line))

    def changed(self, changes: Mapping[int, bytes], price: float) -> Draft:
        """Return the draft with more changes; it has no middle if one of them is above the cursor."""
        draft = Draft(self.lines, dict(self.changes) | dict(changes), self.price + price)
        if min(changes) < self.lines.cursor or self.middle is None:
            return draft
        return draft.with_middle(self.middle, self.risk)

    def with_middle(self, middle: bytes, risk: float) -> Draft:
        """Return the draft with a middle of the given cost."""
        return replace(self, middle=middle, risk=risk)


class Reader:
    """A reader of the beginnings of drafts.

    Args:
        session: The document's session, which has one that reads nothing but drafts.
        budget: The limit for the work.
    """

    def __init__(self, session: Session, budget: Budget) -> None:
        self.language = session.language
        self.budget = budget
        self._session = session.variant("drafts")
        self._around = session.variant("around")
        self._start = session.variant("start")
        self._last = b""
        self._nonsense = self.language.manifest.stand_ins.nonsense.encode()

    def state(self, text: bytes) -> State:
        """Return the state after a text; what was read is kept if there is none."""
        if not text:
            return self.fresh
        self._spend(text)
        return self._session.quotient(text, b"").start()

    @cached_property
    def fresh(self) -> State:
        """The state at a file's start."""
        return self._start.quotient(b"", b"").start()

    def stop(self, draft: Draft, end: int) -> Position | None:
        """Return where reading a draft up to the offset `end` stops; None if all of it can be read."""
        text = draft.text[:end]
        self._spend(text)
        quotient = self._session.quotient(text, b"")
        problem = quotient.problem
        if problem is None:
            return None
        begin = problem.offset if problem.side == "left" else self._last_viable(draft, text)
        # A lexeme at fault may begin many lines above the character at fault.
        state = self._session.quotient(text[:begin], b"").start()
        return draft.position(min(begin + state.viable_prefix(text[begin:]), max(end - 1, 0)))

    def _last_viable(self, draft: Draft, text: bytes) -> int:
        """Return the start of a line near the end of a text such that the text before it is viable.

        This is needed if the last lexeme of the text is at fault.
        """
        line = draft.position(len(text)).line
        step = 1
        while line > 0 and not self._session.quotient(text[: draft.start(line)], b"").start().viable:
            line = max(line - step, 0)
            step *= 2
        return draft.start(line)

    def quotient(self, left: bytes, right: bytes) -> Quotient:
        """Return the quotient by two contexts; the right one should be short."""
        self._spend(left)
        self.budget.spend(_WINDOW + 5 * len(right))
        # Drafts are read without a right context, so that the session would have to read it each time.
        return self._around.quotient(left, right)

    def is_program(self, draft: Draft) -> bool:
        """Return whether a draft that can be read to its end is a program."""
        return self.state(draft.text).member

    def spans(self, state: State) -> bool:
        """Return whether a string is open that continues in the next line."""
        return state.accepts(b"\n" + self._nonsense)

    def _spend(self, text: bytes) -> None:
        self.budget.spend(_CALL + len(text) - common_beginning(self._last, text))
        self._last = text
