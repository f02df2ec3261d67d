"""What decoding is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from quoin.engine.decoding.tokens.ngrams import Ngrams

Stop = Literal["line", "statement", "block", "end"]
"""Where a completion ends if the model does not end it."""


@dataclass(frozen=True)
class Sampling:
    """How tokens are drawn.

    What truncates looks at the tokens that fit alone, as likely as they are among themselves; a token may
    come that all of it lets pass.

    Attributes:
        temperature: divides the logits; 0 takes the likeliest token.
        top_k: only so many of the likeliest tokens; 0 for all.
        top_p: only the likeliest tokens that together are at least so likely (Holtzman et al. 2020). Of what
            does not fit, but is not in the filter's mask for it, only the likelier ones are known: then it
            lets some more pass.
        min_p: only tokens at least this share as likely as the likeliest (Nguyen et al. 2024).
        repetition_penalty: divides positive logits and multiplies negative ones of the tokens that the
            completion has so far (Keskar et al. 2019); 1 for none.
        seed: of the generator; each candidate has its own stream.
    """

    temperature: float = 1.0
    top_k: int = 0
    top_p: float = 1.0
    min_p: float = 0.0
    repetition_penalty: float = 1.0
    seed: int = 0

    @property
    def truncates(self) -> bool:
        """Whether some tokens that fit cannot come."""
        return self.top_k > 0 or self.top_p < 1.0 or self.min_p > 0.0


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
