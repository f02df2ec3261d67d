"""What a check finds in folders with something wrong, and that the shipped languages are well."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from quoin.engine import language_check
from quoin.engine.language_check import check_folder
from quoin.engine.languages.loader import GRAMMARS, language_names
from tests.support.own_language import GRAMMAR, STAND_INS, write

if TYPE_CHECKING:
    from pathlib import Path

LANGUAGES = language_names()

# What is wrong: the grammar, changes of the manifest, and how the findings begin.
CASES: dict[str, tuple[str, dict[str, Any], list[str]]] = {
    "nothing": (GRAMMAR, {}, []),
    "a lexeme that runs to the line's end": (
        GRAMMAR.replace('NAME "="', 'NOTE? NAME "="') + "NOTE: /#[^\\n]*/\n",
        {},
        [],
    ),
    "a rule that is not defined": (
        GRAMMAR.replace('"+" atom', '"+" atm'),
        {},
        ["sums.lark:2: error: Rule 'atm' used but not defined"],
    ),
    "a manifest with an unknown key": (
        GRAMMAR,
        {"colour": "red"},
        ["language.json: error: unknown key 'colour'"],
    ),
    "code that is taken for strings": (
        GRAMMAR,
        {"stand_ins": STAND_INS | {"nonsense": "a"}},
        ["language.json: error: 'nonsense' 'a' can follow 'a = 0;', which is code"],
    ),
    "stand-ins": (GRAMMAR, {"stand_ins": STAND_INS}, []),
    "a rule that is not used": (
        GRAMMAR + "other: NAME\n",
        {},
        ["sums.lark:8: remark: rule other is not used: start does not lead to it"],
    ),
    "a rule without a text": (
        GRAMMAR.replace('"(" sum ")"', '"(" lost ")"') + 'lost: "<" lost ">"\n',
        {},
        ["sums.lark:8: error: rule lost has no text"],
    ),
    "a terminal after another": (
        GRAMMAR + "WORD.1: /[a-z]+/\n",
        {},
        [
            "sums.lark:4: error: terminal NAME is never lexed",
            "sums.lark:8: remark: terminal WORD is lexed, and no rule takes it",
            "examples/accept/one.sums:1: error: is no text of the language",
        ],
    ),
    "a literal after a terminal": (
        GRAMMAR.replace('NAME "="', '"let" NAME "="').replace("NAME:", "NAME.1:"),
        {},
        ["sums.lark:1: error: terminal LET is never lexed", "examples/accept/one.sums:1: error"],
    ),
    "an error terminal": (
        GRAMMAR + "BAD: /[0-9]+[a-z]+/\n",
        {},
        ["sums.lark:8: remark: terminal BAD is lexed, and no rule takes it"],
    ),
    "lexemes that swallow what follows": (
        GRAMMAR.replace("/[0-9]+/", "/[0-9]+( [0-9a-z+;]*)?/"),
        {},
        ["sums.lark:1: error: the rules give"],
    ),
    "long lexemes without a terminal for their beginnings": (
        GRAMMAR.replace("| NUMBER", "| NUMBER | STRING")
        + 'STRING: /"[^"\\n]*"|"""([^"]|"[^"]|""[^"])*"""/\n',
        {},
        ['sums.lark:8: remark: after \'"""\', only the end of the text tells whether this begins STRING, so'],
    ),
    "long lexemes with one": (
        GRAMMAR.replace("| NUMBER", "| NUMBER | STRING")
        + 'STRING: /"[^"\\n]*"|"""([^"]|"[^"]|""[^"])*"""/\nOPEN: /"""([^"]|"[^"]|""[^"])*"{0,2}/\n',
        {},
        ["sums.lark:9: remark: terminal OPEN is lexed, and no rule takes it"],
    ),
    "comments inside one another": (
        GRAMMAR + "COMMENT: /<([^<>]|<[^<>]*>)*>/\n%ignore COMMENT\nLESS: /</\n",
        {},
        [
            "sums.lark:10: remark: terminal LESS is lexed, and no rule takes it",
            "sums.lark:8: remark: after '<a', only the end of the text tells whether this begins COMMENT, so",
        ],
    ),
    "several ambiguous rules": (
        GRAMMAR.replace('atom ("+" atom)*', 'atom | sum "+" sum').replace(
            "atom: NAME |", "atom: NAME | word |"
        )
        + "word: NAME\n",
        {},
        ["sums.lark:2: remark: 2 rules read a text in two ways, which costs time and is no mistake by"],
    ),
    "a rule that is none": (
        "%declare NOTHING\n"
        + GRAMMAR.replace("atom: NAME |", "atom: NAME | none |")
        + 'none: "(" nothing\nnothing: NOTHING\n',
        {"wildcards": {"NOTHING": {"without": ["*"]}}},
        [],
    ),
    "an ambiguous rule": (
        GRAMMAR.replace('atom ("+" atom)*', 'atom | sum "+" sum'),
        {},
        ["sums.lark:2: remark: rule sum reads '"],
    ),
    "an ambiguous choice": (
        GRAMMAR.replace("atom: NAME |", "atom: NAME | word |") + "word: NAME\n",
        {},
        ["sums.lark:3: remark: rule atom reads 'a' in two ways"],
    ),
}

