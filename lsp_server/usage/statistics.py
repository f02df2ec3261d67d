"""Counts what completions do for the user; the counts stay on this machine and are never sent.

The counts are in a folder of the user's data folder, in one JSON file for each month, by day and language,
without text of any document. Several servers may count at once: each adds its new counts to those of the
file, under a lock, and replaces the whole file. What versions before counted without days is in a file that
is only read.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import json
import os
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from quoin.engine.util.file_lock import locked
from quoin.engine.util.user_dirs import data_folder
from quoin.lsp_server.logs import log
from quoin.lsp_server.usage.counts import Counts, counts_from_json, step_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    Days = dict[str, dict[str, Counts]]

FOLDER = "statistics"
WITHOUT_DAYS = "statistics.json"
"""The file of earlier versions, beside the folder."""

_MONTH = re.compile(r"\d{4}-\d\d\.json")

Part = Literal["word", "line"]
"""The parts of a completion that editors can accept by themselves."""


@dataclass
class Kept:
    """All counts that are kept.

    Attributes:
        since: the day on which counting began.
        until: the day on which these counts were read, or the last one with counts if that is later.
        before: counts by language from the time when days were not told apart.
        days: counts by day, as in `2026-01-31`, and language.
    """

    since: str
    until: str
    before: dict[str, Counts] = field(default_factory=dict)
    days: Days = field(default_factory=dict)

    def by_language(self) -> dict[str, Counts]:
        """Return all counts by language, in the order of their names."""
        found: dict[str, Counts] = {}
        for counts in (self.before, *self.days.values()):
            _add(found, counts)
        return dict(sorted(found.items()))

    def total(self) -> Counts:
        """Return the sum of all counts."""
        total = Counts()
        for counts in self.by_language().values():
            total.add(counts)
        return total


class Statistics:
    """Counts in memory until `write` adds the counts to the files.

    Args:
        folder: the folder of the files; None for the user's.
        today: returns the current day; None for the user's calendar.
    """

    def __init__(self, folder: Path | None = None, today: Callable[[], dt.date] | None = None) -> None:
        self.folder = folder or data_folder() / FOLDER
        self._today = today or _local_day
        self._fresh: Days = {}
        self._warned = False

    @property
    def pending(self) -> bool:
        """Whether there are counts that the files do not contain yet."""
        return bool(self._fresh)

    def count_shown(self, language: str, seconds: float | None = None) -> None:
        """Count a completion that was shown, so many seconds after the request."""
        counts = self._of(language)
        counts.shown += 1
        if seconds is not None:
            counts.times[step_of(seconds)] += 1

    def count_held_back(self, language: str, reason: str) -> None:
        """Count a request that got no completion, for a reason with this name."""
        self._of(language).held_back[reason] += 1

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
        """Add the new counts to the files; those for which that fails are kept for the next call."""
        for month in sorted({day[:7] for day in self._fresh}):
            fresh = {day: counts for day, counts in self._fresh.items() if day.startswith(month)}
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
                with locked(self.folder / "lock"):
                    self._add_to(self.folder / f"{month}.json", fresh)
            except OSError as error:
                if not self._warned:
                    log.warning("statistics cannot be kept in %s: %s", self.folder, error.strerror)
                self._warned = True
            else:
                for day in fresh:
                    del self._fresh[day]

    def kept(self) -> Kept:
        """Return all counts, those that the files do not contain yet included."""
        self.write()
        since, before = self._before()
        days: Days = {}
        for file in sorted(self._files()):
            with contextlib.suppress(OSError):
                _merge(days, _read(file) or {})
        _merge(days, self._fresh)
        today = self._today().isoformat()
        return Kept(min([since or today, *days]), max([today, *days]), before, dict(sorted(days.items())))

    def _files(self) -> list[Path]:
        try:
            return [file for file in self.folder.iterdir() if _MONTH.fullmatch(file.name)]
        except OSError:
            return []

    def _before(self) -> tuple[str | None, dict[str, Counts]]:
        try:
            data = json.loads(self.folder.with_name(WITHOUT_DAYS).read_bytes())
            since = dt.date.fromisoformat(data["since"]).isoformat()
            return since, {name: counts_from_json(one) for name, one in data["by_language"].items()}
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            return None, {}

    def _of(self, language: str) -> Counts:
        return self._fresh.setdefault(self._today().isoformat(), {}).setdefault(language, Counts())

    def _add_to(self, file: Path, fresh: Mapping[str, Mapping[str, Counts]]) -> None:
        days = _read(file)
        if days is None:
            # A damaged file, or one of a later version, is kept for whoever can read it.
            file.replace(file.with_suffix(".unread"))
            days = {}
        _merge(days, fresh)
        data = {
            day: {name: counts.as_json() for name, counts in languages.items()}
            for day, languages in sorted(days.items())
        }
        changed = file.with_suffix(f".{os.getpid()}.tmp")
        changed.write_text(json.dumps({"days": data}) + "\n", encoding="utf-8")
        changed.replace(file)


def _local_day() -> dt.date:
    return dt.datetime.now().astimezone().date()


def _merge(days: Days, more: Mapping[str, Mapping[str, Counts]]) -> None:
    for day, languages in more.items():
        _add(days.setdefault(day, {}), languages)


def _add(languages: dict[str, Counts], more: Mapping[str, Counts]) -> None:
    for name, counts in more.items():
        languages.setdefault(name, Counts()).add(counts)


def _read(file: Path) -> Days | None:
    """Return the counts of a month's file, no counts if there is no file; None if it cannot be understood."""
    try:
        data: Any = json.loads(file.read_bytes())
        return {
            dt.date.fromisoformat(day).isoformat(): {
                str(name): counts_from_json(one) for name, one in languages.items()
            }
            for day, languages in data["days"].items()
        }
    except FileNotFoundError:
        return {}
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
