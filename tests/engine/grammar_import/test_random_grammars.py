"""Random tree-sitter grammars: what is written takes exactly the texts that the rules derive."""

from __future__ import annotations

import tempfile
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

import quoin
from quoin.engine.errors import LanguageError
from quoin.engine.grammar_import import import_package
from tests.engine.grammar_import.packages import (
    Rule,
    alias,
    choice,
    field,
    grammar,
    optional,
    prec,
    repeat,
    rule,
    seq,
    text,
    token,
    write_package,
)
from tests.support.effort import examples

if TYPE_CHECKING:
    from collections.abc import Mapping

SIGNS = "abc"
LENGTH = 4
NAMES = ("notes", "_left", "right", "_unit")
TEXTS = ["".join(signs) for length in range(1, LENGTH + 1) for signs in product(SIGNS, repeat=length)]

leaves = st.sampled_from([*map(text, SIGNS), *map(rule, NAMES), token(choice(text("a"), text("b")))])


def _larger(inner: st.SearchStrategy[Rule]) -> st.SearchStrategy[Rule]:
    some = st.lists(inner, min_size=1, max_size=3)
    return st.one_of(
        some.map(lambda parts: seq(*parts)),
        some.map(lambda parts: choice(*parts)),
        inner.map(optional),
        inner.map(repeat),
        inner.map(lambda part: repeat(part, 1)),
        inner.map(lambda part: field("part", alias("other", prec(1, part)))),
    )


rules = st.fixed_dictionaries({name: st.recursive(leaves, _larger, max_leaves=6) for name in NAMES})


def derived(rules: Mapping[str, Rule]) -> set[str]:
    """The texts of up to `LENGTH` signs of the first rule: by the rules, until nothing more is found."""
    known: dict[str, set[str]] = {name: set() for name in rules}
    while True:
        found = {name: _texts(node, known) for name, node in rules.items()}
        if found == known:
            return known["notes"]
        known = found


def _texts(node: Rule, known: Mapping[str, set[str]]) -> set[str]:
    kind = node["type"]
    if kind in {"STRING", "BLANK"}:
        return {node.get("value", "")}
    if kind == "SYMBOL":
        return known[node["name"]]
    if "members" in node:
        parts = [_texts(one, known) for one in node["members"]]
        return _one_after_another(parts) if kind == "SEQ" else set[str]().union(*parts)
    inner = _texts(node["content"], known)
    return _repeated(inner, {""} if kind == "REPEAT" else inner) if "REPEAT" in kind else inner


def _repeated(part: set[str], found: set[str]) -> set[str]:
    while (more := found | _one_after_another([found, part])) != found:
        found = more
    return found


def _one_after_another(parts: list[set[str]]) -> set[str]:
    found = {""}
    for part in parts:
        found = {a + b for a in found for b in part if len(a + b) <= LENGTH}
    return found


@given(rules)
@examples(60)
def test_the_same_texts(drawn: dict[str, Rule]) -> None:
    rules = {name: drawn[name] for name in NAMES}  # the first one is the start
    expected = derived(rules) - {""}
    with tempfile.TemporaryDirectory() as name:
        package = write_package(Path(name) / "package", grammar(rules, extras=[]))
        try:
            import_package(package, Path(name) / "notes")
            assert taken(quoin.load_language(Path(name) / "notes")) == expected
        except LanguageError:
            # Such a language has no text: the engine says so of a rule that never ends.
            assert not expected


def taken(language: quoin.Language) -> set[str]:
    found = set()
    for one in TEXTS:
        quotient = language.quotient(one.encode(), b"")
        if quotient.problem is None and quotient.start().member:
            found.add(one)
    return found
