"""What the filter says of all tokens at one place, for where it refuses many that are asked one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.decoding.guard import Guard
    from engine.decoding.interfaces import Ids

PATIENCE = 6
"""Refused tokens after which the filter is asked for all: that costs as much as some questions do."""


class Sieve:
    """The filter's mask at one place, made when it is first needed.

    Args:
        guard: at that place.
    """

    def __init__(self, guard: Guard) -> None:
        self._guard = guard
        self._allowed: Ids | None = None

    @property
    def allowed(self) -> Ids:
        """All tokens whose bytes may come next, and perhaps others; rising."""
        if self._allowed is None:
            self._allowed = self._guard.allowed()
        return self._allowed

    def of(self, tokens: Sequence[int]) -> list[bool]:
        """Which of some tokens are among those; the filter refuses the others."""
        allowed = self.allowed
        if len(allowed) == 0:
            return [False] * len(tokens)
        places = allowed.searchsorted(tokens).clip(max=len(allowed) - 1)
        return [bool(one) for one in allowed[places] == tokens]
