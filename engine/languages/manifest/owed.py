"""What constructs need that may still be to come, and which texts may stand for it.

`Owed` is what a block needs behind it, `Decorated` what decorators and their like need below them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from quoin.engine.errors import LanguageError

if TYPE_CHECKING:
    from pathlib import Path

_KEYS = ("begins", "follows", "text")
_DECORATED_KEYS = ("begins", "follows", "texts")
_OPENING = ("{", "(", "[")


@dataclass(frozen=True)
class Owed:
    """What is owed behind a block.

    Attributes:
        begins: The text that begins the block, such as `try {`; blanks in it may be others, or none. If it
            ends with a bracket, the block ends with that bracket; otherwise before a line that is not deeper.
        follows: The words with which that may begin which is owed.
        text: The text that stands for it.
    """

    begins: str
    follows: tuple[str, ...]
    text: str

    @property
    def has_bracket(self) -> bool:
        """Whether a bracket begins the block."""
        return self.begins.endswith(_OPENING)

    @property
    def expression(self) -> bytes:
        """The expression of what begins the block."""
        first, *rest = (re.escape(part.encode()) for part in self.begins.split())
        # A literal beginning is found fast, so what stands before it is looked at behind it.
        return first + rb"(?<![\w.$@]" + first + rb")" + b"".join(rb"\s*" + part for part in rest)

    @property
    def expression_of_what_follows(self) -> bytes:
        """The expression of the words with which what is owed begins."""
        return rb"(?:" + b"|".join(re.escape(word.encode()) for word in self.follows) + rb")\b"


@dataclass(frozen=True)
class Decorated:
    """What decorators, annotations or attributes need below them.

    Attributes:
        begins: The text with which they begin, such as `@` or `#[`.
        follows: The texts one of which begins what is needed. If there are none, anything is taken for it but
            the end of the block or the file.
        texts: The texts that stand for it in one kind of block or another; the likeliest that fits counts.
    """

    begins: str
    follows: tuple[str, ...]
    texts: tuple[str, ...]


def read_owed(data: dict[str, Any], file: Path) -> tuple[Owed, ...]:
    """Read the key `owed` of a manifest's `stand_ins`.

    Raises:
        LanguageError: It is none.
    """
    value = data.get("owed", [])
    if not isinstance(value, list) or not all(_is_owed(one) for one in value):
        raise LanguageError(f"'owed' must be a list of objects with the keys {', '.join(_KEYS)}", file)
    return tuple(Owed(one["begins"], tuple(one["follows"]), one["text"]) for one in value)


def read_decorated(data: dict[str, Any], file: Path) -> tuple[Decorated, ...]:
    """Read the key `decorated` of a manifest's `stand_ins`.

    Raises:
        LanguageError: It is none.
    """
    value = data.get("decorated", [])
    if not isinstance(value, list) or not all(_is_decorated(one) for one in value):
        keys = ", ".join(_DECORATED_KEYS)
        raise LanguageError(f"'decorated' must be a list of objects with the keys {keys}", file)
    return tuple(Decorated(one["begins"], tuple(one["follows"]), tuple(one["texts"])) for one in value)


def _is_decorated(one: object) -> bool:
    if not isinstance(one, dict) or set(one) != set(_DECORATED_KEYS):
        return False
    lists = one["follows"], one["texts"]
    if not all(isinstance(texts, list) for texts in lists) or not one["texts"]:
        return False
    return all(isinstance(text, str) and text.strip() for text in (one["begins"], *lists[0], *lists[1]))


def _is_owed(one: object) -> bool:
    if not isinstance(one, dict) or set(one) != set(_KEYS):
        return False
    follows = one["follows"]
    texts = [one["begins"], one["text"], *(follows if isinstance(follows, list) else [None])]
    return all(isinstance(text, str) and text.strip() for text in texts)
