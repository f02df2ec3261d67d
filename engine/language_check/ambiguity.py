"""Random sentences show what the rules derive but the language refuses, and which rules are ambiguous."""

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
"""The number of sentences of the start rule that are tested."""
# The number of sentences of each rule in which an ambiguity is searched.
_TRIES = 12
_SHORT = 5
_LONGEST = 9
_MAX_REFUSED = 5


def refused_sentences(language: Language, deadline: float) -> Iterator[tuple[int | None, str]]:
    """Yield sentences of the start rule that the language refuses: the rule's line, and a message.

    Nothing is tried if the language allows no blank and no line end between two lexemes.
    """
    sentences, rng = Sentences(language), random.Random(0)  # noqa: S311 - repeatable, not secret
    line = definition_lines(language.manifest.grammar).get(language.manifest.start)
    refused = 0
    for _ in range(SENTENCES if sentences.gaps else 0):
        sentence = sentences.sentence(0, rng)
        if sentence is None or refused == _MAX_REFUSED or time.process_time() > deadline:
            return
        if not sentences.is_lexed(sentence):
            continue
        text = sentences.text(sentence)
        state = language.quotient("", "").start()
        if not (state.advance(text.encode()) and state.member) and not is_at_fault(language, text):
            refused += 1
            taken = text.encode()[: language.quotient("", "").start().viable_prefix(text.encode())].decode()
            yield line, f"the rules give {text!r}, but only {taken!r} of it is taken as it is lexed"


def is_at_fault(language: Language, text: str) -> bool:
    """Return whether the layout policy refuses a text for a reason that no grammar expresses.

    In this case nothing is expected in its place.
    """
    problem = language.quotient(f"{text} ", "").problem
    return language.manifest.layout == "java" and problem is not None and not problem.expected


def ambiguities(language: Language, deadline: float) -> Iterator[tuple[int | None, str]]:
    """Yield one remark on all rules that are ambiguous by themselves: the first's line, and a message.

    An ambiguity does not change which texts fit, but the parser follows every reading. Only short sentences
    are tried, so that an ambiguous rule may not be found.
    """
    sentences, rng = Sentences(language), random.Random(0)  # noqa: S311 - repeatable, not secret
    lines = definition_lines(language.manifest.grammar)
    single: set[int] = set()
    readings = Readings(sentences, single)
    found: list[tuple[int, str, str]] = []
    for rule in sentences.inner_first():
        for _ in range(_TRIES):
            sentence = sentences.sentence(rule, rng, _SHORT)
            if sentence is None or time.process_time() > deadline:
                break
            if len(sentence) <= _LONGEST and readings.count(rule, sentence) > 1:
                single.add(rule)
                name = language.tables.rules[rule].name
                found.append((lines.get(name, 0), name, _shown(sentences, sentence)))
                break
    if found:
        yield min(found)[0] or None, _ambiguous(sorted(found))


def _ambiguous(found: list[tuple[int, str, str]]) -> str:
    if len(found) == 1:
        return f"rule {found[0][1]} reads {found[0][2]} in two ways"
    shown = "; ".join(f"{name} (line {line}) {sentence}" for line, name, sentence in found)
    return (
        f"{len(found)} rules read a text in two ways, which costs time and is no mistake by itself: {shown}"
    )


def _shown(sentences: Sentences, sentence: Sentence) -> str:
    if not sentences.gaps:
        return repr(" ".join(sentences.text([terminal]) for terminal in sentence))
    return repr(sentences.text(sentence))
