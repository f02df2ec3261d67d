"""`check_folder` finds the mistakes in a language's folder that loading does not, with file and line.

    for finding in check_folder(Path("grammars/json")):
        print(finding)

An error makes the language differ from what its author can mean; a remark may be what the author means.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from quoin.engine.errors import LanguageError
from quoin.engine.language import load_language
from quoin.engine.language_check.ambiguity import ambiguities, refused_sentences
from quoin.engine.language_check.examples import missing_examples, wrong_examples
from quoin.engine.language_check.rules import (
    suspicious_rules,
    suspicious_terminals,
    unfinished_lexemes,
)
from quoin.engine.language_check.stand_ins import code_taken_for_strings
from quoin.engine.languages.manifest import MANIFEST_NAME, read_manifest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from quoin.engine.language import Language

MAX_SECONDS = 20.0
"""The limit for testing random sentences, and again for searching ambiguities, in seconds of the processor:
what is found does not depend on what else the machine does."""


@dataclass(frozen=True)
class Finding:
    """One finding of the check.

    Attributes:
        is_error: Whether it makes the language unusable or different from what its author can mean.
        text: The finding, in one line.
        file: The file that it concerns.
        line: The line, counted from 1; None if it concerns the whole file.
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

    The language is loaded first; if that fails, the error is the only finding. Then terminals, rules,
    examples and sentences that the rules derive are checked, in the order of the work that they take. The
    files of the findings have the folder's path as it was given.
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
    if (taken := code_taken_for_strings(languages[-1])) is not None:
        yield Finding(True, taken, folder / MANIFEST_NAME)
    for missing in missing_examples(folder):
        yield Finding(False, "there is no example", missing)
    for file, line, text in wrong_examples(folder, languages):
        yield Finding(True, text, file, line)
    newest, grammar = languages[-1], manifest.grammar
    for line, text in refused_sentences(newest, time.process_time() + MAX_SECONDS):
        yield Finding(True, text, grammar, line)
    for line, text in ambiguities(newest, time.process_time() + MAX_SECONDS):
        yield Finding(False, text, grammar, line)


def _of_grammar(languages: list[Language]) -> Iterator[Finding]:
    grammar = languages[-1].manifest.grammar
    for is_error, line, text in (
        *suspicious_terminals(languages),
        *unfinished_lexemes(languages),
        *suspicious_rules(languages),
    ):
        yield Finding(is_error, text, grammar, line)
