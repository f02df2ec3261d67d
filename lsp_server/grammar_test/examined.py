"""What is examined: a language, what decides about its texts, and how mutants of them are made."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from quoin import load_language
from quoin.engine.errors import EngineError
from quoin.engine.languages.loader import GRAMMARS
from quoin.lsp_server.errors import InputError
from quoin.lsp_server.grammar_test.lexemes import Lexemes
from quoin.lsp_server.grammar_test.mutants import Mutants
from quoin.lsp_server.harness.judges.oracle import Judge
from quoin.lsp_server.harness.judges.programs import ProgramError
from quoin.lsp_server.harness.judges.symbols import Symbols

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from quoin import Language
    from quoin.lsp_server.harness.judges.symbols import Run
    from quoin.lsp_server.languages.languages import LanguageEntry


class Examined(Protocol):
    """A language and what decides about its texts."""

    @property
    def language(self) -> Language:
        """The language."""

    def refusal(self, text: str) -> str | None:
        """Return why a text is none of the language, None if it is one; see `judges.oracle` for `GAVE_UP`."""

    def runs(self, text: str) -> list[Run] | None:
        """Return the symbols of a text; see `judges.symbols`."""

    def split(self, text: str) -> list[str]:
        """Return pieces about the size of lexemes, which together are the text."""

    def mutant(self, text: str, nearby: Sequence[str], rng: random.Random) -> str:
        """Return a text with a change or two; the same text where a change finds no place.

        Args:
            text: The text.
            nearby: Pieces of the file that it is from.
            rng: What chooses.
        """


class FolderLanguage:
    """The language in a folder, held against the judge that its manifest names.

    Attributes:
        name: What the judge calls itself.

    Raises:
        InputError: The language cannot be used, names no judge, or its judge cannot be started.
    """

    def __init__(self, known: LanguageEntry, version: str | None = None) -> None:
        folder = Path(known.source) if known.own else GRAMMARS / known.source
        try:
            self.language = load_language(known.source, version)
            self.language.prepare()
            self._judge = Judge(self.language, folder)
        except EngineError as error:
            raise InputError(str(error)) from None
        except ProgramError as error:
            raise InputError(f"{known.name} has nothing to be held against: {error}") from None
        self._folder = folder
        self.name = self._judge.name

    def close(self) -> None:
        """End the programs that were started."""
        self._judge.close()
        self._symbols.close()

    def refusal(self, text: str) -> str | None:
        """Return the judge's reason against a text; None if there is none."""
        return self._judge.refusal(text)

    def runs(self, text: str) -> list[Run] | None:
        """Return the symbols of a text."""
        return self._symbols.runs(text)

    def split(self, text: str) -> list[str]:
        """Return the lexemes of a text, and what is between them."""
        return self._lexemes.split(text)

    def mutant(self, text: str, nearby: Sequence[str], rng: random.Random) -> str:
        """Return a text with a change or two."""
        return self._mutants.mutant(text, nearby, rng)

    @cached_property
    def _symbols(self) -> Symbols:
        return Symbols(self.language, self._folder)

    @cached_property
    def _lexemes(self) -> Lexemes:
        return Lexemes(self.language)

    @cached_property
    def _mutants(self) -> Mutants:
        return Mutants(self.language, self._lexemes)
