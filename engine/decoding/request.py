"""A `Task` is the request to decoding: what to complete, how, and within which budgets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quoin.engine.decoding.members.interface import Members
    from quoin.engine.decoding.tokens.ngrams import Ngrams

Stop = Literal["line", "statement", "block", "end"]
"""The stop rule: where a completion ends if the model does not end it."""


@dataclass(frozen=True)
class Sampling:
    """The parameters of sampling.

    The truncations `top_k`, `top_p` and `min_p` consider only the tokens that fit, with their probabilities
    among each other; a token is drawn from those that pass all three.

    Attributes:
        temperature: The divisor of the logits; 0 takes the likeliest token.
        top_k: The number of likeliest tokens that may be drawn; 0 for all.
        top_p: The probability that the likeliest tokens that may be drawn have together, at least (Holtzman
            et al. 2020). Tokens that are in the filter's mask but do not fit are known only down to the last
            token that passes, so that some more tokens may pass.
        min_p: The least probability of a token, as a share of the likeliest one's (Nguyen et al. 2024).
        repetition_penalty: The divisor of the positive logits, and the factor of the negative ones, of tokens
            that the completion contains already (Keskar et al. 2019); 1 for no penalty.
        seed: The seed of the generator; each candidate has its own stream.
    """

    temperature: float = 1.0
    top_k: int = 0
    top_p: float = 1.0
    min_p: float = 0.0
    repetition_penalty: float = 1.0
    seed: int = 0

    @property
    def truncates(self) -> bool:
        """Whether some tokens that fit cannot be drawn."""
        return self.top_k > 0 or self.top_p < 1.0 or self.min_p > 0.0


class Clashing(Protocol):
    """What is known of types at a cursor's line."""

    def has(self, whole: bytes, *, goes_on: bool = False) -> bool:
        """Return whether a completion, with which the line goes on perhaps, gives a value of another type."""


@dataclass(frozen=True)
class Task:
    """A request for completions at a cursor.

    Attributes:
        prompt: The tokens of the prompt.
        given_back: The bytes at the end of the left context that the prompt omits.
        left: The left context, for the stop rule.
        stop: The stop rule.
        max_tokens: The budget of each candidate, in tokens.
        max_lines: The largest number of lines of a candidate; None for any number.
        candidates: The number of different candidates that are wanted.
        explain: Whether refusals are reported.
        sampling: The parameters of sampling; None takes the likeliest tokens.
        beams: The number of beams; with fewer than 2, or with `sampling`, there is no beam search.
        closing: Whether the language ends a middle that the model does not end.
        unasked: Whether nobody has asked for a completion: the language then adds only closing signs.
        least: The least probability of what is shown, where nobody has asked; 0 for no limit.
        ngrams: The n-grams of the open files, for models that are mixed with them; else None.
        right: The right context, for the stop rule.
        prefers_names: Whether an unknown name may be read of which the model is much surer than of what reads
            known names only. If the filter refuses no names, this changes nothing.
        pays: Whether the middle must bind the names that the right context lacks.
        members: The members that are known at the cursor, which are preferred; None for no preference.
        clashes: The clashes of types at the cursor's line, which are left out; None if types do not matter.
        by_columns: Whether columns determine the language's blocks.
        headings: The lines of the prompt that name files, which no file has.
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
    least: float = 0.0
    ngrams: Ngrams | None = None
    right: bytes = b""
    prefers_names: bool = False
    pays: bool = False
    members: Members | None = None
    clashes: Clashing | None = None
    by_columns: bool = False
    headings: Sequence[bytes] = ()
