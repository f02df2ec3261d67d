"""These functions put expectations into a few words: "an expression, or `)` for the `(` at 12:9".

A language's manifest has phrases for what some of its rules can begin with. If everything that a
phrase stands for is expected, the phrase replaces it.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from quoin.engine.errors import LanguageError
from quoin.engine.quotient.quotient import NEW_LINE, RIGHT

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from quoin.engine.language import Language
    from quoin.engine.languages.tables import Edge

LISTED = 6
"""The largest number of expectations that are shown."""

_CLOSERS = {"(": "`)`", "[": "`]`", "{": "`}`"}


def in_phrases(language: Language, names: Iterable[str]) -> list[str]:
    """Replace expectations with the phrases that stand for them.

    Args:
        language: The language whose phrases are used.
        names: The display names of what is expected.

    Returns:
        The phrases, those that stand for most first; then the names of terminals; then the literals; then the
        right context.
    """
    expected = set(names)
    rest = set(expected)
    found = []
    for phrase, firsts in _phrases(language):
        if firsts <= expected and len(firsts & rest) > 1:
            found.append(phrase)
            rest -= firsts
    return found + sorted(rest, key=_order)


def sentence(language: Language, names: Iterable[str], bracket: tuple[str, str] | None = None) -> str:
    """Return expectations as a part of a sentence.

    Args:
        language: The language whose phrases are used.
        names: The display names of what is expected.
        bracket: The innermost open bracket and its place, for a person to read; None if none is open.
    """
    items = in_phrases(language, names)
    closing = _closing(items, bracket)
    others = [item for item in items if closing is None or item != _CLOSERS[closing[0]]]
    shown = others[:LISTED]
    if len(others) > LISTED:
        shown.append(f"{len(others) - LISTED} others")
    if closing is not None:
        opener, place = closing
        shown.append(f"{_CLOSERS[opener]} for the `{opener}` at {place}")
    return _joined(shown) or "nothing"


def _closing(items: Sequence[str], bracket: tuple[str, str] | None) -> tuple[str, str] | None:
    if bracket is None or _CLOSERS.get(bracket[0]) not in items:
        return None
    return bracket


def _joined(items: Sequence[str]) -> str:
    """Join items by commas, and the last one by `or`; a comma precedes `or` if the last item is long."""
    if len(items) < 2:  # noqa: PLR2004 - one needs no word to join it
        return "".join(items)
    comma = "," if len(items) > 2 or " for the " in items[-1] else ""  # noqa: PLR2004 - as above
    return f"{', '.join(items[:-1])}{comma} or {items[-1]}"


def _order(name: str) -> tuple[bool, bool, str]:
    return name in (RIGHT, NEW_LINE), name.startswith("`"), name


@cache
def _phrases(language: Language) -> list[tuple[str, frozenset[str]]]:
    """Return the phrases with the display names that they stand for, those that stand for most first."""
    firsts = _first_sets(language)
    names = [language.display_names[terminal.name] for terminal in language.tables.terminals]
    rules = {rule.name: index for index, rule in enumerate(language.tables.rules)}
    phrases = []
    for phrase, members in language.manifest.phrases.items():
        unknown = [member for member in members if member not in language.tables.defined]
        if unknown:
            reason = f"phrases: {phrase}: there is no rule {unknown[0]}"
            raise LanguageError(reason, language.manifest.grammar)
        # A rule may belong to other versions only.
        known = [rules[member] for member in members if member in rules]
        terminals = {terminal for rule in known for terminal in firsts[rule]}
        phrases.append((phrase, frozenset(names[terminal] for terminal in terminals)))
    return sorted(phrases, key=lambda one: -len(one[1]))


def _first_sets(language: Language) -> list[set[int]]:
    """Return the first set of each rule: the terminals with which its texts can begin, by a fixed point."""
    rules = language.tables.rules
    firsts: list[set[int]] = [set() for _ in rules]
    nullable = [False] * len(rules)
    changed = True
    while changed:
        changed = False
        for index, rule in enumerate(rules):
            reached = _reached(rule.edges, nullable)
            first = {symbol for state, symbol, _, _ in rule.edges if state in reached and symbol >= 0}
            for state, symbol, _, _ in rule.edges:
                if state in reached and symbol < -1:
                    first |= firsts[-2 - symbol]
            if first != firsts[index] or (1 in reached) != nullable[index]:
                firsts[index], nullable[index] = first, 1 in reached
                changed = True
    return firsts


def _reached(edges: Sequence[Edge], nullable: Sequence[bool]) -> set[int]:
    """Return the states of a rule to which the empty text leads; 1 is the final state."""
    reached = {0}
    changed = True
    while changed:
        before = len(reached)
        reached |= {
            end
            for start, symbol, end, _ in edges
            if start in reached and (symbol == -1 or (symbol < -1 and nullable[-2 - symbol]))
        }
        changed = len(reached) > before
    return reached
