"""`Steering` prefers names that the right context reads and that nothing but the middle can bind.

Where a name is bound, a model that has seldom seen the two contexts together invents one. If one of the
missing names is nearly as likely, it is the better one, since the rest of the file reads it.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from quoin.engine.decoding.model import END
from quoin.engine.decoding.parameters import AT_PARAMETERS, CERTAIN, Parameters

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from quoin.engine.decoding.hypothesis import Hypothesis
    from quoin.engine.decoding.model import Choice, Model
    from quoin.engine.decoding.request import Task
    from quoin.engine.decoding.tokens.constraint import Binding
    from quoin.engine.decoding.tokens.distribution import Distribution

AT_STATEMENTS = 2.0
"""The log-probability, in nats, by which a missing name may be less likely than the best token.

This holds where a statement begins.
"""

AT_NAMES = 6.0
"""The same where no expression can stand, as after `import`, `def` and `as`."""

ALLOWED: dict[Binding, float] = {
    "statement": AT_STATEMENTS,
    "name": AT_NAMES,
    "parameter": AT_PARAMETERS,
}
"""The log-probabilities, in nats, by which a missing name may be less likely, by how it is bound."""

TYPED = 9.0
"""The same where the user has typed the beginning of the name, of two letters or more."""

TYPED_LETTER = 5.0
"""The same where it is a single letter."""

LISTED = 3.0
"""The log-probability, in nats, by which a comma may be less likely than the end of a list of names."""

COMMENTED = 4.0
"""The log-probability, in nats, by which code may be less likely than a comment, which binds nothing.

