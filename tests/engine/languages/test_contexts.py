"""What a manifest says of contexts: an alternative exists where its mark says so, at the level `compiles`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import quoin
from quoin.engine.errors import LanguageError
from tests.support.own_language import write

if TYPE_CHECKING:
    from pathlib import Path

    from quoin.engine.languages.definition import Level

GRAMMAR = """\
start: (any "=" NUMBER ";")+ -> refused
     | (NAME "=" NUMBER ";" | loop)+ ["!"] -> added
any: NAME | NUMBER
loop: "loop" "{" (exit ";")* "}" -> in_loop
exit: "break" -> where_break
NAME: /[a-z]+/
NUMBER: /[0-9]+/
BLANKS: /[ \\t\\n]+/
%ignore BLANKS
"""
CONTEXTS: dict[str, Any] = {
    "facts": {"loop": ["no", "yes"]},
    "marks": {
        "refused": {"only": {"loop": []}},
        "added": {"added": True},
        "in_loop": {"becomes": {"loop": "yes"}},
        "where_break": {"only": {"loop": ["yes"]}},
    },
}


@pytest.mark.parametrize(
    ("text", "level", "is_member"),
    [
        ("1 = 2;", "parses", True),
        ("a = 2;", "parses", True),
        ("a = 2; !", "parses", False),
        ("loop { break; }", "parses", False),
        ("1 = 2;", "compiles", False),
        ("a = 2;", "compiles", True),
        ("a = 2; !", "compiles", True),
        ("loop { break; }", "compiles", True),
    ],
)
def test_what_is_refused_and_added(tmp_path: Path, text: str, level: Level, *, is_member: bool) -> None:
    language = quoin.load_language(write(tmp_path / "sums", GRAMMAR, {"contexts": CONTEXTS}), level=level)
    assert language.quotient(text, "").start().member == is_member


@pytest.mark.parametrize(
    ("mark", "reason"),
    [
        ({"adds": True}, "the mark 'added' may have the keys only, becomes, added"),
        ({"added": "yes"}, "added of the mark 'added' must be true or false"),
        ({"only": {"block": []}}, "the mark 'added' names the unknown fact 'block'"),
        ({"becomes": {"loop": "maybe"}}, "the mark 'added' may name the values no, yes of 'loop'"),
    ],
)
def test_a_malformed_mark(tmp_path: Path, mark: dict[str, Any], reason: str) -> None:
    contexts = {**CONTEXTS, "marks": {**CONTEXTS["marks"], "added": mark}}
    with pytest.raises(LanguageError, match=reason):
        quoin.load_language(write(tmp_path / "sums", GRAMMAR, {"contexts": contexts}))
