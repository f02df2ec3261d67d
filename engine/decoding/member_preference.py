"""`MemberPreference` prefers members that are known, where a member of something stands.

A small model invents attributes that nothing has. If what has them is known, so is what can be meant, and the
model's probabilities are those among the known members.
"""

from __future__ import annotations

import math
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from quoin.engine.decoding.members.interface import Known
from quoin.engine.decoding.model import END

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from quoin.engine.decoding.hypothesis import Hypothesis
    from quoin.engine.decoding.members.interface import Members
    from quoin.engine.decoding.model import Choice, Model
    from quoin.engine.decoding.request import Task
    from quoin.engine.decoding.tokens.distribution import Distribution

NEAR = 200
"""The number of bytes before the cursor in which the names before a sign are searched."""

TRIED = 60
"""The number of best tokens among which known members are searched, and their probabilities added up."""

LEAD = 2.0
"""The log-probability, in nats, by which a known member may be less likely if there may be others."""

KEPT_LEAD = 4.0
"""The same for a member that keeps what the object is given."""

INVENTED = -12.0
"""The log-probability of a token that begins a member which certainly does not exist.

The model may be sure of it, but it must not be shown to a user who has not asked.
"""


class Access(NamedTuple):
    """A member that a token begins, continues or ends.

    Attributes:
        known: The members that are known.
        is_known: Whether the member is one of them, or may become one.
        is_own: Whether it is one that not everything has.
        lead: The log-probability by which a known one may be less likely.
    """

    known: Known
    is_known: bool
    is_own: bool
    lead: float


class MemberPreference:
    """The preference for known members, and for what they keep.

    Args:
        known: The members that are known at the cursor.
        task: The task.
        model: The model.
    """

    def __init__(self, known: Members, task: Task, model: Model) -> None:
        self._known = known
        self._left = task.left[-NEAR:]
        self._model = model
        self._access = known.access

    def choose(self, seen: Distribution, branch: Hypothesis, best: Choice, fits: Iterator[Choice]) -> Choice:
        """Return the best token, or one that leads to a known member.

        Args:
            seen: The distribution of the next token.
            branch: The hypothesis before the token.
            best: The best token that fits.
            fits: The tokens that fit, best first.
        """
        before = self._left + branch.text
        access = self._reached(branch, before, best)
        if access is None:
            return self._keeping(seen, branch, before, best)
        choice: Choice | None = best
        if not access.is_known:
            likely = (one for one in islice(fits, TRIED) if best[1] - one[1] <= access.lead)
            choice = next((one for one in likely if self._is_known(branch, before, one, own=True)), None)
            choice = choice or self._beginning(seen, branch, before, access)
        if choice is None or best[1] - choice[1] > access.lead:
            return (best[0], INVENTED) if access.known.is_closed else best
        is_among = access.known.is_closed and self._goes_on(branch, before, choice)
        return self._among_known(seen, branch, before, choice) if is_among else choice

    def _keeping(self, seen: Distribution, branch: Hypothesis, before: bytes, best: Choice) -> Choice:
        """Return the best token, or one with which a member keeps what is given under its own name.

        A small model that has just written another member's value writes it once more.
        """
        found = None if self._known.target is None else self._known.target.search(before)
        name = b"" if found is None else found[1]
        if found is None or not name.startswith(found[2]) or name == found[2]:
            return best
        if name.decode("utf-8", "replace") not in self._known.given:
            return best
        before_it = branch.rest or (b" " if before.endswith(b" =") else b"")
        token = self._model.tokenise(before_it + name[len(found[2]) :])[0]
        piece = self._model.pieces[token]
        is_near = piece.startswith(branch.rest) and best[1] - seen.logprob(token) <= KEPT_LEAD
        return (token, seen.logprob(token)) if is_near and branch.fits(piece) else best

    def _is_known(self, branch: Hypothesis, before: bytes, choice: Choice, *, own: bool = False) -> bool:
        """Return whether a token leads to a known member, and with `own`, to one that not everything has."""
        access = self._reached(branch, before, choice)
        return access is not None and (access.is_own if own else access.is_known)

    def _beginning(
        self, seen: Distribution, branch: Hypothesis, before: bytes, access: Access
    ) -> Choice | None:
        """Return the likeliest token with which a known member goes on; None if there is none."""
        begun = self._at_end(before)
        if begun is None or branch.rest:
            return None
        own = access.known.names - access.known.common
        rests = (name[len(begun) :].encode() for name in own if name.startswith(begun))
        tokens = {self._model.tokenise(rest)[0] for rest in rests if rest}
        fitting = (token for token in tokens if branch.fits(self._model.pieces[token]))
        token = max(fitting, key=seen.logprob, default=None)
        return None if token is None else (token, seen.logprob(token))

    def _among_known(self, seen: Distribution, branch: Hypothesis, before: bytes, choice: Choice) -> Choice:
        """Return a token with its log-probability among those that lead to known members."""
        total = math.exp(choice[1])
        for token in seen.best_first(TRIED):
            other = token, seen.logprob(token)
            is_other = token != choice[0] and self._goes_on(branch, before, other)
            if is_other and self._is_known(branch, before, other) and branch.fits(self._model.pieces[token]):
                total += math.exp(other[1])
        return choice[0], min(0.0, choice[1] - math.log(total))

    def _goes_on(self, branch: Hypothesis, before: bytes, choice: Choice) -> bool:
        """Return whether a token continues the member with which a text ends."""
        return (
            self._at_end(before) is not None
            and self._known.goes_on.match(self._piece(branch, choice)) is not None
        )

    def _at_end(self, text: bytes) -> str | None:
        """Return the beginning of a member, perhaps empty, with which a text ends; None if there is none."""
        last = None
        for match in self._access.finditer(text):
            last = match
        return None if last is None or last.end() < len(text) else last[3].decode("utf-8", "replace")

    def _piece(self, branch: Hypothesis, choice: Choice) -> bytes:
        return b"" if choice[0] == END else branch.beyond(self._model.pieces[choice[0]]) or b""

    def _reached(self, branch: Hypothesis, before: bytes, choice: Choice) -> Access | None:
        """Return the member that a token reaches: the first unknown one, else the last; or None."""
        piece = self._piece(branch, choice)
        if not piece and choice[0] != END:
            return None
        text, found = before + piece, None
        for match in self._access.finditer(text):
            if match.end() < len(before):
                continue
            is_ended = match.end() < len(text) or choice[0] == END
            access = self._access_of(text, match, is_ended=is_ended)
            found = found if access is None else access
            if access is not None and not access.is_known:
                break
        return found

    def _access_of(self, text: bytes, match: re.Match[bytes], *, is_ended: bool) -> Access | None:
        """Return what is known of a member in a text; None if nothing is."""
        owner, sign, name = (part.decode("utf-8", "replace") for part in match.groups())
        line = text[text.rfind(b"\n", 0, match.start()) + 1 : match.start()]
        # What begins a line may be a new member.
        is_target = owner in self._known.receivers and not line.strip()
        known = (
            Known(self._known.to_keep, is_closed=False) if is_target else self._known.of(owner, sign, name)
        )
        if known is None or not known.names:
            return None
        hidden = self._known.hidden
        if hidden and name.startswith(hidden):
            # Such members are seldom listed, and exist all the same.
            known = known._replace(is_closed=False)
        among = [name] if is_ended else [one for one in known.names if one.startswith(name)]
        is_known = any(one in known.names for one in among)
        is_own = is_known and any(one not in known.common for one in among)
        lead = KEPT_LEAD if is_target else math.inf if known.is_closed else LEAD
        return Access(known, is_known, is_own, lead)
