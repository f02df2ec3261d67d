"""What decoding is asked for, and all that it gives."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.decoding.branch import Branch
from engine.decoding.stop import StopRule

if TYPE_CHECKING:
    from engine.decoding.guard import Guard
    from engine.decoding.outcome import Candidate, Refusal, Stop
    from engine.decoding.sampling import Sampling


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

    def root(self, guard: Guard) -> Branch:
        """The empty middle."""
        return Branch(
            guard,
            StopRule(self.stop, self.left),
            self.given_back,
            self.max_lines,
            after_blank=self.left.endswith((b" ", b"\t")),
            closing=self.closing,
        )


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


def ranked(candidates: list[Candidate], wanted: int) -> list[Candidate]:
    """The best of some candidates, each text once.

    Those that came to an end come first: a model that repeats itself until the budget ends is very sure of
    it. What had to be closed is offered only where the model ended nothing by itself.
    """
    ended = [one for one in candidates if one.ended != "closed"] or candidates
    different = {one.text: one for one in reversed(ended)}
    return sorted(different.values(), key=_rank)[:wanted]


def _rank(candidate: Candidate) -> tuple[bool, float]:
    return candidate.ended in ("budget", "time"), -candidate.score
