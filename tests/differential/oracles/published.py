"""What decides for a language that fits a published grammar: tree-sitter's parser of it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import quoin
from quoin.engine.grammar_import.judge import Judge
from quoin.engine.languages.loader import GRAMMARS, manifest_of
from tests.differential.oracles.python import Oracle

if TYPE_CHECKING:
    from collections.abc import Callable


class PublishedOracle(Oracle):
    """A parser of tree-sitter's, by the module that the language's folder names."""

    def __init__(self, name: str) -> None:
        manifest = manifest_of(name)
        self._name = name
        self._judge = Judge(manifest.judge[-1])
        self.pattern = manifest.file_patterns[0]

    @cached_property
    def facts(self) -> dict[str, str]:
        """The files are the grammar's examples."""
        library = GRAMMARS / self._name / "examples" / "accept"
        return {"version": "", "release": self._judge.name, "library": str(library)}

    @cached_property
    def language(self) -> quoin.Language:
        return quoin.load_language(self._name)

    def refusal(self, text: str) -> str | None:
        return self._judge.refusal(text)


def oracle_for(name: str) -> Callable[[], Oracle]:
    """What makes the oracle of a language; it raises a `FileNotFoundError` if the parser is not installed."""

    def oracle() -> Oracle:
        try:
            return PublishedOracle(name)
        except LookupError as error:
            raise FileNotFoundError(str(error)) from None

    return oracle
