"""Readers of setting values: each takes a JSON value, and raises ValueError with what it expects."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from urllib.parse import urlsplit

from quoin.lsp_server.documents.positions import is_text

Reader = Callable[[object], object]

MAX_PATHS = 20
MAX_TEXTS = 1000


def whole(low: int, high: int) -> Reader:
    """Read a whole number in a range; 4.0 is read as 4, since some clients send only such numbers."""

    def read(value: object) -> int:
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ValueError(f"must be a whole number from {low} to {high}")
        return value

    return read


def share(value: object) -> float:
    """Read a number from 0 to 1."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise ValueError("must be a number from 0 to 1")
    return float(value)


def one_of(*names: str) -> Reader:
    """Read one of the given words."""

    def read(value: object) -> str:
        if not isinstance(value, str) or value not in names:
            raise ValueError(f"must be one of {', '.join(names)}")
        return value

    return read


def truth(value: object) -> bool:
    """Read true or false."""
    if not isinstance(value, bool):
        raise ValueError("must be true or false")  # noqa: TRY004 - what readers raise
    return value


def some_of(*names: str) -> Reader:
    """Read a list of some of the given words."""

    def read(value: object) -> frozenset[str]:
        if (
            not isinstance(value, Sequence)
            or isinstance(value, str)
            or not all(one in names for one in value)
        ):
            raise ValueError(f"must be a list of some of {', '.join(names)}")
        return frozenset(value)

    return read


def switches(value: object) -> dict[str, bool]:
    """Read an object whose values are true or false."""
    if not isinstance(value, Mapping) or not all(isinstance(on, bool) for on in value.values()):
        raise ValueError("must be an object of true and false by name")
    return {str(name): on for name, on in value.items()}


def http_address(value: object) -> str:
    """Read a server's address; refuse one with a user's name or password, which would be logged."""
    wanted = "must be an address that begins with http:// or https://, without a name or a query"
    if not isinstance(value, str):
        raise ValueError(wanted)  # noqa: TRY004 - what readers raise
    try:
        parts = urlsplit(value)
        whole = parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0
    except ValueError:
        raise ValueError(wanted) from None
    if not whole or parts.username or parts.password or parts.query or parts.fragment:
        raise ValueError(wanted)
    return value


def texts(value: object) -> tuple[str, ...]:
    """Read a list of texts, without repetitions."""
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) > MAX_TEXTS:
        raise ValueError(f"must be a list of at most {MAX_TEXTS} texts")
    if not all(isinstance(one, str) and is_text(one) for one in value):
        raise ValueError("must be a list of texts")
    return tuple(dict.fromkeys(value))


def absolute_paths(value: object) -> tuple[Path, ...]:
    """Read a list of absolute paths, without repetitions."""
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) > MAX_PATHS:
        raise ValueError(f"must be a list of at most {MAX_PATHS} paths")
    return tuple(dict.fromkeys(map(absolute_path, value)))


def absolute_path(value: object) -> Path:
    """Read a path that does not depend on the server's working directory."""
    if not isinstance(value, str) or not _can_name_a_file(value):
        raise ValueError("must be a path")
    try:
        path = Path(value).expanduser()
    except RuntimeError:
        raise ValueError("must not begin with the home folder of an unknown user") from None
    if not path.is_absolute():
        raise ValueError("must be an absolute path, or one that begins with ~")
    return path


def _can_name_a_file(path: str) -> bool:
    """Return whether the system's functions take a path; some halves of surrogate pairs stand for bytes."""
    try:
        return b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:
        return False