This holds where a line begins.
"""

WANTED = 8.0
"""The same anywhere if the middle must bind the names."""

NEAR = 100
"""The number of bytes in which the beginning of a name is searched."""

TRIED = 60
"""The number of best tokens among which those of missing names are searched."""

TRIED_TYPED = 400
"""The same where the user has typed the beginning of the name."""

WORD = re.compile(rb"[A-Za-z_\x80-\xff][\w\x80-\xff]*\Z")
"""A name, or the beginning of one, at the end of a text."""

GOES_ON = re.compile(rb"[\w\x80-\xff]")
"""The first byte of a token that continues a name."""


class Steering:
    """The preference for some names where a name is bound.

    Args:
        names: The names.
        task: The task.
        model: The model.
    """

    def __init__(self, names: Sequence[str], task: Task, model: Model) -> None:
        self._names = [name.encode() for name in names]
        self._left = task.left[-NEAR:]
        self._pays = task.pays
        self._least = WANTED if task.pays else 0.0
        self._model = model
        self._pieces = model.pieces
        self._parameters = Parameters(model)
        # The texts that end with the beginning of a missing name for which a likelier token was left out.
        self._begun: set[bytes] = set()

    def choose(self, seen: Distribution, branch: Hypothesis, best: Choice, fits: Iterator[Choice]) -> Choice:
        """Return the best token, or one with which a missing name is bound that is nearly as likely.

        A name that was begun in this way is finished, however unlikely its rest is: half a name is none.

        Args:
            seen: The distribution of the next token.
            branch: The hypothesis before the token.
            best: The best token that fits.
            fits: The tokens that fit, best first.
        """
        best = self._uncommented(branch, best, fits)
        choice = self._finishing(seen, branch) or self._choose(seen, branch, best, fits)
        beyond = None if choice[0] < 0 else branch.beyond(self._pieces[choice[0]])
        before = bytes(branch.text)
        is_steered = choice[0] != best[0] or before in self._begun
        if beyond and is_steered and self._unfinished(before + beyond):
            self._begun.add(before + beyond)
        return choice

    def _uncommented(self, branch: Hypothesis, best: Choice, fits: Iterator[Choice]) -> Choice:
        """Return the best token that begins no comment, where a comment is not much likelier."""
        line = (self._left + branch.text).rpartition(b"\n")[2]
        if line.strip() or not self._begins_comment(branch, best):
            return best
        for choice in islice(fits, TRIED):
            if best[1] - choice[1] > COMMENTED:
                break
            if self._beyond(branch, choice).strip() and not self._begins_comment(branch, choice):
                return choice
        return best

    def _begins_comment(self, branch: Hypothesis, choice: Choice) -> bool:
        sign = branch.guard.comment
        return bool(sign) and self._beyond(branch, choice).lstrip().startswith(sign)

    def _beyond(self, branch: Hypothesis, choice: Choice) -> bytes:
        """Return the bytes that a token adds; none if the middle ends with it."""
        return b"" if choice[0] < 0 else branch.beyond(self._pieces[choice[0]]) or b""

    def _unfinished(self, text: bytes) -> list[bytes]:
        """Return the rests of the missing names that a text has begun at its end."""
        begun = _word_at_end(self._left + text)
        return _rests(self._names, begun) if begun else []

    def _finishing(self, seen: Distribution, branch: Hypothesis) -> Choice | None:
        """Return the likeliest token that finishes a name which was begun, as certain; None if none was."""
        if branch.rest or bytes(branch.text) not in self._begun:
            return None
        rests = self._unfinished(bytes(branch.text))
        going_on = {self._model.tokenise(rest)[0] for rest in rests}
        fitting = (token for token in going_on if branch.fits(self._pieces[token]))
        token = max(fitting, key=seen.logprob, default=None)
        return None if token is None else (token, CERTAIN)

    def _choose(self, seen: Distribution, branch: Hypothesis, best: Choice, fits: Iterator[Choice]) -> Choice:
        before = self._left + branch.text
        begun = _word_at_end(before)
        names = [name for name in self._names if name not in branch.text]
        if before[: len(before) - len(begun)].endswith(b"."):
            return self._listed(seen, branch, best, names)
        is_typed = len(begun) > len(branch.text)
        going_on = _rests(names, begun)
        if self._is_whole(branch, begun, going_on, is_typed=is_typed):
            best = self._ended(best, fits)
            # A list of names that binds all that it has to binds no others.
            is_enough = self._pays and branch.beyond(self._piece(best)) == b"," and branch.may_end
            if is_enough:
                return END, best[1]
            choice = self._listed(seen, branch, best, names)
            return self._parameters.ended(branch, begun, best, names, fits) if choice == best else choice
        if is_typed and going_on:
            return self._typed(seen, branch, best, len(begun), going_on)
        if not names:
            return best
        parameter = self._parameters.choose(seen, branch, best, names)
        return parameter or self._nearly_as_likely(seen, branch, best, names, going_on)

    def _is_whole(self, branch: Hypothesis, begun: bytes, going_on: list[bytes], *, is_typed: bool) -> bool:
        """Return whether a text ends with a missing name that is bound there, and that begins no other."""
        if begun not in self._names or branch.rest:
            return False
        if branch.text:
            return True
        return is_typed and not going_on and branch.guard.binds(b"") in ("name", "parameter")

    def _listed(self, seen: Distribution, branch: Hypothesis, best: Choice, names: list[bytes]) -> Choice:
        """Return the comma before another missing name, if it is likely enough where a list of names ends."""
        if not names:
            return best
        return self._parameters.choose(seen, branch, best, names) or self._comma(seen, branch, best, names)

    def _comma(self, seen: Distribution, branch: Hypothesis, best: Choice, names: list[bytes]) -> Choice:
        """Return the comma before another missing name that is no parameter, if the line would end here."""
        if not self._ends_line(best) or not any(branch.guard.binds(b", " + name) for name in names):
            return best
        comma = self._model.tokenise(b",")[0]
        is_likely = best[1] - seen.logprob(comma) <= LISTED
        return (comma, seen.logprob(comma)) if is_likely and branch.fits(self._pieces[comma]) else best

    def _typed(
        self, seen: Distribution, branch: Hypothesis, best: Choice, length: int, rests: list[bytes]
    ) -> Choice:
        """Return the best token that continues a missing name which the user has begun, or the best of all.

        Args:
            seen: The distribution of the next token.
            branch: The hypothesis before the token.
            best: The best token that fits.
            length: The number of bytes of the name so far.
            rests: The rests of the missing names that begin so.
        """
        bindings = {rest: self._binds(branch, rest) for rest in rests}
        bound = [rest for rest in rests if bindings[rest] is not None]
        if not bound:
            return best
        is_sure = length - len(branch.text) > 1 or any(bindings[rest] != "statement" for rest in bound)
        widest = max(self._least, TYPED if is_sure else TYPED_LETTER)
        first = None
        usual = self._usual(branch, length, bound)
        for token in islice(seen.best_first(TRIED_TYPED), TRIED_TYPED):
            if best[1] - seen.logprob(token) > widest:
                break
            beyond = branch.beyond(self._pieces[token])
            goes_on = [] if beyond is None else [rest for rest in bound if rest.startswith(beyond)]
            if token in usual:
                return token, self._counted(seen, token, [bindings[rest] for rest in goes_on])
            if first is None and goes_on and (beyond or branch.rest):
                first = token, self._counted(seen, token, [bindings[rest] for rest in goes_on])
        return best if first is None else first

    def _usual(self, branch: Hypothesis, length: int, rests: list[bytes]) -> set[int]:
        """Return the tokens with which a missing name begins if it is tokenised as a whole.

        The model hardly knows how other tokens go on. There are such only where no token has yet been chosen.
        """
        given = branch.rest
        if branch.text or len(given.lstrip(b" ")) != length:
            return set()
        return {self._model.tokenise(given + rest)[0] for rest in rests}

    def _nearly_as_likely(
        self, seen: Distribution, branch: Hypothesis, best: Choice, names: list[bytes], going_on: list[bytes]
    ) -> Choice:
        widest = max(AT_PARAMETERS, self._least)
        for token in islice(seen.best_first(TRIED), TRIED):
            behind = best[1] - seen.logprob(token)
            if behind > widest:
                break
            bound = self._bindings(token, branch, names, going_on)
            if bound and behind <= max(self._least, *(ALLOWED[binding] for binding in bound)):
                return token, self._counted(seen, token, bound)
        return self._comma(seen, branch, best, names)

    def _binds(self, branch: Hypothesis, text: bytes) -> Binding | None:
        """Return how a text that ends with a missing name binds it; None if it does not."""
        binding = branch.guard.binds(text)
        if binding == "parameter":
            self._parameters.found(_word_at_end(self._left + branch.text + text))
        return binding

    def _counted(self, seen: Distribution, token: int, bound: Collection[Binding | None]) -> float:
        """Return the log-probability of a token that begins missing names, by how these are bound."""
        return CERTAIN if "parameter" in bound else seen.logprob(token)

    def _piece(self, choice: Choice) -> bytes:
        """Return the bytes of a token; none if the middle ends with it."""
        return b"" if choice[0] < 0 else self._pieces[choice[0]]

    def _ends_line(self, choice: Choice) -> bool:
        """Return whether the middle, or the line, ends with a token."""
        return choice[0] < 0 or self._pieces[choice[0]].lstrip(b" ").startswith((b"\n", b"\r"))

    def _ended(self, best: Choice, fits: Iterator[Choice]) -> Choice:
        """Return the best token that does not continue the missing name that has just been written."""
        for choice in islice(fits, TRIED):
            if best[1] - choice[1] > AT_NAMES:
                break
            if choice[0] < 0 or not GOES_ON.match(self._pieces[choice[0]]):
                return choice
        return best

    def _bindings(
        self, token: int, branch: Hypothesis, names: list[bytes], going_on: list[bytes]
    ) -> set[Binding]:
        """Return how the missing names that a token begins would be bound; none if it begins none."""
        piece = branch.beyond(self._pieces[token]) or b""
        word = piece.lstrip(b" ")
        gap = piece[: len(piece) - len(word)]
        if not word:
            return set()
        rests = names if gap else going_on
        found = (self._binds(branch, gap + rest) for rest in rests if rest.startswith(word))
        return {binding for binding in found if binding is not None}


def _word_at_end(text: bytes) -> bytes:
    """Return the name, or the beginning of one, with which a text ends; empty if it ends otherwise."""
    found = WORD.search(text)
    return b"" if found is None else found.group()


def _rests(names: Sequence[bytes], begun: bytes) -> list[bytes]:
    """Return the rests of the names that begin with some bytes and are longer."""
    return [name[len(begun) :] for name in names if name.startswith(begun) and name != begun]
