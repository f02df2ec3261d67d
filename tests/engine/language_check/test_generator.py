"""Sentences made from the rules: the language takes them, its own parser too; also where lines matter."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

import pytest

from quoin import load_language
from quoin.engine.language_check.ambiguity import is_at_fault, refused_sentences
from quoin.engine.language_check.generator import Sentences
from quoin.engine.languages.loader import language_names, manifest_of
from quoin.lsp_server.harness.judges.oracle import GAVE_UP
from tests.differential.oracles.judging import oracle_or_skip
from tests.support.own_language import write

if TYPE_CHECKING:
    from pathlib import Path

SENTENCES = 150

# The share of sentences that the parser may refuse, where `docs/limitations.md` lists such texts.
# Of many sentences of TypeScript one in a hundred is, and of JavaScript one in three thousand: a sample may
# have a few more.
LISTED = {"javascript": 0.03, "typescript": 0.06, "tsx": 0.06}

LINES = """\
start: statement*
statement: NAME NEWLINE | NAME ":" NEWLINE INDENT statement+ DEDENT
NAME: /[a-z]+/
BLANK: /[ \\t]/
COMMENT: /#[^\\r\\n]*/
LINE_END: /\\r\\n?|\\n/
LINE_JOIN: /\\\\(\\r\\n?|\\n)/
%ignore BLANK
%ignore COMMENT
%ignore LINE_END
%ignore LINE_JOIN
%declare NEWLINE INDENT DEDENT
"""


@pytest.mark.parametrize(
    "name", [name for name in language_names() if manifest_of(name).promise.kind == "exact"]
)
def test_sentences_are_texts_of_the_language(name: str) -> None:
    oracle = oracle_or_skip(name)
    sentences, rng = Sentences(oracle.language), random.Random(1)
    made = [sentences.sentence(0, rng) for _ in range(SENTENCES)]
    texts = {sentences.text(one) for one in made if one and sentences.is_lexed(one)}
    if not sentences.gaps:
        # Two lexemes with nothing between them may be one.
        texts = {text for text in texts if oracle.language.quotient(text, "").start().member}
    assert len(texts) > SENTENCES / 10
    texts = {text for text in texts if not is_at_fault(oracle.language, text)}
    reasons = {text: oracle.refusal(text) for text in texts}
    judged = {text: reason for text, reason in reasons.items() if not (reason or "").startswith(GAVE_UP)}
    assert len(judged) > len(texts) / 3
    refused = {text: reason for text, reason in judged.items() if reason is not None}
    assert len(refused) <= LISTED.get(name, 0) * len(judged), refused


def test_lines_and_columns(tmp_path: Path) -> None:
    language = load_language(write(tmp_path / "own", LINES, {"layout": "python", "indentation": "\t"}))
    sentences, rng = Sentences(language), random.Random(0)
    texts = {sentences.text(sentences.sentence(0, rng) or []) for _ in range(SENTENCES)}
    assert {"a\n", "a :\n\ta\n", "a :\n\ta\na\n"} <= texts
    assert list(refused_sentences(language, time.monotonic() + 60)) == []


MISTAKES = {
    "a terminal that swallows what follows": ("/[a-z]+/", "/[a-z]+( :)?/"),
    "blanks that are not told apart": ("BLANK: /[ \\t]/", "BLANK: /[ \\t]+/"),
}


@pytest.mark.parametrize(("good", "bad"), MISTAKES.values(), ids=MISTAKES)
def test_mistakes_in_a_language_with_lines(tmp_path: Path, good: str, bad: str) -> None:
    assert good in LINES
    grammar = LINES.replace(good, bad)
    language = load_language(write(tmp_path / "own", grammar, {"layout": "python"}))
    found = list(refused_sentences(language, time.monotonic() + 60))
    assert found
    for line, text in found:
        assert line == 1
        assert "but only" in text
