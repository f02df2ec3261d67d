"""What llama.cpp's key-value cache holds: a few sequences of tokens, which share their beginnings.

A call for other tokens goes on from the sequence that has most in common with them. Where that one goes
on in its own way, its beginning is given to another sequence (which copies nothing), so that branches
of a search, the prompts of several files and the one before the last edit are all kept. The sequence
that was not used for longest gives way, and all of them do where the cache is full.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

SEQUENCES = 8
"""How many are kept."""


class Held:
    """A sequence in the cache: its number in llama.cpp, and its tokens."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.tokens: list[int] = []


class Cache:
    """The sequences of one context.

    Args:
        library: the C functions.
        memory: the context's.
        count: how many sequences it has room for.
    """

    def __init__(self, library: Any, memory: Any, count: int) -> None:  # noqa: ANN401  bindings without types
        self._library = library
        self._memory = memory
        # The one used last stands last.
        self._held = [Held(number) for number in range(count)]

    def begin(self, tokens: Sequence[int]) -> Held:
        """A sequence that holds a beginning of the tokens, at least one short of all of them."""
        last = self._held[-1]
        if len(last.tokens) == len(tokens) - 1 and last.tokens == tokens[:-1]:
            # One more token, as nearly always.
            return last
        best = max(self._held, key=lambda held: common_prefix(held.tokens, tokens))
        kept = min(common_prefix(best.tokens, tokens), len(tokens) - 1)
        oldest = next((held for held in self._held if held is not best), best)
        if kept == 0:
            best = self._held[0]
        elif kept < len(best.tokens) and oldest is not best:
            self.forget(oldest, 0)
            self._library.llama_memory_seq_cp(self._memory, best.number, oldest.number, 0, kept)
            oldest.tokens = best.tokens[:kept]
            best = oldest
        self.forget(best, kept)
        self._held.remove(best)
        self._held.append(best)
        return best

    def forget(self, held: Held, position: int) -> None:
        """Drop the tokens of a sequence from a position on."""
        del held.tokens[position:]
        if not self._library.llama_memory_seq_rm(self._memory, held.number, position, -1):
            # Recurrent models cannot go back in part.
            self._library.llama_memory_clear(self._memory, True)
            for one in self._held:
                one.tokens.clear()

    def forget_others(self, kept: Sequence[Held]) -> bool:
        """Drop all sequences but some; False if there was nothing to drop."""
        others = [one for one in self._held if one not in kept and one.tokens]
        for one in others:
            self.forget(one, 0)
        return bool(others)


def common_prefix(first: Sequence[int], second: Sequence[int]) -> int:
    """Length of the common beginning."""
    length = min(len(first), len(second))
    if first[:length] == second[:length]:
        return length
    return next(i for i in range(length) if first[i] != second[i])
