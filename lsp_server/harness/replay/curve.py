"""What a threshold on the model's confidence would do, told from one run.

A text below the threshold would not have been shown: the keys that it spared would have been typed, and if it
was wrong, nobody would have seen it. What might have been shown instead a key later is left out of account,
so that the keys saved are rather more than this says. The rest of a text that is typed along has the
confidence that the text had when it came.
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
    """One threshold.

    Attributes:
        threshold: least confidence of what is shown.
        saved: share of the keys spared, 0 to 1.
        wrong: texts shown whose first line is wrong, for 100 keys typed with no help.
        shown: texts shown.
        right: of how many the first line is right.
    """

    threshold: float
    saved: float
    wrong: float
    shown: int
    right: int


@dataclass(frozen=True)
class Bin:
    """Texts of about the same confidence: how many, its mean, and which share is right as far as it goes."""

    number: int
    confidence: float
    right: float


def sweep(replayed: Sequence[Replayed]) -> list[Point]:
    """Points for thresholds from 0 to 1; the first one shows all."""
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
    """How often the first line shown is right as far as it goes, by how confident the model was.

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
    """What was shown and of what confidence, where that is known."""
    judged = [one for piece in replayed for one in piece.judged]
    return [(one.confidence, one) for one in judged if one.confidence is not None]
