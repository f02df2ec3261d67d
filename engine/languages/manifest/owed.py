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
_LISTS = ("follows", "texts")
_OPENING = ("{", "(", "[")


@dataclass(frozen=True)
class Owed:
    """What is owed behind a block.

    Attributes:
        begins: The text that begins the block, such as `try {`; blanks in it may be others, or none. If it
            ends with a bracket, the block ends with that bracket; otherwise before a line that is not deeper.
        follows: The words or signs with which that may begin which is owed.
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
        return first + rb"(?<![\w.$@?]" + first + rb")" + b"".join(rb"\s*" + part for part in rest)

    @property
    def expression_of_what_follows(self) -> bytes:
        """The expression of the words or signs with which what is owed begins."""
        ends = (rb"\b" if text[-1].isalnum() else b"" for text in self.follows)
        return b"|".join(re.escape(text.encode()) + end for text, end in zip(self.follows, ends, strict=True))


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
    rules = _rules(data, "owed", _KEYS, file)
    return tuple(Owed(one["begins"], tuple(one["follows"]), one["text"]) for one in rules)


def read_decorated(data: dict[str, Any], file: Path) -> tuple[Decorated, ...]:
    """Read the key `decorated` of a manifest's `stand_ins`.

    Raises:
        LanguageError: It is none.
    """
    rules = _rules(data, "decorated", _DECORATED_KEYS, file)
    return tuple(Decorated(one["begins"], tuple(one["follows"]), tuple(one["texts"])) for one in rules)


def _rules(data: dict[str, Any], key: str, keys: tuple[str, ...], file: Path) -> list[dict[str, Any]]:
    value = data.get(key, [])
    if not isinstance(value, list) or not all(_is_rule(one, keys) for one in value):
        raise LanguageError(f"{key!r} must be a list of objects with the keys {', '.join(keys)}", file)
    return value


def _is_rule(one: object, keys: tuple[str, ...]) -> bool:
    """Return whether an object has texts under its keys, or lists of texts under those of `_LISTS`."""
    if not isinstance(one, dict) or set(one) != set(keys) or one.get("texts") == []:
        return False
    if any(isinstance(one[key], list) != (key in _LISTS) for key in keys):
        return False
    texts = [text for key in keys for text in (one[key] if key in _LISTS else [one[key]])]
    return all(isinstance(text, str) and text.strip() for text in texts)
