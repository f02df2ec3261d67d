"""Lengths and digests of a text's first or last lines, computed without reading each line again.

Sums are kept for every multiple of `_STEP` lines. Sums over the first lines remain valid before an edit. Sums
over the last lines are indexed by the distance from the end, so they remain valid after it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

_STEP = 256
_KNOWN = 8


class Sum(NamedTuple):
    """The number of characters and of bytes in UTF-8 of some lines, and a digest of their text.

    Digests are Python's own hashes of 64 bits, keyed by a secret of the process. Half of a surrogate pair
    counts as one byte.
    """

    characters: int
    size: int
    digest: int


_NOTHING = Sum(0, 0, 0)


class LineSums:
    """Sums over the first lines of a list, or over its last lines.

    The list belongs to the caller, who reports its changes by `changed`.
    """

    def __init__(self, *, from_end: bool) -> None:
        self._from_end = from_end
        self._steps = [_NOTHING]
        self._known: dict[int, Sum] = {}

    def of(self, lines: Sequence[str], number: int) -> Sum:
        """Return the sum over the first or last `number` lines."""
        known = self._known.get(number)
        if known is None:
            if len(self._known) >= _KNOWN:
                self._known.clear()
            known = self._known[number] = self._sum(lines, number)
        return known

    def changed(self, number: int) -> None:
        """Discard sums that include lines after the first `number`, counted from this end."""
        del self._steps[number // _STEP + 1 :]
        if any(known > number for known in self._known):
            self._known = {known: value for known, value in self._known.items() if known <= number}

    def _sum(self, lines: Sequence[str], number: int) -> Sum:
        step = number // _STEP
        while len(self._steps) <= step:
            begin = (len(self._steps) - 1) * _STEP
            self._steps.append(self._add(self._steps[-1], lines, begin, begin + _STEP))
        return self._add(self._steps[step], lines, step * _STEP, number)

    def _add(self, before: Sum, lines: Sequence[str], begin: int, end: int) -> Sum:
        if begin == end:
            return before
        more = lines[len(lines) - end : len(lines) - begin] if self._from_end else lines[begin:end]
        text = "".join(more)
        # Each string keeps its hash, so the hash of an unchanged line is not computed again.
        digest = hash((before.digest, tuple(more)))
        return Sum(before.characters + len(text), before.size + utf8_length(text), digest)


def utf8_length(text: str) -> int:
    """Return the number of bytes of a text in UTF-8; half of a surrogate pair counts as one."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "replace"))
