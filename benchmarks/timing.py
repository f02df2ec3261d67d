"""Timers, the one way in which times are shown, and other work for the machine."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from contextlib import contextmanager
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
