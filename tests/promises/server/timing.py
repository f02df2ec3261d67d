"""What times are held against: what is promised, and how much slower than usual this machine is now."""

from __future__ import annotations

import os
import time
from statistics import median
from typing import TYPE_CHECKING

from benchmarks.timing import percentile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.promises.promise import Outcome

JUDGED = 50
"""The number of cases from which on times count; with fewer, only what hangs does."""

_WORK_SECONDS = 0.1
_PERCENTILES = (50, 95, 99, 100)
# The percentile that is held against a promise.
_COUNTS = 99


class Machine:
    """The speed of this machine while something is measured.

    Args:
        load: The number of busy processes that the measurement itself makes.
    """

    def __init__(self, load: int = 0) -> None:
        self._usual = max(1.0, (load + 1) / (os.cpu_count() or 1))
        self._seen: list[float] = []

    def look(self) -> None:
        """Measure how much longer than alone some work takes now."""
        begun, worked = time.perf_counter(), time.thread_time()
        while time.thread_time() - worked < _WORK_SECONDS:
            pass
        self._seen.append((time.perf_counter() - begun) / _WORK_SECONDS)

    @property
    def slower(self) -> float:
        """How many times slower other programs make this machine, at least 1."""
        return max(1.0, median(self._seen or [1.0]) / self._usual)


def judge(outcome: Outcome, times: Sequence[float], promised: float, machine: Machine, what: str) -> None:
    """Add the percentiles of some times to an outcome, and a broken case if one is above what is promised.

    Args:
        outcome: Gets the figures.
        times: Seconds.
        promised: The seconds that are promised on a machine without other work.
        machine: The machine at that time.
        what: What took these times.
    """
    if not times:
        return
    shown = ", ".join(f"{percentile(times, part) * 1e3:.0f}" for part in _PERCENTILES)
    slower = machine.slower
    told = f"{what} {shown} ms at the 50th, 95th, 99th, 100th percentile"
    if slower > 1:
        told += f" on a machine {slower:.1f} times slower than usual"
    outcome.figures += ("; " if outcome.figures else "") + told
    if len(times) >= JUDGED and percentile(times, _COUNTS) > promised * slower:
        outcome.broken.append(f"{what}: {told}; {promised * 1e3:g} ms are promised")
