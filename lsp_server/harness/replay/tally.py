"""Counts of pieces typed, from what was shown on the way."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from quoin.lsp_server.documents.positions import split_lines
from quoin.lsp_server.harness.replay.harm import KINDS
from quoin.lsp_server.harness.report import percentile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quoin.lsp_server.harness.replay.player import Played, Sight

_CONTEXT = 60


@dataclass(frozen=True)
class Judged:
    """A text shown, and what is to be said of it.

    Attributes:
        sight: the text.
        harms: the kinds of harm that it does.
        confidence: how probable the model finds its first line, 0 to 1; None if that is not known.
        saved: keys that the user spared by taking it, as it seems at the moment.
    """

    sight: Sight
    harms: tuple[str, ...]
    confidence: float | None
    saved: int

    @property
    def right(self) -> bool:
        """Whether its first line is exactly right."""
        return self.sight.shown.first_line_right


@dataclass(frozen=True)
class Replayed:
    """A piece typed, with what was shown judged, and how many keys it takes with no help."""

    played: Played
    judged: Sequence[Judged]
    alone: int


@dataclass(frozen=True)
class Tally:
    """Counts over some pieces.

    Attributes:
        pieces: how many there were.
        alone: keys that they take with no help.
        keys: keys that they took, those that accept among them.
        shown: after how many keys something was shown.
        taken: of how much of that the user took something.
        lines: of how many texts shown the first line was exactly right.
        so_far: of how many it was right as far as it went.
        tokens: of how many the first word or sign was.
        harmful: how many did harm of some kind.
        harms: how many did each kind of harm.
        flickers: how often a text was replaced by another although the key agreed with it.
        vanished: how often one was gone after such a key.
        p50_ms: median time from a key to a text shown.
        p95_ms: 95th percentile of the same.
    """

    pieces: int
    alone: int
    keys: int
    shown: int
    taken: int
    lines: int
    so_far: int
    tokens: int
    harmful: int
    harms: dict[str, int]
    flickers: int
    vanished: int
    p50_ms: float | None
    p95_ms: float | None

    @property
    def saved(self) -> float:
        """Share of the keys that were spared, 0 to 1."""
        return 1 - self.keys / self.alone if self.alone else 0.0

    def as_json(self) -> dict[str, Any]:
        """All numbers, with the share of keys saved."""
        return {**vars(self), "saved": self.saved}


def tally(replayed: Sequence[Replayed]) -> Tally:
    """Count some pieces."""
    judged = [one for piece in replayed for one in piece.judged]
    times = sorted(one.sight.seconds * 1000 for one in judged)
    return Tally(
        pieces=len(replayed),
        alone=sum(one.alone for one in replayed),
        keys=sum(one.played.keys for one in replayed),
        shown=len(judged),
        taken=sum(one.sight.taken is not None for one in judged),
        lines=sum(one.right for one in judged),
        so_far=sum(one.sight.shown.right_so_far for one in judged),
        tokens=sum(one.sight.shown.first_token_right for one in judged),
        harmful=sum(bool(one.harms) for one in judged),
        harms={kind: sum(kind in one.harms for one in judged) for kind in KINDS},
        flickers=sum(one.played.flickers for one in replayed),
        vanished=sum(one.played.vanished for one in replayed),
        p50_ms=percentile(times, 0.50) if times else None,
        p95_ms=percentile(times, 0.95) if times else None,
    )


def confidence(sight: Sight) -> float | None:
    """How probable the model found the first line shown, or one of its tokens if no more is known."""
    candidate = sight.candidate
    of_line = candidate.get("first_line_logprob")
    value = candidate.get("score") if of_line is None else of_line
    return None if value is None else math.exp(min(0.0, value))


def harmful(replayed: Sequence[Replayed]) -> list[dict[str, Any]]:
    """Each text shown that did harm, with where it stood."""
    return [
        {
            "file": piece.played.piece.file,
            "piece": piece.played.piece.kind,
            "line": len(split_lines(one.sight.shown.typed.before)),
            "harms": list(one.harms),
            "before": one.sight.shown.typed.before[-_CONTEXT:],
            "shown": one.sight.shown.text,
            "replaced": one.sight.shown.replaced,
            "after": one.sight.shown.typed.after[:_CONTEXT],
            "ended": one.sight.candidate.get("ended"),
        }
        for piece in replayed
        for one in piece.judged
        if one.harms
    ]
