"""Breaks a file in the ways in which the files of people who are writing are broken.

What is typed and left is in `kinds.txt`; other kinds change a line that is there. Each breakage changes the
text at one place, whole lines of it, and is told by the lines that it changes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

Distance = Literal["beside", "near", "far"]
"""Where a breakage is: in the line above or below the cursor's, up to `NEAR` lines away, or farther."""

NEAR, FAR = 10, 25
"""The largest distance of what is near, and the least one of what is far, in lines."""

BODIES = 5
"""How many empty bodies there are at once."""

_CLOSERS = re.compile(r"[)\]}]")
_QUOTES = re.compile(r"[\"'`]")
_MARK = re.compile(r"([<=>])\1{6}")
TOKEN = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True)
class Breakage:
    """Lines of a file, and what stands there instead.

    Attributes:
        kind: The kind of breakage.
        distance: How far from the cursor it is.
        start: The first of the lines, from 0.
        end: The one behind the last of them; `start` if lines are added alone.
        lines: What stands there instead, each with its line end.
    """

    kind: str
    distance: Distance
    start: int
    end: int
    lines: tuple[str, ...]

    @property
    def is_added(self) -> bool:
        """Whether it is something that is typed where a statement may stand."""
        return self.start == self.end or self.kind == "conflict"


@cache
def typed(language: str) -> dict[str, tuple[str, ...]]:
    """Return the texts that are typed and left in a language, by their kinds."""
    rows: dict[str, dict[str, list[str]]] = {}
    for row in Path(__file__).with_name("kinds.txt").read_text(encoding="utf-8").splitlines():
        if row and not row.startswith("//"):
            kind, languages, text = row.split(" | ", 2)
            for one in languages.split():
                rows.setdefault(kind, {}).setdefault(one, []).append(text.replace("\\n", "\n"))
    found = {kind: texts.get(language, texts.get("*", [])) for kind, texts in rows.items()}
    return {kind: tuple(texts) for kind, texts in found.items() if texts}


def kinds(language: str) -> tuple[str, ...]:
    """Return the kinds of breakages of a language."""
    return (*typed(language), *_CHANGED)


def breakage(
    language: str, drawn: tuple[str, Distance], lines: Sequence[str], cursor: int, rng: random.Random
) -> Breakage | None:
    """Return a breakage; None if there is no place for it.

    Args:
        language: The language's name.
        drawn: Its kind, and how far from the cursor it is.
        lines: The file's lines with their ends.
        cursor: The cursor's line, from 0.
        rng: What decides.
    """
    kind, distance = drawn
    places = [at for at in _places(distance, len(lines), cursor) if lines[at].strip()]
    if not places:
        return None
    at = rng.choice(places)
    if kind in _CHANGED:
        content = lines[at].rstrip("\r\n")
        changed = _CHANGED[kind](content, rng)
        new: tuple[str, ...] = (changed + lines[at][len(content) :],) if changed else ()
        return None if changed is None else Breakage(kind, distance, at, at + 1, new)
    text = rng.choice(typed(language)[kind]) * (BODIES if kind == "bodies" else 1)
    indent = indent_of(lines[at])
    # It stands above the line.
    text = text.format(line=lines[at].strip()) if kind == "conflict" else text
    new = tuple(("" if _MARK.match(line) or not line else indent) + line + "\n" for line in text.split("\n"))
    # The one of two versions that is there already goes.
    return Breakage(kind, distance, at, at + (kind == "conflict"), new)


def indent_of(line: str) -> str:
    """Return the blanks with which a line begins."""
    return line[: len(line) - len(line.lstrip(" \t"))]


def _places(distance: Distance, count: int, cursor: int) -> list[int]:
    away = {"beside": (1, 1), "near": (2, NEAR), "far": (FAR, count)}[distance]
    return [at for at in range(count) if away[0] <= abs(at - cursor) <= away[1]]


def _without(signs: re.Pattern[str]) -> Callable[[str, random.Random], str | None]:
    def changed(line: str, rng: random.Random) -> str | None:
        found = list(signs.finditer(line))
        if not found:
            return None
        at = rng.choice(found).start()
        return line[:at] + line[at + 1 :] or " "

    return changed


def _with_bracket(line: str, rng: random.Random) -> str:
    sign = rng.choice("{}()")
    return line + sign


def _cut_short(line: str, rng: random.Random) -> str | None:
    ends = [found.end() for found in TOKEN.finditer(line)][:-1]
    return line[: rng.choice(ends)] if ends else None


_CHANGED: dict[str, Callable[[str, random.Random], str | None]] = {
    "cut short": _cut_short,
    "closer missing": _without(_CLOSERS),
    "quote missing": _without(_QUOTES),
    "bracket too many": _with_bracket,
    "line deleted": lambda _line, _rng: "",
}
