"""The texts for training, under limits for languages and packages, and the texts held out.

Where a language has more texts than its limit, each of its packages gets the same room: a style
is learnt from many. Which files of a package are taken is chosen by a hash of their names.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from quoin.engine.starter.texts.chance import chance
from quoin.engine.starter.texts.languages import SIDES, side

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from quoin.engine.starter.texts.duplicates import Seen
    from quoin.engine.starter.texts.reading import Reading, Text

MB = 1_000_000

LIMITS = {
    "bash": 15,
    "c": 50,
    "cpp": 70,
    "csharp": 40,
    "css": 12,
    "go": 110,
    "html": 14,
    "java": 75,
    "javascript": 90,
    "json": 2,
    "kotlin": 30,
    "lua": 6,
    "php": 20,
    "python": 480,
    "ruby": 8,
    "rust": 130,
    "swift": 8,
    "toml": 3,
    "tsx": 50,
    "typescript": 150,
    "yaml": 12,
}
"""The maximal megabytes of texts by language."""
OTHER_LIMIT = 4
"""The maximal megabytes of each language that is not in `LIMITS`."""

CAP = 6 * MB
"""The maximal bytes of a package in one language, so that no package dominates the style."""

COLLECTIONS = {"debian/mono": 25 * MB}
"""The maximal bytes of packages that consist of many projects, in place of `CAP`."""

_FIRST = {"typescript": 0, "tsx": 0, "rust": 0}
"""Languages that are read before others: the others' files in a package may be made from theirs."""


@dataclass
class Taken:
    """The texts that were taken from readings.

    Attributes:
        texts: the texts.
        refused: the number of other files, by the reason.
    """

    texts: list[Text] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)


class Gatherer:
    """Takes texts from one reading after another."""

    def __init__(self, seen: Seen) -> None:
        """Start with no texts; no copies of those in `seen` are taken."""
        self._seen = seen
        self.taken = Taken()

    def add(self, reading: Reading, cap: float = CAP) -> None:
        """Take the texts of a package that are no copies and fit under its `cap` in bytes of a language."""
        cap = max(cap, COLLECTIONS.get(reading.package, 0))
        self.taken.refused.update(reading.refused)
        sizes: Counter[str] = Counter()
        for text in sorted(reading.texts, key=_turn):
            size = sizes[_kind(text)] + _size(text)
            if size > cap:
                self.taken.refused["package is full"] += 1
            elif self._seen.add(text.text):
                sizes[_kind(text)] = size
                self.taken.texts.append(text)
            else:
                self.taken.refused["copy"] += 1


def _size(text: Text) -> int:
    return len(text.text.encode())


def _kind(text: Text) -> str:
    return f"{text.language}, {side(text.path) or 'proper'}"


def _turn(text: Text) -> tuple[int, float, str]:
    return _FIRST.get(text.language, 1), chance("file", text.package, text.path), text.path


def fitted(
    texts: Iterable[Text],
    limits: Mapping[str, float],
    other: float = OTHER_LIMIT,
    whole: Collection[str] = (),
) -> list[Text]:
    """Return the texts that fit under the limits of their languages, to about a file for each package.

    Args:
        texts: the texts to choose from.
        limits: the maximal megabytes by language.
        other: the maximal megabytes of each other language.
        whole: the labels of packages whose texts are all taken.
    """
    groups: dict[str, dict[str, list[Text]]] = defaultdict(lambda: defaultdict(list))
    for text in sorted(texts, key=_turn):
        groups[_kind(text)][text.package].append(text)
    kept = []
    for packages in groups.values():
        first = next(iter(packages.values()))[0]
        kind = side(first.path)
        room = limits.get(first.language, other) * MB * (SIDES[kind] if kind else 1)
        for label in packages.keys() & set(whole):
            some = packages.pop(label)
            room -= sum(map(_size, some))
            kept += some
        level = _level([sum(map(_size, some)) for some in packages.values()], room)
        for some in packages.values():
            kept += _within(some, level)
    return _balanced(kept)


def _level(sizes: Iterable[int], room: float) -> float:
    """Return the room for each package so that all of them have `room` in total, or what they need."""
    ordered = sorted(sizes)
    for number, size in enumerate(ordered):
        share = room / (len(ordered) - number)
        if size > share:
            return max(share, 0)
        room -= size
    return math.inf


def _within(texts: Iterable[Text], room: float) -> Iterator[Text]:
    """Yield the first texts whose sizes sum up to `room`, rounded to a whole number of texts."""
    for text in texts:
        size = _size(text)
        room -= size
        if room < -size / 2:
            return
        yield text


def _balanced(texts: Iterable[Text]) -> list[Text]:
    """Return the texts without those of `SIDES` that are more than their share of a language."""
    texts = sorted(texts, key=_turn)
    proper: Counter[str] = Counter()
    for text in texts:
        if not side(text.path):
            proper[text.language] += _size(text)
    taken: Counter[str] = Counter()
    kept = []
    for text in texts:
        kind = side(text.path)
        if kind:
            share = SIDES[kind]
            size = taken[_kind(text)] + _size(text)
            if size > proper[text.language] * share / (1 - share):
                continue
            taken[_kind(text)] = size
        kept.append(text)
    return kept


def in_turn(labels: Iterable[str]) -> list[str]:
    """Return the labels of packages in the order in which they are read."""
    return sorted(labels, key=lambda label: (chance("package", label), label))
