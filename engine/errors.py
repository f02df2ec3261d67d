"""The engine raises these errors. Each message is one line for a person to read."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


class EngineError(Exception):
    """The base class of the errors that the engine raises on purpose."""


class LanguageError(EngineError):
    """A language's folder, manifest or grammar cannot be used.

    Attributes:
        reason: What is wrong, without the place.
        file: The file at fault; None if there is none.
        line: The line at fault, counted from 1; None if it is unknown.
    """

    def __init__(self, reason: str, file: Path | None = None, line: int | None = None) -> None:
        place = [str(part) for part in (file, line) if part is not None]
        super().__init__(": ".join([":".join(place), reason] if place else [reason]))
        self.reason = reason
        self.file = file
        self.line = line


class CoreError(EngineError):
    """The compiled core failed because of a defect in it; it did not refuse an input."""


class ModelError(Exception):
    """A model cannot be loaded or has failed; the message is one line that says what is wrong."""


class SupplyError(Exception):
    """A model cannot be had: it is not known, or downloading it has failed; the message is one line."""
