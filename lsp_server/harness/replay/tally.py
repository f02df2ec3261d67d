"""Counts over typed pieces and the texts that were shown meanwhile."""

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
    """A shown text with its judgement.

    Attributes:
        sight: the shown text.
        harms: the kinds of harm that the text does.
        confidence: the model's probability of its first line, 0 to 1; None if it is unknown.
        saved: number of keys that the user saves by taking it, judged at the moment of taking.
    """

    sight: Sight
    harms: tuple[str, ...]
    confidence: float | None
    saved: int

    @property
    def right(self) -> bool:
        """Whether the first line of the text is exactly right."""
        return self.sight.shown.first_line_right


@dataclass(frozen=True)
class Replayed:
    """A typed piece, its judged texts, and the number of keys that it takes without completions."""

    played: Played
    judged: Sequence[Judged]
    alone: int


@dataclass(frozen=True)
class Tally:
    """Counts over some pieces.

    Attributes:
        pieces: number of pieces.
        alone: number of keys that the pieces take without completions.
        keys: number of keys pressed, including those that accept a text.
        shown: number of keys after which a text was shown.
        taken: number of shown texts of which the user took something.
        lines: number of shown texts whose first line was exactly right.
        so_far: number of shown texts whose first line was right so far.
        tokens: number of shown texts whose first word or symbol was right.
        harmful: number of shown texts that did any harm.
        harms: number of shown texts that did harm, for each kind of harm.
        flickers: how often a key that agreed with the shown text replaced the text by another one.
        vanished: how often no text was shown after a key that agreed with the shown text.
        p50_ms: median time from a key to a shown text, in milliseconds.
        p95_ms: 95th percentile of the time from a key to a shown text, in milliseconds.
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
        """The share of the keys that were saved; negative if more keys were pressed."""
        return 1 - self.keys / self.alone if self.alone else 0.0

    def as_json(self) -> dict[str, Any]:
        """Return all numbers, with the share of the keys that were saved."""
        return {**vars(self), "saved": self.saved}


def tally(replayed: Sequence[Replayed]) -> Tally:
    """Count typed pieces."""
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
    """Return the model's probability of the first line shown, or else the completion's mean per token."""
    candidate = sight.candidate
    of_line = candidate.get("first_line_logprob")
    value = candidate.get("score") if of_line is None else of_line
    return None if value is None else math.exp(min(0.0, value))


def harmful(replayed: Sequence[Replayed]) -> list[dict[str, Any]]:
    """Return each shown text that did harm, with its place."""
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
