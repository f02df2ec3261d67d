"""What llama.cpp's key-value cache holds: a few sequences of tokens, which share their beginnings.

A call for other tokens goes on from the sequence that has most in common with them. Where that one goes
on in its own way, its beginning is given to another sequence (which copies nothing), so that branches
of a search, the prompts of several files and the one before the last edit are all kept. The sequence
that was not used for longest gives way, and all of them do where the cache is full.

Where a prompt has the suffix behind the prefix, a typed character changes what stands before the suffix. As
positions are rotations of the keys, the suffix can be given others without being evaluated again, and so is
moved to its new place. It knows the prefix as it was then, which is of little weight as long as that differs
in a few tokens alone (`benchmarks.shifting` measures it).
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from quoin.engine.util.affixes import common_beginning

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quoin.engine.decoding.model import Tokens

SEQUENCES = 8
"""How many are kept."""

MAX_UNKNOWN = 32
"""Tokens at the prefix's end that a suffix may not know, or know otherwise."""

LEAST_MOVED = 16
"""Tokens of a suffix that is worth moving."""


@dataclass(frozen=True)
class Suffix:
    """Where in a sequence a prompt's suffix stands.

    Attributes:
        start: its first token.
        end: of the prompt. The last token is no part of what is moved, since its logits are asked for.
        known: the tokens that stood before it when it was evaluated.
    """

    start: int
    end: int
    known: Tokens


class Held:
    """A sequence in the cache: its number in llama.cpp, its tokens, and the suffix if it is a prompt's."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.tokens = array("i")
        self.suffix: Suffix | None = None


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

    def begin(self, tokens: Tokens) -> Held:
        """A sequence that holds a beginning of the tokens, at least one short of all of them."""
        last = self._held[-1]
        if len(last.tokens) == len(tokens) - 1 and last.tokens == tokens[:-1]:
            # One more token, as nearly always.
            return last
        best, common = self._nearest(tokens)
        kept = min(common, len(tokens) - 1)
        oldest = next((held for held in self._held if held is not best), best)
        if kept == 0:
            best = self._held[0]
        elif kept < len(best.tokens) and oldest is not best:
            self.forget(oldest, 0)
            self._library.llama_memory_seq_cp(self._memory, best.number, oldest.number, 0, kept)
            oldest.tokens = best.tokens[:kept]
            oldest.suffix = best.suffix if best.suffix is not None and best.suffix.end <= kept else None
            best = oldest
        self.forget(best, kept)
        self._held.remove(best)
        self._held.append(best)
        return best

    def _nearest(self, tokens: Tokens) -> tuple[Held, int]:
        """The sequence that has most in common with the tokens, the least used of several, and how much."""
        best, common = self._held[0], 0
        for held in self._held:
            # One comparison tells that most have less in common.
            if len(held.tokens) > common and held.tokens[: common + 1] == tokens[: common + 1]:
                best, common = held, common_beginning(held.tokens, tokens)
        return best, common

    def forget(self, held: Held, position: int) -> None:
        """Drop the tokens of a sequence from a position on."""
        del held.tokens[position:]
        if held.suffix is not None and position < held.suffix.end - 1:
            held.suffix = None
        if not self._library.llama_memory_seq_rm(self._memory, held.number, position, -1):
            # Recurrent models cannot go back in part.
            self._library.llama_memory_clear(self._memory, True)
            for one in self._held:
                del one.tokens[:]
                one.suffix = None

    def note_suffix(self, start: int, tokens: Tokens) -> None:
        """Remember that the sequence used last holds a prompt, and where its suffix begins."""
        held = self._held[-1]
        if held.suffix is None or (held.suffix.start, held.suffix.end) != (start, len(tokens)):
            held.suffix = Suffix(start, len(tokens), tokens[:start])

    def with_suffix(self, start: int, tokens: Tokens) -> Held | None:
        """A sequence whose suffix a prompt can take over; None where that saves nothing."""
        if len(tokens) - start < LEAST_MOVED:
            return None
        before = tokens[:-1]
        if any(one.tokens[: len(before)] == before for one in self._held):
            return None
        fitting = (
            one for one in self._held if one.suffix is not None and _fits(one, one.suffix, start, tokens)
        )
        return next(fitting, None)

    def move_suffix(self, source: Held, target: Held, tokens: Tokens) -> None:
        """Give a sequence that holds a prompt up to its suffix another one's, all but the last token.

        Nothing is left of the other one.
        """
        suffix, start = source.suffix, len(target.tokens)
        if suffix is None:
            raise AssertionError("a sequence was named that holds no suffix")
        last = suffix.end - 1
        # A cell has one position, whichever sequences it belongs to.
        for other in self._held:
            if other not in (source, target) and common_beginning(other.tokens, source.tokens) > suffix.start:
                self.forget(other, suffix.start)
        library, memory = self._library, self._memory
        library.llama_memory_seq_rm(memory, source.number, 0, suffix.start)
        library.llama_memory_seq_rm(memory, source.number, last, -1)
        library.llama_memory_seq_add(memory, source.number, suffix.start, last, start - suffix.start)
        library.llama_memory_seq_cp(memory, source.number, target.number, start, len(tokens) - 1)
        self.forget(source, 0)
        target.tokens.extend(tokens[start:-1])
        target.suffix = Suffix(start, len(tokens), suffix.known)

    def forget_others(self, kept: Sequence[Held]) -> bool:
        """Drop all sequences but some; False if there was nothing to drop."""
        others = [one for one in self._held if one not in kept and one.tokens]
        for one in others:
            self.forget(one, 0)
        return bool(others)


def _fits(held: Held, suffix: Suffix, start: int, tokens: Tokens) -> bool:
    """Whether a sequence's suffix is a prompt's, and knows enough of what stands before it there."""
    if held.tokens[suffix.start : suffix.end - 1] != tokens[start:-1]:
        return False
    return max(len(suffix.known), start) - common_beginning(suffix.known, tokens[:start]) <= MAX_UNKNOWN
