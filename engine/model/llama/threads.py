"""The number of threads is chosen so that a model leaves one core to the editor.

llama.cpp's threads spin while they wait for each other. On cores that another process keeps busy this turned
1.3 ms a token into 314 ms. The quota of a container counts, not the number of cores of its machine.
"""

from __future__ import annotations

import os
import platform

from quoin.engine.util.system import quota_of_processors, siblings, usable_processors


def default_threads() -> int:
    """Return the number of physical cores that this process may use, less one if there are several."""
    quota = quota_of_processors()
    cores = _physical_cores() if quota is None else min(_physical_cores(), quota)
    return max(1, cores - 1)


def _physical_cores() -> int:
    usable = usable_processors()
    cores = {siblings(processor) for processor in usable}
    if usable and None not in cores:
        return len(cores)
    logical = len(usable) or os.cpu_count() or 1
    two_a_core = platform.machine().lower() in {"amd64", "x86_64"}
    return max(1, logical // 2) if two_a_core else logical