EXAMPLES: dict[str, tuple[str, str, list[str]]] = {
    "well": ("a = 1;\n", "a = ;\n", []),
    "refused": (
        "a = 1;\nb = 2\n",
        "a = ;",
        ["examples/accept/one.sums:3: error: is no text of the language"],
    ),
    "refused at a place": (
        "a = 1;\nb = +;\nc",
        "a = ;",
        ["examples/accept/one.sums:2: error: is no text of the language: this symbol cannot stand here"],
    ),
    "taken": (
        "",
        "a = 1;",
        ["examples/reject/one.sums: error: is a text of the language, and should not be"],
    ),
}


def findings(folder: Path) -> list[str]:
    return [str(finding).replace(f"{folder}/", "") for finding in check_folder(folder)]


def with_examples(folder: Path, accept: str = "a = 1;", reject: str = "a") -> Path:
    for kind, text in (("accept", accept), ("reject", reject)):
        (folder / "examples" / kind).mkdir(parents=True)
        (folder / "examples" / kind / "one.sums").write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize(("grammar", "changes", "expected"), CASES.values(), ids=CASES)
def test_grammar(tmp_path: Path, grammar: str, changes: dict[str, Any], expected: list[str]) -> None:
    found = findings(with_examples(write(tmp_path / "own", grammar, changes)))
    left = [one for one in found if not any(one.startswith(start) for start in expected)]
    missing = [start for start in expected if not any(one.startswith(start) for one in found)]
    assert (left, missing) == ([], [])
    assert not any("\n" in one for one in found)


@pytest.mark.parametrize(("accept", "reject", "expected"), EXAMPLES.values(), ids=EXAMPLES)
def test_examples(tmp_path: Path, accept: str, reject: str, expected: list[str]) -> None:
    found = findings(with_examples(write(tmp_path / "own"), accept, reject))
    assert [one for one, start in zip(found, expected, strict=True) if not one.startswith(start)] == []


def test_folders_without_examples_are_remarks(tmp_path: Path) -> None:
    expected = [f"examples/{kind}: remark: there is no example" for kind in ("accept", "reject")]
    assert findings(write(tmp_path / "own")) == expected


def test_examples_by_version(tmp_path: Path) -> None:
    old, new = 'NUMBER | "(" sum ")"', 'NUMBER\n    | "(" sum ")" // since 2'
    grammar = GRAMMAR.replace(old, new)
    grammar += "COMMENT: /#[^\\n]*/\n%ignore COMMENT\n"
    folder = write(tmp_path / "own", grammar, {"versions": ["1", "2"]})
    with_examples(folder, "# since 2\na = (1);", "# until 1\na = (1);")
    assert findings(folder) == []
    (folder / "examples" / "accept" / "one.sums").write_text("# since 1\na = (1);", encoding="utf-8")
    (folder / "examples" / "reject" / "one.sums").write_text("# since 7\na = (1);", encoding="utf-8")
    first, second = findings(folder)
    assert first.startswith("examples/accept/one.sums:2: error: is no text of the language in version 1: ")
    assert second.startswith("examples/reject/one.sums:1: error: the mark 'since 7': there is no version 7")


def test_no_time_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language_check, "MAX_SECONDS", -1.0)
    grammar = GRAMMAR.replace('atom ("+" atom)*', 'atom | sum "+" sum')
    assert findings(with_examples(write(tmp_path / "own", grammar))) == []


# Of these, `docs/limitations.md` lists such texts: `a < void ++b`, for example.
LISTED = ("typescript", "tsx")


@pytest.mark.parametrize("language", LANGUAGES)
def test_shipped_languages_have_no_errors(language: str) -> None:
    errors = [str(finding) for finding in check_folder(GRAMMARS / language) if finding.is_error]
    assert [error for error in errors if language not in LISTED or " the rules give " not in error] == []
