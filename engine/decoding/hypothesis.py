"""A `Hypothesis` is a growing completion, together with the places where it could end."""

from __future__ import annotations

import math
import re
from array import array
from bisect import bisect_left
from collections import deque
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import TYPE_CHECKING

from quoin.engine.decoding.endings.ending import EndingBudget, EndPoint
from quoin.engine.decoding.endings.repetition import loop_of_lines
from quoin.engine.decoding.endings.stop_rule import StopRule
from quoin.engine.decoding.endings.usefulness import NEEDED
from quoin.engine.decoding.result import Candidate, Ended, TokenMark
from quoin.engine.util.lines import BLANKS, is_between_columns

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from quoin.engine.decoding.model import Flags
    from quoin.engine.decoding.request import Task
    from quoin.engine.decoding.tokens.constraint import Admitted, Constraint

LINE_ENDS = (b"", b"\n", b"\r")

LONGEST_NAME = 8
"""The largest number of tokens of a name that is gone back to."""

LEAST_END_PROBABILITY = 0.001
"""The least end probability of a place to which a completion is cut back when its budget is used up.

Below it, the completion would probably end with half a word, and is better not shown.
"""

WORD = re.compile(rb"[^\W\d][\w\x80-\xff]*\Z")
"""A word at the end of a text."""

MAX_RETRIES = 4
"""The largest number of words that a middle takes back."""

SURER = 8.0
"""The log-probability, in nats, by which a token with an unknown name must be likelier than any that fits."""

IMPORTED = 1.0
"""The same for a name that an import can bind."""

NEXT_LINE = 0.3
"""The least probability of a line end after which a middle that should bind more names goes on."""

MAX_HELD = 4
"""The largest number of statements by which it does."""

REPEATS = 5
LONGEST_PERIOD = 12
"""A model is in a loop if it has written a sequence of tokens `REPEATS` times in a row.

The sequence has at most `LONGEST_PERIOD` tokens. The completion then ends before its budget is used up.
"""


@dataclass(frozen=True)
class Place:
    """A prefix of the middle that may be the completion.

    Attributes:
        length: The prefix's length, in bytes.
        tokens: The number of tokens that the model chose for it.
        logprob: The sum of their natural log-probabilities.
        end: The probability that the middle ends here.
    """

    length: int
    tokens: int
    logprob: float
    end: float

    @property
    def weight(self) -> float:
        """The place's rank (the paper, section VII-B): likely ends are preferred, and later ones."""
        return self.end * self.tokens


@dataclass(frozen=True)
class Finished:
    """The result of a hypothesis that has ended.

    Attributes:
        candidate: The completion; None if there is no text worth showing, or none yet.
        unended: The hypothesis that the language has yet to end, which takes a search; None if there is none.
    """

    candidate: Candidate | None
    unended: Hypothesis | None = None

    def closed(self) -> Candidate | None:
        """Return the completion, which the language ends if necessary."""
        return self.candidate if self.unended is None else self.unended.close()


