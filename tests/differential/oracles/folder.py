"""What decides for a language that has no module here: the judge that its folder names."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from quoin.engine.languages.loader import GRAMMARS
from quoin.lsp_server.errors import InputError
from quoin.lsp_server.grammar_test.examined import FolderLanguage
from quoin.lsp_server.languages.languages import named_language
from tests.differential.oracles.python import Oracle

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    import quoin


class FolderOracle(Oracle):
    """A language's folder; its examples are the library."""

    def __init__(self, name: str) -> None:
        """Start the judge.

        Raises:
            FileNotFoundError: What the judge needs is not installed.
        """
        try:
            self._folder = FolderLanguage(named_language(name))
        except InputError as error:
            raise FileNotFoundError(str(error)) from None
        self.pattern = "*"

    @cached_property
    def facts(self) -> dict[str, str]:
        name = self._folder.language.name
        return {"version": "", "release": "", "library": str(GRAMMARS / name / "examples" / "accept")}

    @cached_property
    def language(self) -> quoin.Language:
        return self._folder.language

    def refusal(self, text: str) -> str | None:
        return self._folder.refusal(text)

    def split(self, text: str) -> list[str]:
        return self._folder.split(text)

    def mutant(self, text: str, nearby: Sequence[str], rng: random.Random) -> str:
        return self._folder.mutant(text, nearby, rng)
