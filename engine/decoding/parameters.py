"""`Parameters` prefers parameters that the body of their function reads.

A body after the cursor says what its function is given. A name that it reads and that nothing binds is hardly
ever anything but a parameter, whatever the model thinks of the header alone.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from quoin.engine.decoding.model import END

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from quoin.engine.decoding.hypothesis import Hypothesis
    from quoin.engine.decoding.model import Choice, Model
    from quoin.engine.decoding.tokens.distribution import Distribution

AT_PARAMETERS = 10.0
"""The log-probability, in nats, by which a parameter that is lacked may be less likely than the best token.

It holds for the comma or the bracket before one, too.
"""

TRIED = 60
"""The number of best tokens among which one that ends the parameters is searched."""

CERTAIN = 0.0
"""The log-probability of a parameter that is lacked, and of what leads to one.

The body is the evidence for it. What the model thinks of the header alone must not keep it from being shown.
"""


class Parameters:
    """The preference for parameters that are lacked.

    Args:
        model: The model.
    """

    def __init__(self, model: Model) -> None:
        self._model = model
        self._found: set[bytes] = set()

    def choose(
        self, seen: Distribution, branch: Hypothesis, best: Choice, names: Sequence[bytes]
    ) -> Choice | None:
        """Return the token that begins a lacked parameter or leads to one, as certain; None if there is none.

        Args:
            seen: The distribution of the next token.
            branch: The hypothesis before the token.
            best: The best token that fits.
            names: The names that are missing.
        """
        if branch.rest or not names:
            return None
        beyond = b"" if best[0] == END else branch.beyond(self._model.pieces[best[0]]) or b""
        tokens = self._before(branch, beyond, names)
        if not tokens:
            lacked = [text for gap in (b"", b" ") for text in self._lacked(branch, gap, names)]
            if lacked and _may_begin(beyond, lacked):
                return best[0], CERTAIN
            tokens = [self._model.tokenise(text)[0] for text in lacked]
        fitting = (token for token in tokens if branch.fits(self._model.pieces[token]))
        token = max(fitting, key=seen.logprob, default=None)
        if token is None or best[1] - seen.logprob(token) > AT_PARAMETERS:
            return None
        return token, CERTAIN

    def _before(self, branch: Hypothesis, beyond: bytes, names: Sequence[bytes]) -> list[int]:
        """Return the token that leads to a parameter, where the best one begins a list of them or ends it.

        Args:
            branch: The hypothesis before the token.
            beyond: The bytes that the best token adds.
            names: The names that are missing.
        """
        head, found, _ = beyond.partition(b"(")
        if found and self._lacked(branch, head + b"(", names):
            return self._model.tokenise(head + b"(")[:1]
        head, found, _ = beyond.partition(b")")
        lacked = self._lacked(branch, head + b",", names) if found else []
        # After a parameter with a default there can be no other that has none.
        if any(branch.guard.accepts(text + b")") for text in lacked):
            return self._model.tokenise(head or b",")[:1]
        return []

    def _lacked(self, branch: Hypothesis, before: bytes, names: Iterable[bytes]) -> list[bytes]:
        """Return the texts, each a name after some bytes, that bind a lacked parameter."""
        lacked = [name for name in names if branch.guard.binds(before + name) == "parameter"]
        self._found.update(lacked)
        return [before + name for name in lacked]

    def found(self, name: bytes) -> None:
        """Note that a name is a lacked parameter."""
        self._found.add(name)

    def ended(
        self, branch: Hypothesis, name: bytes, best: Choice, names: Sequence[bytes], fits: Iterator[Choice]
    ) -> Choice:
        """Return the token that ends the parameters after the last one that is lacked, or the best one.

        A body that is there reads no other.

        Args:
            branch: The hypothesis before the token.
            name: The name that has just been written.
            best: The best token that fits.
            names: The names that are missing.
            fits: The tokens that fit, best first.
        """
        if name not in self._found or not self._begins(best, b","):
            return best
        if self._lacked(branch, b",", names):
            return best[0], CERTAIN
        for choice in islice(fits, TRIED):
            if best[1] - choice[1] > AT_PARAMETERS:
                break
            if choice[0] == END or self._begins(choice, b")"):
                return choice[0], best[1]
        return best

    def _begins(self, choice: Choice, sign: bytes) -> bool:
        return choice[0] != END and self._model.pieces[choice[0]].lstrip().startswith(sign)


def _may_begin(beyond: bytes, lacked: Sequence[bytes]) -> bool:
    """Return whether the best token's bytes may begin one of the lacked parameters."""
    if beyond.strip() and any(text.startswith(beyond) for text in lacked):
        return True
    # The last of them may well be the one that takes all further arguments by name.
    is_last = len({text.strip() for text in lacked}) == 1
    word = beyond.lstrip()
    return word.startswith(b"*") and (is_last or not word.startswith(b"**"))
