"""Checks a language's folder: what loading does not find out, told with file and line.

    for finding in check_folder(Path("grammars/json")):
        print(finding)

Errors are what makes the language another one than its author can mean; remarks are what may be meant.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from quoin.engine.errors import LanguageError
from quoin.engine.language import load_language
from quoin.engine.language_check.ambiguity import ambiguities, refused_sentences
from quoin.engine.language_check.examples import missing_examples, wrong_examples
from quoin.engine.language_check.rules import suspicious_rules, suspicious_terminals
from quoin.engine.languages.manifest import read_manifest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from quoin.engine.language import Language

MAX_SECONDS = 20.0
"""For making sentences and reading them back, and as much again for looking for ambiguities."""


@dataclass(frozen=True)
class Finding:
    """One thing to say.

    Attributes:
        is_error: Whether it makes the language unusable or another one than it says.
        text: What it is, in one line.
        file: Where.
        line: Counted from one; None if it concerns the whole file.
    """

    is_error: bool
    text: str
    file: Path
    line: int | None = None

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else str(self.file)
        return f"{place}: {'error' if self.is_error else 'remark'}: {self.text}"


def check_folder(folder: Path) -> Iterator[Finding]:
    """Check the language in a folder, in all its versions.

    Loading comes first; where that fails, its error is the only finding. Then come terminals, rules,
    examples, and sentences that the rules give, in order of the work they take. Files are named as the
    folder is.
    """
    whole = folder.resolve()
    for finding in _findings(whole):
        inside = finding.file.relative_to(whole) if finding.file.is_relative_to(whole) else finding.file
        yield replace(finding, file=folder / inside)


def _findings(folder: Path) -> Iterator[Finding]:
    try:
        manifest = read_manifest(folder)
        languages = [load_language(folder, version) for version in manifest.versions or (None,)]
        for language in languages:
            language.prepare()
    except LanguageError as error:
        yield Finding(True, error.reason, error.file or folder, error.line)
        return
    yield from _of_grammar(languages)
    for missing in missing_examples(folder):
        yield Finding(False, "there is no example", missing)
    for file, line, text in wrong_examples(folder, languages):
        yield Finding(True, text, file, line)
    newest, grammar = languages[-1], manifest.grammar
    for line, text in refused_sentences(newest, time.monotonic() + MAX_SECONDS):
        yield Finding(True, text, grammar, line)
    for line, text in ambiguities(newest, time.monotonic() + MAX_SECONDS):
        yield Finding(False, text, grammar, line)


def _of_grammar(languages: list[Language]) -> Iterator[Finding]:
    grammar = languages[-1].manifest.grammar
    for is_error, line, text in (*suspicious_terminals(languages), *suspicious_rules(languages)):
        yield Finding(is_error, text, grammar, line)
