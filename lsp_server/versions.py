"""Versions of everything that a result can depend on."""

from __future__ import annotations

import importlib.metadata
import platform

from lsp_server import NAME, VERSION

_DISTRIBUTIONS = ("lark", "llama-cpp-python", "lsprotocol", "pygls", "regex")


def versions() -> dict[str, str]:
    """Name quoin, Python, the system, and the distributions that quoin is built on."""
    found = {
        NAME: VERSION,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
    }
    return found | {name: _version(name) for name in _DISTRIBUTIONS}


def _version(distribution: str) -> str:
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"
