"""Estimates of the effect of a threshold on the model's confidence, from one run.

A text below the threshold would not have been shown: the keys that it saved would have been typed, and if it
was wrong, nobody would have seen it. The estimates ignore texts that would have been shown a key later
instead, so the real savings are rather higher. When the user types along a text, the rest of the text keeps
the confidence with which the text was first shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quoin.lsp_server.harness.replay.tally import Judged, Replayed

_BINS = 10
_SHARES = 100


@dataclass(frozen=True)
class Point:
    """The estimates for one threshold.

    Attributes:
        threshold: least confidence of a shown text, 0 to 1.
        saved: share of the keys saved, 0 to 1.
        wrong: number of shown texts with a wrong first line, per 100 keys typed without completions.
        shown: number of shown texts.
        right: number of shown texts with a right first line.
    """

    threshold: float
    saved: float
    wrong: float
    shown: int
    right: int


@dataclass(frozen=True)
class Bin:
    """Texts of similar confidence: their number, mean confidence, and share that is right so far."""

    number: int
    confidence: float
    right: float


def sweep(replayed: Sequence[Replayed]) -> list[Point]:
    """Return the points for thresholds from 0 to 1; the first one shows all texts."""
    alone = sum(one.alone for one in replayed)
    judged = known(replayed)
    if not alone or not judged:
        return []
    return [_point(judged, number / _SHARES, alone) for number in range(_SHARES)]


def _point(judged: Sequence[tuple[float, Judged]], threshold: float, alone: int) -> Point:
    shown = [one for confidence, one in judged if confidence >= threshold]
    right = sum(one.right for one in shown)
    saved = sum(one.saved for one in shown)
    return Point(threshold, saved / alone, 100 * (len(shown) - right) / alone, len(shown), right)


def calibration(replayed: Sequence[Replayed]) -> list[Bin]:
    """Return how often the first line shown is right so far, in bins by the model's confidence.

    Bins without texts are left out.
    """
    groups: dict[int, list[tuple[float, Judged]]] = {}
    for confidence, one in known(replayed):
        groups.setdefault(min(_BINS - 1, int(confidence * _BINS)), []).append((confidence, one))
    return [
        Bin(
            len(group),
            sum(confidence for confidence, _ in group) / len(group),
            sum(one.sight.shown.right_so_far for _, one in group) / len(group),
        )
        for _, group in sorted(groups.items())
    ]


def known(replayed: Sequence[Replayed]) -> list[tuple[float, Judged]]:
    """Return the shown texts of known confidence, each after its confidence."""
    judged = [one for piece in replayed for one in piece.judged]
    return [(one.confidence, one) for one in judged if one.confidence is not None]
