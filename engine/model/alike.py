"""How much of two sequences is alike, by comparing stretches as wholes."""

from __future__ import annotations

from typing import Any, TypeVar

# Strings, bytes, lists.
Sequence = TypeVar("Sequence", bound=Any)


def common_beginning(one: Sequence, other: Sequence) -> int:
    """How many items two sequences begin with alike, by halves, each compared as a whole."""
    known, most = 0, min(len(one), len(other))
    step = most
    while known < most:
        end = min(most, known + max(1, step))
        if one[known:end] == other[known:end]:
            known = end
        elif step <= 1:
            break
        else:
            step //= 2
    return known


def common_end(one: Sequence, other: Sequence) -> int:
    """How many items two sequences end with alike."""
    known, most = 0, min(len(one), len(other))
    step = most
    while known < most:
        end = min(most, known + max(1, step))
        if one[len(one) - end : len(one) - known] == other[len(other) - end : len(other) - known]:
            known = end
        elif step <= 1:
            break
        else:
            step //= 2
    return known
