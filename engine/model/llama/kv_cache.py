"""llama.cpp's key-value cache holds a few sequences of tokens, which share their beginnings.

An evaluation continues the sequence that has the longest beginning in common with the new tokens. If that
sequence then differs from them, its beginning is given to another sequence, which copies nothing. The cache
thus keeps the branches of a search, the prompts of several files and the prompt before the last edit. The
least recently used sequence is overwritten, and all sequences that are not in use are dropped if the cache is
full.

If a prompt has the suffix after the prefix, a typed character changes the tokens before the suffix. Positions
are rotations of the keys, so the suffix can be moved to new positions without another evaluation. Its keys
and values still depend on the former prefix, which has little effect while the prefixes differ in only a few
tokens (`benchmarks.shifting` measures it).
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
"""The number of sequences that are kept."""

MAX_UNKNOWN = 32
"""The maximum number of tokens at the prefix's end that may differ from those that the suffix was evaluated
with."""

LEAST_MOVED = 16
"""The minimum number of tokens of a suffix that is worth moving."""


@dataclass(frozen=True)
class Suffix:
    """The position of a prompt's suffix in a sequence.

    Attributes:
        start: The index of its first token.
        end: The end of the prompt. The last token is never moved, because its logits are needed.
        known: The tokens that stood before the suffix when it was evaluated.
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
        library: The C functions.
        memory: The memory of the context.
        count: The maximum number of sequences.
    """

    def __init__(self, library: Any, memory: Any, count: int) -> None:  # noqa: ANN401  bindings without types
        self._library = library
        self._memory = memory
        # The sequences are ordered by their last use, the most recent one at the end.
        self._held = [Held(number) for number in range(count)]

    def begin(self, tokens: Tokens) -> Held:
        """Return a sequence that holds a beginning of the tokens, at least one short of all of them."""
        last = self._held[-1]
        if len(last.tokens) == len(tokens) - 1 and last.tokens == tokens[:-1]:
            # Nearly always the text has grown by one token.
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
        """Return the least recent of the sequences with the longest common beginning, and that length."""
        best, common = self._held[0], 0
        for held in self._held:
            # One comparison rules out most of the sequences.
            if len(held.tokens) > common and held.tokens[: common + 1] == tokens[: common + 1]:
                best, common = held, common_beginning(held.tokens, tokens)
        return best, common

    def forget(self, held: Held, position: int) -> None:
        """Drop the tokens of a sequence from a position on."""
        del held.tokens[position:]
        if held.suffix is not None and position < held.suffix.end - 1:
            held.suffix = None
        if not self._library.llama_memory_seq_rm(self._memory, held.number, position, -1):
            # The state of a recurrent model cannot be truncated.
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
        """Return a sequence whose suffix a prompt can reuse; None if this saves nothing."""
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
        """Move the suffix of `source`, without its last token, to the end of `target`; this empties `source`.

        Args:
            source: A sequence that `with_suffix` returned.
            target: A sequence that holds the prompt up to its suffix.
            tokens: The prompt.
        """
        suffix, start = source.suffix, len(target.tokens)
        if suffix is None:
            raise AssertionError("a sequence was named that holds no suffix")
        last = suffix.end - 1
        # A cell has one position for all sequences that it belongs to.
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
        """Drop all sequences except `kept`; return whether there was anything to drop."""
        others = [one for one in self._held if one not in kept and one.tokens]
        for one in others:
            self.forget(one, 0)
        return bool(others)


def _fits(held: Held, suffix: Suffix, start: int, tokens: Tokens) -> bool:
    """Return whether a sequence's suffix equals a prompt's and was evaluated after a similar prefix."""
    if held.tokens[suffix.start : suffix.end - 1] != tokens[start:-1]:
        return False
    return max(len(suffix.known), start) - common_beginning(suffix.known, tokens[:start]) <= MAX_UNKNOWN