class Hypothesis:
    """A completion in progress.

    Args:
        guard: The filter at the cursor.
        rule: The stop rule at the cursor.
        given_back: The bytes before the cursor that the first tokens must repeat (`tokens/healing.py`).
        after_blank: Whether a blank precedes the cursor, and does not begin an unfinished indentation.
        after_word: Whether a word precedes the cursor.
        max_lines: The largest number of lines of the middle; None for any number.
        closing: The budget, with a reserve for the ending.
    """

    def __init__(
        self,
        guard: Constraint,
        rule: StopRule,
        given_back: bytes,
        max_lines: int | None,
        closing: EndingBudget,
        *,
        after_blank: bool,
        after_word: bool = False,
    ) -> None:
        self.guard = guard
        self.rule = rule
        self.rest = given_back
        self.tokens = array("i")
        self.text = bytearray()
        self._max_lines = max_lines
        self._after_blank, self._after_word = after_blank, after_word
        self._closing = closing
        self.logprob = 0.0
        self._chosen = 0
        self._best: Place | None = None
        self._origin = guard.copy()
        self._lengths: list[int] = []
        # For each token that the model chose: the number of bytes before it, and its log-probability.
        self._marks: list[TokenMark] = []
        # The sum of log-probabilities up to the end of the first line that is not blank.
        self._first_line: float | None = None
        # The places before the last tokens, and the one before a name that the middle has yet to bind.
        self._before: deque[Hypothesis] = deque(maxlen=LONGEST_NAME)
        self._before_owed: Hypothesis | None = None
        # Where the stop rule would have ended the middle, and the number of names that it lacks there.
        self._first_stop: tuple[Place, int] | None = None
        # How often the stop rule would have ended it, and the probability of the last line end.
        self._held = 0
        self._newline = 0.0
        self.lacks_names = False
        # Whether the middle has gone back before a name, and reads what the model means there.
        self._is_meant = False
        # The lengths of the texts at which it has done so: it does so once at each place.
        self._gone_back: frozenset[int] = frozenset()
        # The tokens that may not follow here, since each has led to a word that the model did not mean.
        self.barred: frozenset[int] = frozenset()
        self._retries = 0
        # The place before the first token of the line that is being written.
        self.line: Hypothesis | None = None
        # Whether a name was admitted that no import binds.
        self._admits_all = False

    def copy(self) -> Hypothesis:
        """Return an independent hypothesis at the same place."""
        guard, rule = self.guard.copy(), self.rule.copy()
        closing = self._closing.copy()
        around = {"after_blank": self._after_blank, "after_word": self._after_word}
        twin = Hypothesis(guard, rule, self.rest, self._max_lines, closing, **around)
        twin.tokens, twin.text = self.tokens[:], bytearray(self.text)
        twin.logprob, twin._chosen = self.logprob, self._chosen
        twin._best, twin._origin = self._best, self._origin
        twin._lengths = list(self._lengths)
        twin._marks = list(self._marks)
        twin._first_line = self._first_line
        twin._first_stop = self._first_stop
        twin._is_meant, twin._admits_all = self._is_meant, self._admits_all
        twin._gone_back, twin.barred, twin._retries = self._gone_back, self.barred, self._retries
        twin.line = self.line
        twin._held, twin._newline, twin.lacks_names = self._held, self._newline, self.lacks_names
        return twin

    @property
    def owes_unmeant(self) -> bool:
        """Whether the middle has yet to bind a name, and there is a place to go back to before that name."""
        return self._before_owed is not None

    def go_back(self) -> None:
        """Go back before the name that the middle has yet to bind, and read no such name from there on."""
        before = self._before_owed
        if before is None:
            raise AssertionError("there is no name to go back to")
        gone_back = self._gone_back | {len(before.text)}
        self.__dict__.update(before.__dict__)
        self.guard = self.guard.owing_nothing()
        self._is_meant = True
        self._gone_back = gone_back
        self._origin = self._origin.copy()

    def take_back_word(self) -> bool:
        """Go back before the word at the end of the text, and bar its first token; return whether it did.

        It did not if the word began before the cursor, if one was taken back at the same place, or if others
        were too often.
        """
        word = WORD.search(self.text)
        if word is None or (self._after_word and not word.start()):
            return False
        place = next((one for one in reversed(self._before) if len(one.text) <= word.start()), None)
        return place is not None and not place.barred and self._back_to(place)

    def leave_line(self) -> bool:
        """Go back before the line that is being written, and bar its first token; return whether it did."""
        return self.line is not None and self._back_to(self.line)

    def _back_to(self, place: Hypothesis) -> bool:
        """Go back to a place, and bar the token that followed; return whether that was possible."""
        count = len(place.tokens)
        if self._retries >= MAX_RETRIES or len(self.tokens) == count or self.tokens[:count] != place.tokens:
            return False
        barred, retries = place.barred | {self.tokens[count]}, self._retries + 1
        self.__dict__.update(place.copy().__dict__)
        self.barred, self._retries = barred, retries
        return True

    def follow(self, before: Hypothesis) -> None:
        """Remember the place before the last token, and that before a name that is yet to be bound."""
        self._before.append(before)
        owed = self.guard.unsettled_names()
        if not owed:
            self._before_owed = None
        elif self._before_owed is None:
            begin = min(self.text.rfind(name) for name in owed)
            place = next((place for place in reversed(self._before) if len(place.text) <= begin), None)
            is_new = place is not None and len(place.text) not in self._gone_back
            self._before_owed = place if is_new else None

    @property
    def may_end(self) -> bool:
        """Whether the middle is a member and has any text."""
        return not self.rest and self.rule.any_text and self.guard.member

    @property
    def is_spent(self) -> bool:
        """Whether the budget is used up, except for what the language needs to end the middle."""
        return self._closing.is_spent(len(self.tokens))

    def is_unlikely(self, least: float) -> bool:
        """Return whether nothing that follows can be shown, since the model is not sure enough of the text.

        Args:
            least: The least probability of a line (`engine.decoding.endings.worth`); 0 for no limit.
        """
        further = 0.0 if self._first_line is None else self._first_line
        return least > 0 and not self.rest and self.logprob - further < NEEDED * math.log(least)

    @property
    def loop(self) -> int:
        """The number of tokens at the end that go on in a loop; 0 if the model is not in a loop."""
        tokens, begin = self.tokens, loop_of_lines(self.text, self._lengths[-1]) if self._lengths else None
        if begin is not None:
            return len(tokens) - bisect_left(self._lengths, begin)
        if len(tokens) < REPEATS or tokens[-1] not in tokens[-1 - LONGEST_PERIOD : -1]:
            # This quick test excludes nearly all texts without a loop.
            return 0
        for period in range(1, min(LONGEST_PERIOD, len(tokens) // REPEATS) + 1):
            if tokens[-period:] * REPEATS == tokens[-period * REPEATS :]:
                return period * (REPEATS - 1)
        return 0

    def fits(self, piece: bytes, *, perhaps: bool = True) -> bool:
        """Return whether a token may follow; `perhaps` is False if the filter is known to refuse it."""
        beyond = self.beyond(piece) if self.rest else piece
        if beyond is None:
            return False
        return not beyond or (perhaps and self.guard.accepts(beyond)) or self._ends_before(beyond)

    def admits(self, piece: bytes, lead: float) -> bool:
        """Let the middle read one unknown name if a token may follow then; return whether it may.

        Args:
            piece: The token; the empty one stands for the end.
            lead: The log-probability, in nats, by which it is likelier than the best token that fits.
        """
        if lead <= (SURER if self._is_meant else IMPORTED):
            return False
        beyond = self.beyond(piece) if self.rest else piece
        is_import = lead <= SURER
        which: Admitted = "importable" if is_import else "one"
        guard = None if beyond is None else self.guard.admitting(beyond, which)
        if guard is None or (not beyond and not (self.rule.any_text and guard.member)):
            return False
        self.guard = guard
        # The text is read again from here if it is cut back.
        if not (is_import and self._admits_all):
            self._origin = self._origin.admitting_all(importable=is_import)
        self._admits_all |= not is_import
        return True

    def accepts_each(self, tokens: Sequence[int]) -> Flags:
        """Return which tokens the filter accepts, shape (tokens,); all must agree with `rest`."""
        return self.guard.accepts_each(tokens, len(self.rest))

    def leaves_room(self, token: int, piece: bytes) -> bool:
        """Return whether a token that fits leaves enough of the budget to end the middle."""
        if self._best is not None or not self._closing.is_due(len(self.tokens)) or self.is_spent:
            return True
        twin = self.copy()
        finished = twin.append(token, piece, 0.0)
        return self._closing.leaves_room(twin.site()) if finished is None else finished.closed() is not None

    def site(self) -> EndPoint:
        """Return this place in the form that `EndingBudget` uses."""
        return EndPoint(self.guard, len(self.tokens), bytes(self.text), self.rule.any_text, self.rest)

    def look_ahead(self) -> None:
        """Search an ending within the budget if it is due and no place to cut back to is known."""
        if self._best is None and self._closing.is_due(len(self.tokens)):
            self._closing.look(self.site())

    def second_choice(self, piece: bytes) -> bool:
        """Return whether a token that fits should be chosen only if no other token is left.

        This holds for a first token that adds a blank to a typed one, which is hardly ever wanted: small
        models continue an indentation in this way, because they have seldom seen one cut in two. It also
        holds for a first token that repeats what follows the cursor, if the empty middle is a member.
        """
        if self.text:
            return False
        blank = self._after_blank and (self.beyond(piece) or b"").startswith((b" ", b"\t"))
        return blank or self.wants_nothing(piece)

    def ends_at(self, piece: bytes) -> bool:
        """Return whether the middle ends before a token because the token repeats what follows the cursor."""
        return self.rule.repeats(piece) and self.may_end

    def wants_nothing(self, piece: bytes) -> bool:
        """Return whether a token repeats what follows the cursor while the middle is a blank member."""
        return not self.rest and not self.rule.any_text and self.rule.repeats(piece) and self.guard.member

    def refusal(self, piece: bytes) -> tuple[bytes, list[str]]:
        """Return the middle up to the first refused byte of a token, and what was expected there."""
        beyond = self.beyond(piece) or b""
        count, expected = self.guard.refusal(beyond)
        return bytes(self.text) + beyond[:count], expected

    def note(self, end: float) -> None:
        """Record this place as one to cut back to, with its end probability."""
        self._remember(Place(len(self.text), self._chosen, self.logprob, end))

    def append(self, token: int, piece: bytes, logprob: float) -> Finished | None:
        """Append a token that fits; return the completion if it ends inside the token."""
        data = piece
        if self.rest:
            data = self._agreeing(piece)
            self.rest = self.rest[len(piece) :]
        self.barred = frozenset()
        self._lengths.append(len(self.text))
        self.tokens.append(token)
        self._marks.append(TokenMark(len(self.text), logprob))
        self.logprob += logprob
        self._chosen += 1
        if self._first_line is None and self._ends_line(data):
            self._first_line = self.logprob
        return self._append(data, math.exp(logprob))

    def force(self, data: bytes) -> Finished | None:
        """Append bytes that must follow; return the completion if it ends inside them."""
        return self._append(data, 1.0)

    def align(self, tokens: list[int], pieces: Sequence[bytes]) -> None:
        """Replace the tokens with a tokenisation of the bytes given back and the text so far."""
        given_back = sum(len(pieces[token]) for token in tokens) - len(self.text)
        ends = accumulate((len(pieces[token]) for token in tokens), initial=0)
        self._lengths = [max(0, end - given_back) for end in ends][:-1]
        self.tokens = array("i", tokens)

    def extend(self, tokens: list[int]) -> None:
        """Append the tokens of the bytes that were appended last."""
        self._lengths += [len(self.text)] * len(tokens)
        self.tokens.extend(tokens)

    def whole(self, ended: Ended) -> Finished:
        """Return the completion that ends here."""
        return self._finished(Place(len(self.text), self._chosen, self.logprob, 1.0), ended)

    def cut_back(self, ended: Ended) -> Finished:
        """Return the completion when a budget is used up.

        It ends at the best place recorded. If there is none, the language has yet to end it; without a filter
        the whole text is kept. Where nobody has asked all of it is kept as well, since a part of it is shown
        that is chosen by what the user keeps.
        """
        if not self.guard.cuts_back:
            return self.whole(ended)
        if self._first_stop is not None:
            return Finished(self._candidate(self._first_stop[0], "stop"))
        if self._best is None or (self._closing.only_signs and not self.rest):
            return Finished(None, self)
        return self._finished(self._best, ended)

    def leave_loop(self) -> Finished:
        """Return the completion of a model that is in a loop, with only one repetition of the loop."""
        if self.guard.cuts_back and self._best is None and not self.rest:
            once = len(self.tokens) - self.loop
            del self.text[self._lengths[once] :], self.tokens[once:], self._lengths[once:]
            self.guard = self._origin.copy()
            self.guard.advance(bytes(self.text))
        return self.cut_back("budget")

    @property
    def score(self) -> float:
        """The mean natural log-probability of the tokens that the model chose."""
        return self.logprob / max(1, self._chosen)

    def close(self) -> Candidate | None:
        """Return the text so far, or a part of it, with a short ending by the language, or None."""
        if self._closing.only_signs and self._best is not None:
            return self._open()
        ending = self._closing.close(self._origin, bytes(self.text), self._lengths)
        if ending is None:
            return self._open() if self._closing.only_signs else None
        self.text[ending.length :] = ending.text
        chosen = min(self._chosen, ending.used)
        place = Place(len(self.text), chosen, self.logprob, 1.0)
        return self._candidate(place, "closed", ending.added, ending.length)

    def _open(self) -> Candidate | None:
        """Return the text so far, which is not a member, as an `open` candidate."""
        valid = bytes(self.text).decode("utf-8", "ignore")
        found = self._candidate(Place(len(valid.encode()), self._chosen, self.logprob, 1.0), "open")
        if found is None or self._best is None:
            return found
        return replace(found, likely_end=self._best.length)

    def blank(self) -> Candidate | None:
        """Return the blanks and line ends that make an empty middle fit; None if it needs none, or more."""
        ending = None if self.guard.member else self._closing.blank(self._origin)
        return None if ending is None else Candidate(ending.text.decode(), 0.0, ending.added, "closed", 0)

    def beyond(self, piece: bytes) -> bytes | None:
        """Return a token's bytes beyond those given back; None if it does not agree with them."""
        if not (piece.startswith(self.rest) or self.rest.startswith(piece)):
            return None
        return piece[len(self.rest) :]

    def _agreeing(self, piece: bytes) -> bytes:
        """Return the bytes beyond those given back of a token that must agree with them."""
        beyond = self.beyond(piece)
        if beyond is None:
            raise AssertionError("a token was appended that does not agree with the bytes given back")
        return beyond

    def _ends_before(self, data: bytes) -> bool:
        """Return whether the stop rule ends the middle before the first text of a line that a token begins.

        This text need not fit, since it is outside the statement or block and only marks its end.
        """
        if not self.rule.awaits_text:
            return False
        blanks = len(data) - len(data.lstrip(BLANKS))
        if data[blanks : blanks + 1] in LINE_ENDS or self.rule.simple(data[: blanks + 1]):
            return False
        if blanks and not self.guard.accepts(data[:blanks]):
            return False
        rule = self.rule.copy()
        return any(rule.follow(byte, lambda: False) is not None for byte in data[: blanks + 1])

    def _append(self, data: bytes, likelihood: float) -> Finished | None:
        if self.rule.simple(data):
            self.rule.skip(data)
            self._take(data)
            return None
        return self._append_lines(data, likelihood)

    def _append_lines(self, data: bytes, likelihood: float) -> Finished | None:
        """Append bytes that contain line ends or indentation, one at a time for the stop rule.

        A line end inside a token is also a place where the middle may end, as likely as the token itself.
        """
        taken = 0
        for at, byte in enumerate(data):
            if byte in b"\n\r":
                # The stop rule needs to know whether the middle may end before the line end.
                self._take(data[taken:at])
                taken = at
            stop = self.rule.follow(byte, lambda: self.guard.member)
            if stop is not None:
                place = Place(stop, self._chosen, self.logprob, 1.0)
                if not (self._holds_back(place) and self.guard.accepts(data[taken:])):
                    return self._finished(place, "stop")
            if byte == ord("\n") and self._line_end(likelihood):
                return self.cut_back("budget")
        self._take(data[taken:])
        return None

    def _take(self, data: bytes) -> None:
        if data:
            self.guard.advance(data)
            self.text += data

    def _holds_back(self, place: Place) -> bool:
        """Return whether the middle should go on after a place where the stop rule ends it.

        That is so if the scope of the cursor still lacks names, and the model is fairly sure of another line.
        """
        if not self.lacks_names or self._newline < NEXT_LINE or self._held >= MAX_HELD:
            return False
        lacking = self._lacking()
        if lacking and (self._first_stop is None or lacking < self._first_stop[1]):
            self._first_stop = place, lacking
        self._held += 1
        return lacking > 0

    def _lacking(self) -> int:
        return sum(one.is_near for one in self.guard.still_missing())

    def _line_end(self, likelihood: float) -> bool:
        """Record the place before a line end; return whether the middle has its largest number of lines."""
        self._newline = likelihood
        if self.may_end:
            self.note(likelihood)
        return self._max_lines is not None and self.rule.lines > self._max_lines and self.rule.any_text

    def _remember(self, place: Place) -> None:
        if place.end >= LEAST_END_PROBABILITY and (self._best is None or place.weight >= self._best.weight):
            self._best = place

    def _finished(self, place: Place, ended: Ended) -> Finished:
        if self._first_stop is not None and self._first_stop[1] <= self._lacking():
            # What was written after the place where the stop rule would have ended it binds nothing more.
            return Finished(self._candidate(self._first_stop[0], "stop"))
        return Finished(self._candidate(place, ended))

    def _candidate(
        self, place: Place, ended: Ended, added: int = 0, written: int | None = None
    ) -> Candidate | None:
        """Return the completion up to a place; None if it is blank.

        The language has added `added` of its tokens. The model has written its first `written` bytes, or all.
        """
        data = bytes(self.text[: place.length])
        # Only a text without a filter can end inside a character, where its budget was used up.
        errors = "strict" if self.guard.cuts_back else "ignore"
        text = data.decode("utf-8", errors)
        if not text.strip():
            return None
        own = len(data[:written].decode("utf-8", errors))
        # If the text was cut back to a place in its first line, the sum is that of the place.
        line = place.logprob if self._first_line is None else max(place.logprob, self._first_line)
        score, marks = place.logprob / max(1, place.tokens), tuple(self._marks[: place.tokens])
        return Candidate(text, score, place.tokens + added, ended, own, line, marks, self._unknown(data))

    def _unknown(self, data: bytes) -> tuple[str, ...]:
        """Return the unknown names that a part of the text reads."""
        if not self.guard.filters_names:
            return ()
        there = self._origin.copy()
        if not there.accepts(data):
            # The language may end a middle in ways that are refused to the model.
            return self.guard.admitted()
        there.advance(data)
        return there.admitted()

    def _ends_line(self, data: bytes) -> bool:
        """Return whether the following bytes end a line that is not blank."""
        if b"\n" not in data and b"\r" not in data:
            return False
        return bool(self.text.strip()) or any(end in data.lstrip() for end in (b"\n", b"\r"))


def empty_middle(task: Task, guard: Constraint, count: Callable[[bytes], int]) -> Hypothesis:
    """Return the hypothesis of the empty middle.

    Args:
        task: The task.
        guard: The filter at the cursor.
        count: Returns the number of tokens of a text.
    """
    wanted = task.closing and guard.cuts_back
    closing = EndingBudget(task.max_tokens, count, wanted=wanted, only_signs=task.unasked)
    rule = StopRule(task.stop, task.left, task.right)
    after_blank = task.left.endswith((b" ", b"\t")) and not is_between_columns(task.left, task.right)
    after_word = WORD.search(task.left[-1:]) is not None or task.left[-1:].isdigit()
    around = {"after_blank": after_blank, "after_word": after_word}
    root = Hypothesis(guard, rule, task.given_back, task.max_lines, closing, **around)
    root.lacks_names = task.stop in ("statement", "block") and any(one.is_near for one in guard.missing())
    return root
