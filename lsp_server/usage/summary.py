"""The counts in the form that editors and the command line get."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from quoin.lsp_server.reasons import words_of
from quoin.lsp_server.usage.counts import Counts, percentile

if TYPE_CHECKING:
    from quoin.lsp_server.usage.statistics import Statistics

SHARES = (50, 90, 99)
"""The percentiles of the times that are told."""


def summary(statistics: Statistics) -> dict[str, Any]:
    """Return all counts, by language and by day, and the folder of their files."""
    kept = statistics.kept()
    total = kept.total()
    return {
        **_counted(total),
        "since": kept.since,
        "byLanguage": {name: _counted(counts) for name, counts in kept.by_language().items()},
        "byDay": {
            day: {name: _counted(counts) for name, counts in sorted(languages.items())}
            for day, languages in kept.days.items()
        },
        "heldBack": held_back(total),
        "milliseconds": {str(share): rounded(percentile(total.times, share / 100)) for share in SHARES},
        "file": str(statistics.folder),
    }


def held_back(counts: Counts) -> dict[str, int]:
    """Return the numbers of requests without a completion, by the words for the reasons, most first."""
    return {words_of(name): number for name, number in counts.held_back.most_common()}


def rounded(value: float | None) -> float | None:
    """Return a number of milliseconds with two significant digits."""
    return None if value is None else float(f"{value:.2g}")


def _counted(counts: Counts) -> dict[str, int]:
    return {
        "shown": counts.shown,
        "accepted": counts.accepted,
        "acceptedWords": counts.accepted_words,
        "acceptedLines": counts.accepted_lines,
        "acceptedCharacters": counts.accepted_characters,
        "keystrokesSaved": counts.keystrokes_saved,
    }
