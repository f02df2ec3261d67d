"""The statistics as lines of text, for editors that show text alone."""

from __future__ import annotations

from itertools import dropwhile
from typing import TYPE_CHECKING

from quoin.lsp_server.usage.counts import percentile
from quoin.lsp_server.usage.periods import periods
from quoin.lsp_server.usage.summary import SHARES, held_back, rounded

if TYPE_CHECKING:
    from collections.abc import Mapping

    from quoin.lsp_server.usage.counts import Counts
    from quoin.lsp_server.usage.statistics import Kept

_BAR = 24
_PERIODS = 14


def text(kept: Kept, folder: str) -> str:
    """Return the lines of some counts, which are kept in a folder."""
    total = kept.total()
    since = f"Since {kept.since}, on this machine alone; kept in {folder}"
    if not total.shown:
        parts = [["Nothing has been shown yet: open a file and type."]]
    else:
        parts = [_languages(kept), _periods(kept)]
    parts += [times(total), reasons(total), [since]]
    return "\n\n".join("\n".join(lines) for lines in parts if lines) + "\n"


def times(total: Counts) -> list[str]:
    """Return a line with the percentiles of the times to ghost text; none without times."""
    found = {share: rounded(percentile(total.times, share / 100)) for share in SHARES}
    told = [f"{share} % within {value:g} ms" for share, value in found.items() if value is not None]
    return [f"Time to the ghost text: {', '.join(told)}"] if told else []


def reasons(total: Counts) -> list[str]:
    """Return lines with what was held back and why; none if nothing was."""
    rows = _rows(held_back(total))
    return ["Held back, by requests:", *rows] if rows else []


def _languages(kept: Kept) -> list[str]:
    lines = []
    for name, counts in kept.by_language().items():
        share = f" ({counts.accepted / counts.shown:.0%})" if counts.shown else ""
        saved = f"{counts.keystrokes_saved:,} keystrokes saved"
        lines.append(f"{name}: {counts.shown:,} shown, {counts.accepted:,} accepted{share}, {saved}")
    return lines


def _periods(kept: Kept) -> list[str]:
    unit, found = periods(kept)
    last = dropwhile(lambda period: not period.accepted, found[-_PERIODS:])
    rows = _rows({period.name.partition(" ")[0]: period.accepted.total() for period in last})
    return [f"Accepted by {unit}:", *rows] if rows else []


def _rows(numbers: Mapping[str, int]) -> list[str]:
    most, wide = max(numbers.values(), default=0), max(map(len, numbers), default=0)
    return [
        f"  {name:{wide}}  {'█' * round(_BAR * number / max(1, most)):{_BAR}}  {number:,}".rstrip()
        for name, number in numbers.items()
    ]
