"""Counts shown and accepted completions; the counts stay on this machine and are never sent.

The counts are in one JSON file in the user's data folder, by language, without text of any document.
Several servers may count at once: each adds its new counts to those of the file, under a
lock, and replaces the whole file.
"""

from __future__ import annotations

import datetime as dt
import json
import os
from dataclasses import asdict, dataclass, field, fields
from typing import TYPE_CHECKING, Any, Literal

from quoin.engine.util.file_lock import locked
from quoin.engine.util.user_dirs import data_folder
from quoin.lsp_server.logs import log

if TYPE_CHECKING:
    from pathlib import Path

FILE_NAME = "statistics.json"

Part = Literal["word", "line"]
"""The parts of a completion that editors can accept by themselves."""


@dataclass
class Counts:
    """The counts of one language: completions, accepted words and lines of them, and characters."""

    shown: int = 0
    accepted: int = 0
    accepted_words: int = 0
    accepted_lines: int = 0
    accepted_characters: int = 0

    def add(self, other: Counts) -> None:
        """Add other counts to these."""
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))


@dataclass
class Kept:
    """The content of the file: counts by language, and the day on which counting began."""

    since: str
    by_language: dict[str, Counts] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Return the totals and the counts by language, with the names that editors use."""
        total = Counts()
        for counts in self.by_language.values():
            total.add(counts)
        languages = {name: _camel(counts) for name, counts in sorted(self.by_language.items())}
        return {**_camel(total), "since": self.since, "byLanguage": languages}


class Statistics:
    """Counts in memory until `write` adds the counts to the file."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file or data_folder() / FILE_NAME
        self._fresh: dict[str, Counts] = {}
        self._warned = False

    @property
    def pending(self) -> bool:
        """Whether there are counts that the file does not contain yet."""
        return bool(self._fresh)

    def count_shown(self, language: str) -> None:
        """Count a completion that was offered."""
        self._of(language).shown += 1

    def count_accepted(self, language: str, characters: int) -> None:
        """Count an accepted completion, and the characters that it inserted."""
        counts = self._of(language)
        counts.accepted += 1
        counts.accepted_characters += characters

    def count_part(self, language: str, part: Part, characters: int) -> None:
        """Count a word or a line that was accepted by itself, and its characters."""
        counts = self._of(language)
        if part == "word":
            counts.accepted_words += 1
        else:
            counts.accepted_lines += 1
        counts.accepted_characters += characters

    def write(self) -> None:
        """Add the new counts to the file; if that fails, they are kept for the next call."""
        if not self._fresh:
            return
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            with locked(self.file.with_suffix(".lock")):
                self._replace(self._all())
        except OSError as error:
            if not self._warned:
                log.warning("statistics cannot be kept in %s: %s", self.file, error.strerror)
            self._warned = True
        else:
            self._fresh.clear()

    def read(self) -> Kept:
        """Return the content of the file; no counts if there is no file or it cannot be read."""
        try:
            return _from_json(json.loads(self.file.read_bytes()))
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            return Kept(dt.datetime.now(dt.timezone.utc).date().isoformat())

    def summary(self) -> dict[str, Any]:
        """Return all counts and the path of their file, in the form that editors get."""
        self.write()
        return {**self._all().as_json(), "file": str(self.file)}

    def _all(self) -> Kept:
        """Return the content of the file with the new counts added."""
        kept = self.read()
        for language, counts in self._fresh.items():
            kept.by_language.setdefault(language, Counts()).add(counts)
        return kept

    def _of(self, language: str) -> Counts:
        return self._fresh.setdefault(language, Counts())

    def _replace(self, kept: Kept) -> None:
        fresh = self.file.with_suffix(f".{os.getpid()}.tmp")
        languages = {name: asdict(counts) for name, counts in kept.by_language.items()}
        text = json.dumps({"since": kept.since, "by_language": languages}, indent=2)
        fresh.write_text(text + "\n", encoding="utf-8")
        fresh.replace(self.file)


def _camel(counts: Counts) -> dict[str, int]:
    return {
        "shown": counts.shown,
        "accepted": counts.accepted,
        "acceptedWords": counts.accepted_words,
        "acceptedLines": counts.accepted_lines,
        "acceptedCharacters": counts.accepted_characters,
    }


def _from_json(data: Any) -> Kept:  # noqa: ANN401
    """Read JSON written by `_replace`; for other JSON, raise one of the errors that `read` handles."""
    dt.date.fromisoformat(data["since"])
    languages = {str(name): Counts(**counts) for name, counts in data["by_language"].items()}
    for counts in languages.values():
        if not all(isinstance(value, int) for value in asdict(counts).values()):
            raise TypeError("a count that is no whole number")
    return Kept(data["since"], languages)
