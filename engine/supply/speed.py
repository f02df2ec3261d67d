"""How fast this machine reads memory, measured in half a second, and so how fast a model can write.

To write one token a model reads each of its weights once, so with one user a token takes at least the time
in which the memory delivers the file. What is measured are products of matrices that no cache holds with a
vector, which are limited in the same way, in as many threads as the model would have.
"""

from __future__ import annotations

import os
import threading
import time
from typing import TYPE_CHECKING, Any

from quoin.engine.model.llama.threads import default_threads

if TYPE_CHECKING:
    from collections.abc import Sequence

SECONDS = 0.4
"""The time for the measurement in seconds, without making the matrices, which takes about as long again."""

MATRIX_BYTES = 64 << 20
"""The size of each thread's matrix in bytes, and a multiple of what the caches of a laptop hold."""

SHARE = 0.8
"""The share of the measured speed that llama.cpp reaches: on one core of a server, 0.85 to 0.90 with a model
shaped as Qwen2.5-Coder 0.5B in Q8_0, and 0.67 to 0.80 with one as 1.5B in Q4_K."""

_COLUMNS = 4096
_PARTS = 4


def measure_bandwidth(seconds: float = SECONDS, threads: int | None = None) -> float:
    """Return the bytes a second that products of matrices with a vector read, with all threads together.

    Other programs only ever slow it down, so the fastest part of the time counts.
    """
    # Each thread here computes for itself; the matrix library must not start more. It reads this once.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    import numpy as np  # noqa: PLC0415 - only the measurement needs it

    count = threads or default_threads()
    rows = MATRIX_BYTES // (4 * _COLUMNS)
    vector = np.ones(_COLUMNS, np.float32)
    matrices = [np.ones((rows, _COLUMNS), np.float32) for _ in range(count)]
    return max(_bandwidth(matrices, vector, seconds / _PARTS) for _ in range(_PARTS))


def _bandwidth(matrices: Sequence[Any], vector: Any, seconds: float) -> float:  # noqa: ANN401 - arrays
    """Return the bytes a second that are read in a time, with a thread for each matrix."""
    products = [0] * len(matrices)
    begun = time.perf_counter()

    def work(number: int) -> None:
        while time.perf_counter() < begun + seconds:
            _ = matrices[number] @ vector
            products[number] += 1

    workers = [threading.Thread(target=work, args=(number,)) for number in range(len(matrices))]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return sum(products) * MATRIX_BYTES / (time.perf_counter() - begun)


def tokens_a_second(bandwidth: float, size: int) -> float:
    """Return how many tokens a second a model may write whose file has `size` bytes, by an estimate."""
    return SHARE * bandwidth / max(1, size)
