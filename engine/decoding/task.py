"""What decoding is asked for, and all that it gives."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.decoding.branch import Branch
from engine.decoding.closing import Closing
from engine.decoding.outcome import Refusal
from engine.decoding.stop import StopRule

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.decoding.guard import Guard
    from engine.decoding.ngrams import Ngrams
    from engine.decoding.outcome import Candidate, Stop
    from engine.decoding.settings import Sampling

EXPLAINED = 200
"""How many refusals are reported at most."""


@dataclass(frozen=True)
class Task:
    """What to complete.

    Attributes:
        prompt: tokens to go on from.
        given_back: bytes at the end of the text before the cursor that the prompt leaves out.
        left: the text before the cursor, for the stop rule.
        stop: where to end.
        max_tokens: budget of each candidate.
        max_lines: most lines of a candidate.
        candidates: how many different ones are wanted.
        explain: whether refusals are reported.
        sampling: how to draw tokens; None takes the likeliest.
        beams: how many branches to follow side by side; with fewer than 2, or with `sampling`, each candidate
            is found by itself.
        closing: whether the language ends what the model does not.
        unasked: whether it may do so with closing signs alone, since nobody has asked for a completion.
        ngrams: what the file says of the next token, for models that have a use for it.
        right: the text after the cursor, for the stop rule.
    """

    prompt: list[int]
    given_back: bytes
    left: bytes
    stop: Stop
    max_tokens: int
    max_lines: int | None = None
    candidates: int = 1
    explain: bool = False
    sampling: Sampling | None = None
    beams: int = 0
    closing: bool = True
    unasked: bool = False
    ngrams: Ngrams | None = None
    right: bytes = b""

    def root(self, guard: Guard, count: Callable[[bytes], int]) -> Branch:
        """The empty middle.

        Args:
            guard: at the cursor.
            count: how many tokens a text has.
        """
        wanted = self.closing and guard.cuts_back
        closing = Closing(self.max_tokens, count, wanted=wanted, only_signs=self.unasked)
        rule, after_blank = StopRule(self.stop, self.left, self.right), self.left.endswith((b" ", b"\t"))
        return Branch(guard, rule, self.given_back, self.max_lines, closing, after_blank=after_blank)


@dataclass
class Found:
    """What decoding gives.

    Attributes:
        candidates: complete ones first and by falling score.
        refused: tokens that the language did not allow, if they are to be told.
        tokens: that were evaluated.
        tokens_refused: how many the language did not allow.
        empty: whether the model wants nothing at the cursor, or comes to nothing else, and that fits.
    """

    candidates: list[Candidate] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)
    tokens: int = 0
    tokens_refused: int = 0
    empty: bool = False

    def refuse(self, piece: bytes, branch: Branch, *, explain: bool) -> None:
        """Count a token that the language does not allow; its bytes are empty for the end."""
        self.tokens_refused += 1
        if explain and len(self.refused) < EXPLAINED:
            behind, expected = branch.refusal(piece)
            token, text = (data.decode("utf-8", "replace") for data in (piece, behind))
            self.refused.append(Refusal(len(behind), token, expected, text))


def ranked(candidates: list[Candidate], wanted: int) -> list[Candidate]:
    """The best of some candidates, each text once.

    Those that came to an end come first: a model that repeats itself until the budget ends is very sure of
    it. What had to be closed is offered only where the model ended nothing by itself.
    """
    ended = [one for one in candidates if one.ended not in ("closed", "open")] or candidates
    different = {one.text: one for one in reversed(ended)}
    return sorted(different.values(), key=_rank)[:wanted]


def _rank(candidate: Candidate) -> tuple[bool, float]:
    return candidate.ended in ("budget", "time"), -candidate.score
