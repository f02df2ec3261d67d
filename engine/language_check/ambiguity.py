"""Sentences that the rules give and the language refuses, and rules that can read one in two ways."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

from quoin.engine.language_check.generator import Readings, Sentences
from quoin.engine.language_check.rules import definition_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quoin.engine.language import Language
    from quoin.engine.language_check.generator import Sentence

SENTENCES = 300
# Of each rule, to look for one that can be read in two ways.
_TRIES = 12
_SHORT = 5
_LONGEST = 9
_MAX_REFUSED = 5


def refused_sentences(language: Language, deadline: float) -> Iterator[tuple[int | None, str]]:
    """Sentences of the start rule that are no texts of the language: the rule's line and what is refused.

    There are none to try where no blank may stand between two lexemes.
    """
    sentences, rng = Sentences(language), random.Random(0)  # noqa: S311 - repeatable, not secret
    line = definition_lines(language.manifest.grammar).get(language.manifest.start)
    refused = 0
    for _ in range(SENTENCES if sentences.gap else 0):
        sentence = sentences.sentence(0, rng)
        if sentence is None or refused == _MAX_REFUSED or time.monotonic() > deadline:
            return
        text = sentences.text(sentence)
        state = language.quotient("", "").start()
        if not (state.advance(text.encode()) and state.member) and not is_at_fault(language, text):
            refused += 1
            taken = text.encode()[: language.quotient("", "").start().viable_prefix(text.encode())].decode()
            yield line, f"the rules give {text!r}, but only {taken!r} of it is taken as it is lexed"


def is_at_fault(language: Language, text: str) -> bool:
    """Whether the layout policy refuses a text for what no grammar says: then nothing else is expected."""
    problem = language.quotient(f"{text} ", "").problem
    return language.manifest.layout == "java" and problem is not None and not problem.expected


def ambiguities(language: Language, deadline: float) -> Iterator[tuple[int | None, str]]:
    """Rules that read a sentence in two ways of their own: their lines and what they read.

    What fits is the same whichever way is meant, but each of them is followed. Short sentences alone are
    tried, so a rule may be ambiguous that is not found.
    """
    sentences, rng = Sentences(language), random.Random(0)  # noqa: S311 - repeatable, not secret
    lines = definition_lines(language.manifest.grammar)
    single: set[int] = set()
    readings = Readings(sentences, single)
    for rule in sentences.inner_first():
        for _ in range(_TRIES):
            if time.monotonic() > deadline:
                return
            sentence = sentences.sentence(rule, rng, _SHORT)
            if sentence is None:
                break
            if len(sentence) <= _LONGEST and readings.count(rule, sentence) > 1:
                single.add(rule)
                name = language.tables.rules[rule].name
                yield lines.get(name), f"rule {name} reads {_shown(sentences, sentence)} in two ways"
                break


def _shown(sentences: Sentences, sentence: Sentence) -> str:
    if sentences.gap is None:
        return repr(" ".join(sentences.text([terminal]) for terminal in sentence))
    return repr(sentences.text(sentence))
