"""A `Vocabulary` holds a model's tokens, and is prepared for the masks of each language."""

from __future__ import annotations

import hashlib
from functools import cached_property
from typing import TYPE_CHECKING

from quoin.engine import _core
from quoin.engine.languages.table_cache import core_digest
from quoin.engine.quotient.quotient import core_errors
from quoin.engine.util.disk_cache import Shelf

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quoin.engine.languages.definition import Definition

SHELF = Shelf("vocabularies", max_files=96, max_bytes=128 << 20, max_file_bytes=64 << 20, key=core_digest)
"""The prepared vocabularies, some megabytes for each language, by the digests of vocabulary and language."""


class Vocabulary:
    """The byte strings of a model's tokens, prepared for masks.

    Args:
        tokens: The tokens in the order of their numbers; an empty one (a control token) is in no mask.
    """

    def __init__(self, tokens: Sequence[bytes]) -> None:
        with core_errors():
            self.core = _core.Vocabulary(list(tokens))

    def __len__(self) -> int:
        return len(self.core)

    def prepare(self, language: Definition) -> None:
        """Compute now what the masks of a language need and what the first mask would otherwise compute.

        The result is cached in the user's cache folder, from which later processes with equal tokens and an
        equal language read it.

        Raises:
            LanguageError: The core refuses the language's grammar.
            CoreError: The core failed.
        """
        grammar = language.core
        with core_errors():
            if self.core.is_prepared(grammar):
                return
            if not language.digest:
                self.core.prepare(grammar)
                return
            name = f"{self._digest}-{language.digest}"
            if self._restored(grammar, name):
                return
            with SHELF.making(name):
                # Another process may have written the file while this one waited.
                if not self._restored(grammar, name):
                    SHELF.write(name, self.core.prepare(grammar))

    def _restored(self, grammar: _core.Grammar, name: str) -> bool:
        kept = SHELF.read(name)
        return kept is not None and self.core.restore(grammar, kept)

    @cached_property
    def _digest(self) -> str:
        digest = hashlib.sha256()
        for part in self.core.texts():
            digest.update(hashlib.sha256(part).digest())
        return digest.hexdigest()
