"""The server's name, and the versions of everything that a result can depend on."""

from __future__ import annotations

NAME = "quoin"
VERSION = "0.1.0"

_DISTRIBUTIONS = ("lark", "llama-cpp-python", "lsprotocol", "pygls", "regex")


def versions() -> dict[str, str]:
    """Return the versions of quoin, Python, the system, and the distributions that quoin is built on."""
    import platform  # noqa: PLC0415 - the server does not need it

    found = {
        NAME: VERSION,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
    }
    return found | {name: _version(name) for name in _DISTRIBUTIONS}


def _version(distribution: str) -> str:
    import importlib.metadata  # noqa: PLC0415 - see above

    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"
