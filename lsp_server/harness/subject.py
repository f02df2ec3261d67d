"""The language that a run measures, with its oracle and the source of its symbols."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from quoin import Language, load_language
from quoin.engine.languages.loader import GRAMMARS
from quoin.lsp_server.harness.judges.oracle import GAVE_UP, oracle_of
from quoin.lsp_server.harness.judges.second_judge import SecondJudge
from quoin.lsp_server.harness.judges.symbols import Symbols
from quoin.lsp_server.languages.languages import DEFAULT, LanguageEntry, named_language, packaged

if TYPE_CHECKING:
    from types import TracebackType


_SHARE = 0.1


class Subject:
    """A language under test.

    Attributes:
        known: its manifest, and the source from which the engine loads it.
        language: the version that is completed.
        oracle: decides whether texts are members of the language.
        second_judge: finds faults in texts that parse.
        symbols: finds the symbols of its texts.
    """

    def __init__(self, known: LanguageEntry, version: str | None = None) -> None:
        self.known = known
        self.language: Language = load_language(known.source, version)
        folder = Path(known.source) if known.own else GRAMMARS / known.source
        self.oracle = oracle_of(self.language, folder)
        self.second_judge = SecondJudge(self.language, folder)
        self.symbols = Symbols(self.language, folder)

    def __enter__(self) -> Subject:  # noqa: PYI034 - the oldest Python has no `Self`
        """Return the subject itself."""
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        """End the programs that were started."""
        self.oracle.close()
        self.second_judge.close()
        self.symbols.close()

    def parses(self, text: str) -> bool:
        """Return whether the oracle accepts a text; False where it gave up."""
        return self.oracle.refusal(text) is None

    def verdict(self, text: str) -> bool | None:
        """Return whether the oracle accepts a text; None where it gave up and so judged nothing."""
        refusal = self.oracle.refusal(text)
        if refusal is not None and refusal.startswith(GAVE_UP):
            return None
        return refusal is None


def known_language(name: str | None, folder: Path) -> LanguageEntry:
    """Find a language by its name or its folder, or without either by the files of a tree.

    In a tree, the language of most files is taken. Data often lies in many small files, so the language of
    files that no language claims is taken wherever it has a fixed share of the files.

    Raises:
        InputError: there is no such language, or it cannot be used.
    """
    return _of_files(folder) if name is None else named_language(name)


def _of_files(folder: Path) -> LanguageEntry:
    languages = {known.name: known for known in packaged()}
    found: Counter[str] = Counter()
    for path in folder.rglob("*"):
        found.update(name for name, known in languages.items() if known.is_of("", path.name))
    if found[DEFAULT] >= _SHARE * found.total():
        return languages[DEFAULT]
    return languages[found.most_common(1)[0][0]]
