"""Counts by periods without gaps between them, for plots: days, or weeks or months where there are many."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from quoin.lsp_server.usage.counts import milliseconds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quoin.lsp_server.usage.counts import Counts
    from quoin.lsp_server.usage.statistics import Kept

MIN_DAYS = 14
MAX_DAYS = 62
MAX_WEEKS = 106
_DAY, _WEEK = dt.timedelta(days=1), dt.timedelta(days=7)
# Where the bars of times begin, in steps: 10 to 2000 ms.
_EDGES = (0, 10, 13, 17, 20, 23, 27, 30, 33)


@dataclass
class Period:
    """A day, a week from Monday, or a month, with what was accepted and saved in it by language."""

    name: str
    accepted: Counter[str] = field(default_factory=Counter)
    saved: Counter[str] = field(default_factory=Counter)


def periods(kept: Kept) -> tuple[str, list[Period]]:
    """Return what the periods are called, and the periods up to the day of the counts, in order."""
    today = dt.date.fromisoformat(kept.until)
    first = min([dt.date.fromisoformat(day) for day in kept.days] + [today - (MIN_DAYS - 1) * _DAY])
    number = (today - first).days + 1
    unit = "day" if number <= MAX_DAYS else "week" if number <= MAX_WEEKS * 7 else "month"
    found = {_begin(day, unit): Period(_name(_begin(day, unit), unit)) for day in _days(first, today)}
    for day, languages in kept.days.items():
        period = found.get(_begin(dt.date.fromisoformat(day), unit))
        for language, counts in languages.items() if period else ():
            if period is not None:
                period.accepted[language] += _acceptances(counts)
                period.saved[language] += counts.keystrokes_saved
    return unit, list(found.values())


def _acceptances(counts: Counts) -> int:
    return counts.accepted + counts.accepted_words + counts.accepted_lines


def _days(first: dt.date, last: dt.date) -> Iterator[dt.date]:
    return (first + number * _DAY for number in range((last - first).days + 1))


def _begin(day: dt.date, unit: str) -> dt.date:
    if unit == "month":
        return day.replace(day=1)
    return day - day.weekday() * _DAY if unit == "week" else day


def _name(begin: dt.date, unit: str) -> str:
    if unit == "week":
        return f"{begin.isoformat()} to {(begin + _WEEK - _DAY).isoformat()}"
    return begin.isoformat()[:7] if unit == "month" else begin.isoformat()


def bands(times: Counter[int]) -> dict[str, int]:
    """Return the numbers of times between round numbers of milliseconds, from the first to the last."""
    found = [0] * len(_EDGES)
    for step, number in times.items():
        found[sum(edge <= step for edge in _EDGES) - 1] += number
    used = [at for at, number in enumerate(found) if number]
    return {_band(at): found[at] for at in range(used[0], used[-1] + 1)} if used else {}


def _band(at: int) -> str:
    begin = float(f"{milliseconds(_EDGES[at]):.1g}")
    if at + 1 == len(_EDGES):
        return f"over {begin:g} ms"
    end = float(f"{milliseconds(_EDGES[at + 1]):.1g}")
    return f"{begin:g} to {end:g} ms" if at else f"up to {end:g} ms"
