"""`is_apart` says whether what is being typed directly before a word is a word of its own.

Who inserts an argument before others types it against the next one: `w` before `height` becomes `width, `.
Who changes a word types within it, and there nothing fits. The file tells which it is: the word behind the
cursor stands in it once more, and the two that touch each other do not.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quoin.lsp_server.documents.cursor import Context

LONGEST = 100
"""The largest number of characters of a word that is looked for."""

_WORD = re.compile(r"\w+")
_BEGUN = re.compile(r"\w+\Z")


def follows_word(context: Context) -> str:
    """Return the word that begins directly behind the cursor, or an empty text."""
    word = _WORD.match(context.right_to(LONGEST))
    return word[0] if word else ""


def is_apart(context: Context, word: str) -> bool:
    """Return whether a word has been begun before the one that follows, which is not within that one.

    Args:
        context: The cursor's place.
        word: The word that follows it.
    """
    begun = _BEGUN.search(context.recent[-LONGEST:])
    if begun is None or len(word) == LONGEST or len(begun[0]) == LONGEST:
        return False
    left, right = context.sides
    joined = begun[0] + word
    return _has(word, left, right[len(word) :]) and not _has(joined, left, right[len(word) :])


def _has(word: str, *texts: str) -> bool:
    """Return whether one of two texts has a word."""
    whole = re.compile(rf"\b{word}\b")
    return any(word in text and whole.search(text) is not None for text in texts)
