"""The placeholders of a language: short texts that may stand in place of what is broken or missing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from quoin.engine.errors import LanguageError
from quoin.engine.languages.manifest.owed import Decorated, Owed, read_decorated, read_owed
from quoin.engine.languages.manifest.values import text_of, texts_of

if TYPE_CHECKING:
    from pathlib import Path

_KEYS = ("statements", "headers", "edges", "fillers", "ends", "words", "nonsense")
_MAY_BE_MISSING = {"owed", "decorated", "closers", "directives", "blocks"}

LEAST_ENCLOSING = 2
"""The least number of directives or words that enclose lines together."""


@dataclass(frozen=True)
class StandIns:
    """The placeholders for lines and for middles; all are empty for a language without placeholders.

    Attributes:
        statements: Whole lines that are complete by themselves.
        headers: Whole lines that a more deeply indented line must follow.
        edges: Whole lines that begin or end a bracket or a string whose other end is in another line.
        fillers: Pieces of a middle that completes what the cursor's line has begun.
        ends: Pieces of a middle that ends a string; they are tried only inside a string.
        words: Texts that begin with a word whose beginning may stand before the cursor.
        nonsense: A text that can stand in a string (or a comment) and nowhere else.
        owed: What constructs need behind their blocks.
        decorated: What decorators and their like need below them.
        closers: The words that end blocks, such as `end`; brackets and tags are none.
        directives: What those directives begin with that enclose lines, such as `#if`, `#else` and `#endif`:
            the first one, those between parts, and the last one.
        blocks: The words that begin the lines of a block, such as `if`, `else` and `fi`: the first one, those
            between parts, and the last one.
    """

    statements: tuple[str, ...] = ()
    headers: tuple[str, ...] = ()
    edges: tuple[str, ...] = ()
    fillers: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    nonsense: str = ""
    owed: tuple[Owed, ...] = ()
    decorated: tuple[Decorated, ...] = ()
    closers: tuple[str, ...] = ()
    directives: tuple[tuple[str, ...], ...] = ()
    blocks: tuple[tuple[str, ...], ...] = ()

    @property
    def lines(self) -> list[str]:
        """Whole lines of code with their line ends; without one, a keyword may be the beginning of a name."""
        return [f"{line}\n" for line in (*self.statements, *self.headers)]

    @property
    def ending_words(self) -> frozenset[str]:
        """The words that end blocks, and those of what is owed behind them."""
        owed = " ".join(one.text for one in self.owed)
        return frozenset((*self.closers, *re.findall(r"\w+", owed)))


def read_stand_ins(data: dict[str, Any], file: Path) -> StandIns:
    """Read the key `stand_ins` of a manifest.

    Raises:
        LanguageError: It is none.
    """
    texts = data.get("stand_ins", {})
    if not isinstance(texts, dict) or (texts and set(texts) - _MAY_BE_MISSING != set(_KEYS)):
        raise LanguageError(f"'stand_ins' must be an object with the keys {', '.join(_KEYS)}", file)
    if not texts:
        return StandIns()
    return StandIns(
        statements=texts_of(texts, "statements", file),
        headers=texts_of(texts, "headers", file),
        edges=texts_of(texts, "edges", file),
        fillers=texts_of(texts, "fillers", file),
        ends=texts_of(texts, "ends", file),
        words=texts_of(texts, "words", file),
        nonsense=text_of(texts, "nonsense", file),
        owed=read_owed(texts, file),
        decorated=read_decorated(texts, file),
        closers=texts_of({"closers": []} | texts, "closers", file),
        directives=_enclosing(texts, "directives", file),
        blocks=_enclosing(texts, "blocks", file),
    )


def _enclosing(texts: dict[str, Any], key: str, file: Path) -> tuple[tuple[str, ...], ...]:
    given = texts.get(key, [])
    found = [texts_of({"": some}, "", file) for some in given] if isinstance(given, list) else None
    if found is None or any(len(some) < LEAST_ENCLOSING for some in found):
        raise LanguageError(f"'{key}' must be a list of lists of two or more texts", file)
    return tuple(found)
