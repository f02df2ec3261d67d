"""`Words` says whether a word stands in the open files, or belongs to the language or its library."""

from __future__ import annotations

import re
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quoin.engine.language import Language
    from quoin.engine.model.ipc.messages import CompletionRequest
    from quoin.engine.recovery import View

MAX_BYTES = 1 << 18
"""The number of bytes before the cursor, and after it, in which words are searched."""

_AT_END = re.compile(rb"[\w\x80-\xff]+\Z")
_AT_START = re.compile(rb"[\w\x80-\xff]*")


class Words:
    """The words that are known at a cursor, whatever they stand for there.

    The word at the cursor is no evidence for itself.

    Args:
        request: The request.
        view: What the completion has to fit.
        sides: The left and the right context.
    """

    def __init__(self, request: CompletionRequest, view: View, sides: tuple[bytes, bytes]) -> None:
        self._request = request
        self._language = view.quotient.language
        self._sides = sides

    def has(self, word: bytes) -> bool:
        """Return whether a word is known."""
        text = word.decode("utf-8", "replace")
        return text in self._named or text in _of_language(self._language) or self._stands(word)

    @cached_property
    def _named(self) -> frozenset[str]:
        return frozenset((*self._request.importable, *self._request.known_names))

    @cached_property
    def _texts(self) -> list[bytes]:
        left, right = self._sides
        around = _AT_END.sub(b"", left[-MAX_BYTES:]), _AT_START.sub(b"", right[:MAX_BYTES], count=1)
        cells = (*self._request.cells_before, *self._request.cells_after)
        others = (*(file.text for file in self._request.other_files), *cells)
        return [*around, *(text.encode("utf-8", "replace") for text in others)]

    def _stands(self, word: bytes) -> bool:
        there = re.compile(rb"(?<![\w\x80-\xff])" + re.escape(word) + rb"(?![\w\x80-\xff])")
        return any(there.search(text) for text in self._texts)


@lru_cache(16)
def _of_language(language: Language) -> frozenset[str]:
    """Return a language's words, and the names that it and its library have."""
    names = language.manifest.names
    literals = (terminal.literal for terminal in language.tables.terminals if terminal.literal)
    found = {literal for literal in literals if literal.replace("_", "a").isalnum()}
    found.update(names.builtins_of(language.version, language.versions))
    if names.members is not None:
        found.update(*names.members.table.values())
    if names.imports is not None:
        found.update(names.imports.library(language.version, language.versions))
    return frozenset(found)
