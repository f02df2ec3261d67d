"""Contexts say in what a rule is read, such as the body of a function, and what exists only there.

`contexts` in a manifest has *facts*, each with its values, of which a file's own comes first; a context
is one value of each. *Marks* are aliases of alternatives in the grammar (`-> in_function`). An alternative
with a mark exists only where the mark says so (`only`), and its rules are read in the context that the mark
makes (`becomes`):

    "contexts": {
      "facts": {"scope": ["module", "function"], "loop": ["no", "yes"]},
      "marks": {
        "in_function": {"becomes": {"scope": "function", "loop": "no"}},
        "in_loop": {"becomes": {"loop": "yes"}},
        "where_break": {"only": {"loop": ["yes"]}}
      }
    }

A value of `becomes` may be an object, which gives the new value for some of the old ones; the others stay.
A mark may be a list of such cases, of which the first counts whose `only` holds. An alternative whose mark is
`added` is absent where contexts do not count.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeGuard

from quoin.engine.errors import LanguageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from quoin.engine.languages.tables import Automaton

MAX_CONTEXTS = 128
"""The largest number of contexts that the core takes."""

# A context: the value of each fact, in the order of the facts.
_Context = tuple[str, ...]


@dataclass(frozen=True)
class Case:
    """What a mark says of its alternative in some contexts.

    Attributes:
        only: By fact, the values with which the case holds; facts that are missing do not matter.
        becomes: By fact, the new values by the old ones, with which the rules of the alternative are read.
        added: Whether the alternative exists only where contexts count.
    """

    only: Mapping[str, frozenset[str]]
    becomes: Mapping[str, Mapping[str, str]]
    added: bool = False


Mark = tuple[Case, ...]


@dataclass(frozen=True)
class ContextRules:
    """The facts and marks of a manifest; both are empty for a language without contexts."""

    facts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    marks: Mapping[str, Mark] = field(default_factory=dict)

    @property
    def added(self) -> frozenset[int]:
        """The labels of the alternatives that exist only where contexts count."""
        numbered = enumerate(self.marks.values(), 1)
        return frozenset(label for label, mark in numbered if any(case.added for case in mark))

    def after(self, mark: Mark, context: _Context) -> _Context | None:
        """Return the context that an alternative's rules are read in; None where it does not exist."""
        old = dict(zip(self.facts, context, strict=True))
        for case in mark:
            if all(old[fact] in values for fact, values in case.only.items()):
                return tuple(case.becomes.get(fact, {}).get(value, value) for fact, value in old.items())
        return None


NO_CONTEXTS = ContextRules()
"""The contexts of a language that has only one."""


def read_contexts(data: object) -> ContextRules:
    """Read the value of `contexts` in a manifest.

    Raises:
        LanguageError: It is malformed, or a mark names an unknown fact or value.
    """
    if not isinstance(data, dict) or not set(data) <= {"facts", "marks"}:
        raise LanguageError("'contexts' must be an object with the keys facts, marks")
    facts = _object(data.get("facts", {}), "facts")
    marks = _object(data.get("marks", {}), "marks")
    for name, values in facts.items():
        if not _are_texts(values) or not values or len(set(values)) < len(values):
            raise LanguageError(f"contexts: the fact {name!r} must be a list of different texts")
    known = {name: tuple(values) for name, values in facts.items()}
    return ContextRules(known, {name: _mark(name, mark, known) for name, mark in marks.items()})


def _mark(name: str, data: object, facts: Mapping[str, tuple[str, ...]]) -> Mark:
    cases = data if isinstance(data, list) else [data]
    return tuple(_case(name, case, facts) for case in cases)


def _case(name: str, data: object, facts: Mapping[str, tuple[str, ...]]) -> Case:
    case = _object(data, name)
    if not set(case) <= {"only", "becomes", "added"}:
        raise LanguageError(f"contexts: the mark {name!r} may have the keys only, becomes, added")
    if not isinstance(added := case.get("added", False), bool):
        raise LanguageError(f"contexts: added of the mark {name!r} must be true or false")
    only, becomes = (_object(case.get(key, {}), f"{name}.{key}") for key in ("only", "becomes"))
    for fact in (*only, *becomes):
        if fact not in facts:
            raise LanguageError(f"contexts: the mark {name!r} names the unknown fact {fact!r}")
    for fact, values in only.items():
        _check_values(name, fact, values, facts)
    changes = {fact: _changes(name, fact, value, facts) for fact, value in becomes.items()}
    return Case({fact: frozenset(values) for fact, values in only.items()}, changes, added)


def _changes(name: str, fact: str, value: object, facts: Mapping[str, tuple[str, ...]]) -> Mapping[str, str]:
    """Return the new values of a fact by the old ones; a text is the new value for all of them."""
    if isinstance(value, str):
        changes: dict[str, Any] = dict.fromkeys(facts[fact], value)
    else:
        changes = _object(value, f"{name}.{fact}")
    _check_values(name, fact, [*changes, *changes.values()], facts)
    return changes


def _check_values(name: str, fact: str, values: object, facts: Mapping[str, tuple[str, ...]]) -> None:
    if not _are_texts(values) or not set(values) <= set(facts[fact]):
        known = ", ".join(facts[fact])
        raise LanguageError(f"contexts: the mark {name!r} may name the values {known} of {fact!r}")


def _object(data: object, name: str) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise LanguageError(f"contexts: {name!r} must be an object")
    return data


def _are_texts(data: object) -> TypeGuard[list[str]]:
    return isinstance(data, list) and all(isinstance(item, str) for item in data)


def number_contexts(rules: ContextRules, automata: Sequence[Automaton]) -> list[list[int | None]]:
    """Number the contexts in which some rule is read; a file's own is number 0.

    Args:
        rules: The facts and marks.
        automata: The rules, of which the first one is read in a file's own context. The label of an edge is
            the number of its mark among the marks plus one.

    Returns:
        For each mark, the number of the context that each context becomes; None where the alternative does
        not exist.

    Raises:
        LanguageError: There are too many contexts.
    """
    start = tuple(values[0] for values in rules.facts.values())
    marks = [None, *rules.marks.values()]
    numbers = {start: 0}
    work = [(0, start)]
    seen = set(work)
    while work:
        rule, context = work.pop()
        for _, symbol, _, label in automata[rule].edges:
            mark = marks[label]
            inside = context if mark is None else rules.after(mark, context)
            call = (-2 - symbol, inside)
            if inside is not None and symbol < -1 and call not in seen:
                numbers.setdefault(inside, len(numbers))
                seen.add((call[0], inside))
                work.append((call[0], inside))
    if len(numbers) > MAX_CONTEXTS:
        raise LanguageError(f"contexts: there are {len(numbers)}, more than {MAX_CONTEXTS}")
    return [
        # A context in which the alternative is never read may become any.
        [None if (made := rules.after(mark, old)) is None else numbers.get(made, 0) for old in numbers]
        for mark in rules.marks.values()
    ]
