"""Common beginnings and ends of two sequences are found by comparing slices, by a binary search.

Comparing whole slices is much faster than comparing item by item.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

# The functions take strings, bytes, lists and arrays.
Sequence = TypeVar("Sequence", bound=Any)


def common_beginning(one: Sequence, other: Sequence) -> int:
    """Return the length of the longest common prefix of two sequences, in items."""
    return _most(min(len(one), len(other)), lambda begin, end: one[begin:end] == other[begin:end])


def common_end(one: Sequence, other: Sequence) -> int:
    """Return the length of the longest common suffix of two sequences, in items."""
    first, second = len(one), len(other)

    def same(begin: int, end: int) -> bool:
        return bool(one[first - end : first - begin] == other[second - end : second - begin])

    return _most(min(first, second), same)


def _most(most: int, same: Callable[[int, int], bool]) -> int:
    """Return how many items agree, at most `most`.

    `same` says whether the items from a first index up to a second one agree.
    """
    if same(0, most):
        return most
    alike = 0
    while alike < most:
        half = (alike + most + 1) // 2
        if same(alike, half):
            alike = half
        else:
            most = half - 1
    return alike
