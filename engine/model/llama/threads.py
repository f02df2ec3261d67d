"""The number of threads is chosen so that a model leaves one core to the editor.

llama.cpp's threads spin while they wait for each other. On cores that another process keeps busy this turned
1.3 ms a token into 314 ms. The quota of a container counts, not the number of cores of its machine.
"""

from __future__ import annotations

import os
import platform
from pathlib import Path

_CPUS = Path("/sys/devices/system/cpu")
_QUOTA = Path("/sys/fs/cgroup/cpu.max")


def default_threads() -> int:
    """Return the number of physical cores that this process may use, less one if there are several."""
    cores = min(_physical_cores(), _quota_cores())
    return max(1, cores - 1)


def _physical_cores() -> int:
    usable = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    siblings = {_siblings(cpu) for cpu in usable}
    if usable and None not in siblings:
        return len(siblings)
    logical = len(usable) or os.cpu_count() or 1
    two_a_core = platform.machine().lower() in {"amd64", "x86_64"}
    return max(1, logical // 2) if two_a_core else logical


def _siblings(cpu: int) -> str | None:
    """Return the logical processors that share a core with this one; None if Linux does not list them."""
    try:
        return (_CPUS / f"cpu{cpu}" / "topology" / "thread_siblings_list").read_text(encoding="ascii")
    except OSError:
        return None


def _quota_cores() -> int:
    """Return the whole cores of a container's quota; a large number if there is no quota."""
    try:
        quota, period = _QUOTA.read_text(encoding="ascii").split()
        return max(1, int(quota) // int(period))
    except (OSError, ValueError):
        return 1 << 16
