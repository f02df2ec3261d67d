"""Timers, the one way in which times are shown, and other work for the machine."""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time
from contextlib import contextmanager
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence


def seconds(call: Callable[[], object]) -> float:
    """Wall time of one call."""
    begun = time.perf_counter()
    call()
    return time.perf_counter() - begun


def busy_seconds(call: Callable[[], object]) -> float:
    """Processor time of one call in this thread: what other programs do counts less than by the clock."""
    begun = time.thread_time()
    call()
    return time.thread_time() - begun


def best(call: Callable[[], object], rounds: int) -> float:
    """The least processor time of several calls: what the work costs on an undisturbed core."""
    return min(busy_seconds(call) for _ in range(rounds))


def percentile(values: Sequence[float], per_cent: int) -> float:
    """The percentile of some values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * per_cent // 100)]


def summary(values: Sequence[float]) -> str:
    """Mean and percentiles, in microseconds."""
    shown = [statistics.mean(values), *(percentile(values, per_cent) for per_cent in (50, 95, 99))]
    return " ".join(f"{value * 1e6:9.1f}" for value in shown)


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """Keep a number of processes busy for the time of a block."""
    started = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(processes)]
    try:
        yield
    finally:
        for process in started:
            process.kill()
            process.wait()


class Pace:
    """The pace of the machine's memory, which its other programs and guests share.

    Reads of which each says where the next one is, all over 80 MB: what costs twice as much while such reads
    do, too, has not become dearer.
    """

    PLACES = 1 << 21
    READS = 200_000

    def __init__(self) -> None:
        order = list(range(self.PLACES))
        random.Random(1).shuffle(order)
        self._next = [0] * self.PLACES
        for place, following in pairwise([*order, order[0]]):
            self._next[place] = following

    def measure(self) -> float:
        """Nanoseconds of a read, the least of three rounds."""
        return best(self._read, 3) / self.READS * 1e9

    def _read(self) -> None:
        places, at = self._next, 0
        for _ in range(self.READS):
            at = places[at]
