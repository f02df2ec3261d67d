"""The values of a manifest's keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from quoin.engine.errors import LanguageError

if TYPE_CHECKING:
    from pathlib import Path


def text_of(data: dict[str, Any], key: str, file: Path) -> str:
    """Return the text that an object has under a key.

    Raises:
        LanguageError: The key is missing, or its value is no text or empty.
    """
    value = _value(data, key, file)
    if not isinstance(value, str) or not value:
        raise LanguageError(f"{key!r} must be a text that is not empty", file)
    return value


def texts_of(data: dict[str, Any], key: str, file: Path) -> tuple[str, ...]:
    """Return the texts that an object has under a key.

    Raises:
        LanguageError: The key is missing, or its value is no list of texts.
    """
    value = _value(data, key, file)
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise LanguageError(f"{key!r} must be a list of texts", file)
    return tuple(value)


def text_by_text_of(data: dict[str, Any], key: str, file: Path) -> dict[str, str]:
    """Return the texts by texts that an object has under a key.

    Raises:
        LanguageError: The key is missing, or its value is no object of texts.
    """
    value = _value(data, key, file)
    if not isinstance(value, dict) or not all(isinstance(item, str) for item in value.values()):
        raise LanguageError(f"{key!r} must be an object of texts", file)
    return value


def _value(data: dict[str, Any], key: str, file: Path) -> object:
    if key not in data:
        raise LanguageError(f"the key {key!r} is missing", file)
    return data[key]
