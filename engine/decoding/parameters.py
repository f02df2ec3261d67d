"""`Parameters` prefers parameters that the body of their function reads.

A body after the cursor says what its function is given. A name that it reads and that nothing binds is hardly
ever anything but a parameter, whatever the model thinks of the header alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from quoin.engine.decoding.model import END

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from quoin.engine.decoding.hypothesis import Hypothesis
    from quoin.engine.decoding.model import Choice, Model
    from quoin.engine.decoding.tokens.distribution import Distribution

AT_PARAMETERS = 10.0
"""The log-probability, in nats, by which a parameter that is lacked may be less likely than the best token.

It holds for the comma or the bracket before one, too.
"""


class Parameters:
    """The preference for parameters that are lacked.

    Args:
        model: The model.
    """

    def __init__(self, model: Model) -> None:
        self._model = model

    def choose(
        self, seen: Distribution, branch: Hypothesis, best: Choice, names: Sequence[bytes]
    ) -> Choice | None:
        """Return the token that begins a lacked parameter or leads to one; None if there is none.

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
            lacked = self._lacked(branch, (gap + name for gap in (b"", b" ") for name in names))
            if lacked and _may_begin(beyond, lacked):
                return best
            tokens = [self._model.tokenise(text)[0] for text in lacked]
        fitting = (token for token in tokens if branch.fits(self._model.pieces[token]))
        token = max(fitting, key=seen.logprob, default=None)
        if token is None or best[1] - seen.logprob(token) > AT_PARAMETERS:
            return None
        return token, seen.logprob(token)

    def _before(self, branch: Hypothesis, beyond: bytes, names: Sequence[bytes]) -> list[int]:
        """Return the token that leads to a parameter, where the best one begins a list of them or ends it.

        Args:
            branch: The hypothesis before the token.
            beyond: The bytes that the best token adds.
            names: The names that are missing.
        """
        head, found, _ = beyond.partition(b"(")
        if found and self._lacked(branch, (head + b"(" + name for name in names)):
            return self._model.tokenise(head + b"(")[:1]
        head, found, _ = beyond.partition(b")")
        lacked = self._lacked(branch, (head + b"," + name for name in names)) if found else []
        # After a parameter with a default there can be no other that has none.
        if any(branch.guard.accepts(text + b")") for text in lacked):
            return self._model.tokenise(head or b",")[:1]
        return []

    def _lacked(self, branch: Hypothesis, texts: Iterable[bytes]) -> list[bytes]:
        return [text for text in texts if branch.guard.binds(text) == "parameter"]


def _may_begin(beyond: bytes, lacked: Sequence[bytes]) -> bool:
    """Return whether the best token's bytes may begin one of the lacked parameters."""
    if beyond.strip() and any(text.startswith(beyond) for text in lacked):
        return True
    # The last of them may well be the one that takes all further arguments by name.
    is_last = len({text.strip() for text in lacked}) == 1
    word = beyond.lstrip()
    return word.startswith(b"*") and (is_last or not word.startswith(b"**"))
