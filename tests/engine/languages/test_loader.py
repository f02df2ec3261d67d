"""Grammars in lark's format: what they mean once loaded, operator by operator."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from quoin.engine import _core
from quoin.engine.errors import CoreError
from quoin.engine.language import Language, load_language
from quoin.engine.languages.grammar_file import load_grammar_file
from quoin.engine.languages.loader import GRAMMARS, parts_of
from tests.support import own_language
from tests.support.small_language import small_language

if TYPE_CHECKING:
    from pathlib import Path

    from quoin.engine.languages.tables import Terminal


def check(grammar: str, *, takes: str, refuses: str) -> None:
    """Each word of `takes` is a text of the grammar, each of `refuses` is not; `.` is the empty one."""
    language = small_language(grammar)
    for words, expected in ((takes, True), (refuses, False)):
        for word in words.split():
            text = b"" if word == "." else word.encode()
            state = language.quotient("", "").start()
            assert (state.advance(text) and state.member) == expected, word


RULES = {
    "sequence": ('start: "a" "b"', "ab", ". a b ba abb"),
    "alternatives": ('start: "a" | "b" "c"\n     | "d"', "a bc d", ". b c ad"),
    "empty alternative": ('start: "a" |', ". a", "aa"),
    "group": ('start: ("a" | "b") "c"', "ac bc", "a c abc"),
    "optional": ('start: "a"? ["b" "c"]', ". a bc abc", "b c ab ac aa"),
    "star": ('start: ("a" | "b" "c")*', ". a bc abca", "b ab c"),
    "plus": ('start: ("a" "b")+', "ab abab", ". a aba"),
    "nested loops": ('start: (("a"* "b")* "c")*', ". c bc aabc abbccaabc", "a b ab cab"),
    "empty loop body": ('start: ("a"?)* "b"', "b aab", ". a ba"),
    "count": ('start: "a"~2', "aa", ". a aaa"),
    "range": ('start: "a"~1..3 "b"', "ab aab aaab", "b aaaab"),
    "range from zero": ('start: ("a" "b")~0..1', ". ab", "a abab"),
    "recursion": ('start: "(" start ")" | "x"', "x (x) ((x))", ". (x (x))"),
    "left recursion": ('start: start "+" "x" | "x"', "x x+x x+x+x", "x+ +x"),
    "alias and modifiers": ('!start: one -> two\n?one.2: _three\n_three: "a" "b" -> c', "ab", "a b"),
    "template": ('start: list{"a", ","}\nlist{x, s}: x (s x)*', "a a,a", ". , a,"),
    "template in a template": ('start: two{"a"} "b"\ntwo{x}: pair{x, x}\npair{x, y}: x y', "aab", "ab"),
    "unused rule": ('start: "a"\nother: other', "a", "aa"),
    "long sequence": ("start: " + '"a" ' * 3000, "a" * 3000, "a" * 2999),
}

TERMINALS = {
    "reference and repeats": ('start: T\nT: A A? "-"~2..3\nA: "0".."9"', "1-- 12---", "1- 123-- 1----"),
    "alternatives in a sequence": ("start: T\nT: /a|b/ /c|d/", "ac bd", "a c ad| b"),
    "case": ('start: "if"i /x+/i', "ifx IFxX iFX", "fi if"),
    "flag of a part": ('start: T\nT: "a"i "b"', "ab Ab", "aB"),
    "dot": ("start: /a.c/", "abc a.c a\u00e9c", "ac abbc"),
    "escapes": (r'start: "\"" /\/\./ "\\"', r'"/.\ ', r'"/x\ "/. '),
    "quote behind a backslash": (r'start: /[^\\"]/ | /\\"/', r"a \"", r'\ " \\'),
    "classes": (r"start: /[^\p{L}\]]+\p{Lu}\d/", "--A1 _\u00c91", "aA1 ]A1 -a1"),
    "longest": ("start: A B\nA: /a+/\nB: /a?b/", "aab aaab", "b a ab"),
    "literal before expression": ('start: "if" N | N "!"\nN: /[a-z]+/', "x! iff!", "if if!"),
    "higher priority": ("start: A | B B\nA: /a|x/\nB.1: /a|b/", "x ab bb", "a b"),
    "all of one priority": ('start: M N | N "!"\nM: /m/\nN: /[a-z]+ ?/\n%ignore " "', "m! mm!", "m mm"),
    "ignored": ('start: "a" "b"\n%ignore /[ _]+/', "ab a__b _ab_", "_ a_"),
    "import": ("%import common.INT\n%import common.LETTER -> L\nstart: INT L", "12a", "a 1 12"),
    "import with what it needs": ("%import common.SIGNED_INT\nstart: SIGNED_INT", "1 -23 +4", "+ 1-"),
    "override": ('%import common.INT\n%override INT: "x"\nstart: INT', "x", "1"),
    "extend": ('start: A\nA: "a"\n%extend A: "b"', "a b", "ab"),
    "error terminal": ('start: "a" | "a" "b" "c"\nE: "abc"', "a", "abc"),
    "fragment is not lexed": ('start: /[ab]/ T\nT: F "c"\nF: "aaa"', "aaaac baaac", "aaac"),
}


@pytest.mark.parametrize(("grammar", "takes", "refuses"), RULES.values(), ids=RULES.keys())
def test_rules(grammar: str, takes: str, refuses: str) -> None:
    check(grammar, takes=takes, refuses=refuses)


@pytest.mark.parametrize(("grammar", "takes", "refuses"), TERMINALS.values(), ids=TERMINALS.keys())
def test_terminals(grammar: str, takes: str, refuses: str) -> None:
    check(grammar, takes=takes, refuses=refuses)


def test_rules_are_imported_from_a_file_beside_the_grammar(tmp_path: Path) -> None:
    (tmp_path / "pairs.lark").write_text('pair: a b\na: "a"\nb: "b" rest\nrest: "c"*\nunused: "d"', "utf-8")
    (tmp_path / "small.lark").write_text("%import .pairs.pair\nstart: pair", "utf-8")
    tables = load_grammar_file(tmp_path / "small.lark", "start", [])
    names = sorted(rule.name for rule in tables.rules)
    assert names == ["pair", "pairs__a", "pairs__b", "pairs__rest", "start"]
    assert sorted(str(terminal.literal) for terminal in tables.terminals) == ["a", "b", "c"]


def terminals(grammar: str) -> dict[str, Terminal]:
    return {terminal.name: terminal for terminal in small_language(grammar).tables.terminals}


def test_anonymous_terminals_are_named_as_lark_does() -> None:
    found = terminals('start: "(" "if" ":=" PLUS /x/\nPLUS: "+"\n')
    assert list(found) == ["PLUS", "LPAR", "IF", "__ANON_0", "__ANON_1"]


def test_the_same_literal_is_the_same_terminal() -> None:
    assert list(terminals('start: "+" PLUS /a/ A\nPLUS: "+"\nA: /a/')) == ["PLUS", "A"]


def test_literals_are_told_from_expressions() -> None:
    found = terminals('start: "." /./ "x"i')
    assert [(t.literal, t.pattern, t.is_string) for t in found.values()] == [
        (".", r"\.", True),
        (None, ".", False),
        (None, "(?i:x)", True),
    ]


def test_display_names_fall_back_to_the_text_or_the_name() -> None:
    names = small_language('start: "+" LONG_NAME\nLONG_NAME: /a/').display_names
    assert names == {"LONG_NAME": "long name", "PLUS": "`+`"}


def test_a_fault_in_the_core_is_the_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread that makes languages ready goes on after the engine's errors alone."""

    def fail(*_: object, **__: object) -> None:
        raise _core.CoreError("it failed")

    found = Language(*parts_of(GRAMMARS / "json", None))
    monkeypatch.setattr(_core, "Grammar", fail)
    with pytest.raises(CoreError, match="it failed"):
        found.prepare()
    monkeypatch.undo()
    found.prepare()


WILD = """\
%declare TOKEN
start: "macro" tree ";"
tree: "(" (TOKEN | tree)* ")"
NUMBER: /[0-9]+/
WORD: /[a-z]+/
UNFINISHED: "'" /[a-z]*/
STRING: "'" /[a-z]*/ "'"
BLANK: " "
%ignore BLANK
"""
"""Most of its terminals are in no rule."""


@pytest.mark.parametrize(
    ("text", "is_taken"),
    [
        ("macro ();", True),
        ("macro (a 1 'b' ; macro);", True),
        ("macro ((a) (()));", True),
        ("macro (()a;", False),
        ("macro ('a);", False),
        ("macro a;", False),
        ("macro (a));", False),
    ],
)
def test_a_wildcard_stands_for_every_lexeme_but_some(tmp_path: Path, text: str, is_taken: bool) -> None:
    changes = {"wildcards": {"TOKEN": {"without": ["(", ")", "UNF*"]}}}
    language = load_language(own_language.write(tmp_path / "own", WILD, changes))
    assert language.quotient(text, "").start().member == is_taken
    assert language.quotient("", text).start().member == is_taken
    assert "TOKEN" not in {terminal.name for terminal in language.tables.terminals}
