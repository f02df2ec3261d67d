"""How much of two sequences is alike, by comparing stretches as wholes: much faster than item by item."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

# Strings, bytes, lists, arrays.
Sequence = TypeVar("Sequence", bound=Any)


def common_beginning(one: Sequence, other: Sequence) -> int:
    """How many items two sequences begin with alike."""
    return _most(min(len(one), len(other)), lambda begin, end: one[begin:end] == other[begin:end])


def common_end(one: Sequence, other: Sequence) -> int:
    """How many items two sequences end with alike."""
    first, second = len(one), len(other)

    def same(begin: int, end: int) -> bool:
        return bool(one[first - end : first - begin] == other[second - end : second - begin])

    return _most(min(first, second), same)


def _most(most: int, same: Callable[[int, int], bool]) -> int:
    """How many items are alike, at most so many; `same` says whether those from one number to another are."""
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
