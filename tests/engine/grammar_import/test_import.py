"""A language's folder from a tree-sitter package: what is written, what it takes, and what stays."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import quoin
from quoin.engine.errors import LanguageError
from quoin.engine.grammar_import import import_package
from tests.engine.grammar_import.packages import (
    choice,
    grammar,
    notes,
    pattern,
    repeat,
    rule,
    seq,
    text,
    token,
    write_package,
)

if TYPE_CHECKING:
    from tests.engine.grammar_import.packages import Rule

EXPECTED = Path(__file__).with_name("notes.lark")
BY_HAND = 'RAW_TEXT: /<[^<>]*>/\nOPEN_STRING: /"[^"\\n]*/\n'


def imported(folder: Path, data: dict[str, Any], overrides: str = "") -> tuple[quoin.Language, list[str]]:
    """The language of a package with overrides, and what could not be taken."""
    package = write_package(folder / "package", data)
    (folder / "notes").mkdir()
    if overrides:
        (folder / "notes" / "overrides.lark").write_text(overrides)
    done = import_package(package, folder / "notes")
    return quoin.load_language(folder / "notes"), done.report.lines()


def takes(language: quoin.Language, source: str) -> bool:
    """Whether a text is one of the language; one that cannot be lexed is none."""
    quotient = language.quotient(source.encode(), b"")
    return quotient.problem is None and quotient.start().member


def test_the_grammar_is_readable(tmp_path: Path) -> None:
    imported(tmp_path, notes())
    assert (tmp_path / "notes" / "notes.lark").read_text() == EXPECTED.read_text()


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("", True),
        ("a = 1;", True),
        ("a = 1px ; # note", True),
        ("a = 1 px;", False),  # a unit is part of its number
        ("a = b + -c * 2;", True),
        ("a = b + ;", False),
        ('a = "b \\" c";', True),
        ('a = "b', False),
        ("a = [];b = [1, [c]];", True),
        ("a = [1,];", False),
        ("true = 1;", False),  # a literal is no identifier
        ("a = true;", True),
        ("raw <x>;", False),  # only the package's scanner finds this
    ],
)
def test_what_is_taken(tmp_path: Path, source: str, expected: bool) -> None:
    language, _ = imported(tmp_path, notes())
    assert takes(language, source) == expected


def test_what_a_scanner_finds_is_left_out_by_name(tmp_path: Path) -> None:
    _, lines = imported(tmp_path, notes())
    assert lines == [
        "the scanner's `raw_text` is left out in: raw_note",
        "rules without a text, left out: raw_note",
    ]


def test_what_a_scanner_finds_can_be_written_by_hand(tmp_path: Path) -> None:
    language, lines = imported(tmp_path, notes(), BY_HAND)
    assert lines == []
    assert takes(language, "raw <x y>; a = 1;")
    assert not takes(language, "raw <x; a = 1;")


@pytest.mark.parametrize(
    ("overrides", "taken", "refused"),
    [
        ('list: "(" value ")"\n', "a = (1);", "a = [1];"),  # a rule in place of another
        ("UNIT: /x+/\n", "a = 1xx;", "a = 1px;"),  # a terminal in place of another
        ("TRUE: /true/\n", "true = 1;", "false = 1;"),  # a word that may also be a name
        ('PLUS: "+" | "plus"\nsum: value PLUS value\n', "a = 1 plus 2;", "a = 1 * 2;"),
        ("%ignore /[ ]+/\n", "a = 1 ;", "a =\n1;"),  # in place of what the package ignores
    ],
)
def test_overrides(tmp_path: Path, overrides: str, taken: str, refused: str) -> None:
    language, _ = imported(tmp_path, notes(), overrides)
    assert takes(language, taken)
    assert not takes(language, refused)


def test_a_second_import_keeps_what_is_by_hand(tmp_path: Path) -> None:
    package, folder = write_package(tmp_path / "package", notes(), "Do as you like."), tmp_path / "notes"
    first = import_package(package, folder)
    assert first.files == ("notes.lark", "LICENSE", "language.json", "overrides.lark")
    manifest = json.loads((folder / "language.json").read_text())
    (folder / "language.json").write_text(json.dumps(manifest | {"file_patterns": ["*.mine"]}))
    (folder / "overrides.lark").write_text(BY_HAND)
    second = import_package(package, folder)
    assert second.files == ("notes.lark", "LICENSE")
    assert (folder / "LICENSE").read_text() == "Do as you like."
    assert (folder / "overrides.lark").read_text() == BY_HAND
    language = quoin.load_language(folder)
    assert language.file_patterns == ("*.mine",)
    assert takes(language, "raw <x>;")


def test_a_grammar_that_was_not_imported_is_kept(tmp_path: Path) -> None:
    package, folder = write_package(tmp_path / "package", notes()), tmp_path / "notes"
    folder.mkdir()
    (folder / "notes.lark").write_text("mine: /a/\n")
    with pytest.raises(LanguageError, match="was not imported, and is kept"):
        import_package(package, folder)
    assert [file.name for file in folder.iterdir()] == ["notes.lark"]
    assert (folder / "notes.lark").read_text() == "mine: /a/\n"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("{", "is not JSON"),
        ("[]", "holds no JSON object"),
        ("{}", "is no grammar of tree-sitter"),
        ('{"name": "a", "rules": {}}', "has no rules"),
        ('{"name": "a", "rules": {"a": {"type": "MAGIC"}}}', "a rule of an unknown type 'MAGIC'"),
        ('{"name": "a", "rules": {"a": {"type": "SEQ"}}}', "no rule of tree-sitter: "),
        ('{"name": "a", "rules": {"a": {"type": "SYMBOL", "name": "b"}}}', "nothing is left of the rule 'a'"),
    ],
)
def test_bad_packages(tmp_path: Path, data: str, message: str) -> None:
    (tmp_path / "grammar.json").write_text(data)
    with pytest.raises(LanguageError, match=message):
        import_package(tmp_path, tmp_path / "out")
    assert not (tmp_path / "out").exists()


LOST: dict[str, tuple[dict[str, Rule], list[str]]] = {
    "an expression that no terminal can have": (
        {"notes": choice(rule("good"), rule("bad")), "good": text("a"), "bad": pattern(r"a(?=b)c")},
        ["rules without a text, left out: bad", "an expression of bad is left out: '(?=b)'"],
    ),
    "a blank that the package refuses": (
        {"notes": seq(text("a"), rule("inner"))}
        | {"inner": seq(token(text("("), immediate=True), repeat(rule("notes")), text(")"))},
        ["blanks are taken inside, which the package refuses: inner"],
    ),
}


@pytest.mark.parametrize("case", LOST)
def test_what_is_lost_is_said(tmp_path: Path, case: str) -> None:
    rules, expected = LOST[case]
    _, lines = imported(tmp_path, grammar(rules))
    assert len(lines) == len(expected)
    assert all(line.startswith(begin) for line, begin in zip(lines, expected, strict=True)), lines


def test_a_hidden_rule_keeps_its_underscore_only_if_needed(tmp_path: Path) -> None:
    rules = {
        "notes": rule("_a"),
        "_a": seq(text("x"), rule("a")),
        "a": choice(text("y"), rule("_b")),
        "_b": text("z"),
    }
    imported(tmp_path, grammar(rules))
    written = (tmp_path / "notes" / "notes.lark").read_text()
    assert 'a_inner: "x" a' in written
    assert '\na: "y" | b\n' in written


def test_a_keyword_in_capitals_and_small_letters_is_no_name(tmp_path: Path) -> None:
    """An expression such as `/if/i` is what a package writes for a keyword whose case is free."""
    call = seq(rule("name"), text("("), rule("name"), text(")"), text(";"))
    condition = seq(pattern("if", "i"), text("("), rule("name"), text(")"), text(";"))
    rules = {
        "program": repeat(choice(seq(text("call"), call), condition, rule("stopped"))),
        "stopped": seq(token(pattern("stop_here", "i")), text(";")),
        "name": pattern("[a-z]+"),
    }
    language, _ = imported(tmp_path, grammar(rules))
    lines = (tmp_path / "notes" / "notes.lark").read_text().splitlines()
    assert {"IF.1: /if/i", "STOP_HERE.1: /stop_here/i", "NAME: /[a-z]+/"} <= set(lines)
    assert takes(language, "IF (a); If (b); call f(a); Stop_Here;")
    assert not takes(language, "call if(a);")
