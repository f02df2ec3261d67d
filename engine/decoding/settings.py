"""How to draw, for those who ask for it and need nothing of the drawing itself."""

from __future__ import annotations

from dataclasses import dataclass


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
