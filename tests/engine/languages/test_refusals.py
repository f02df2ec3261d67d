"""What the loader refuses, and what it says: the reason, the file and the line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import quoin
from quoin.engine.languages.loader import GRAMMARS

if TYPE_CHECKING:
    from pathlib import Path

MANIFEST: dict[str, Any] = {
    "name": "small",
    "grammar": "small.lark",
    "start": "start",
    "layout": "none",
    "lsp_ids": [],
    "file_patterns": ["*.small"],
    "display_names": {},
}


def refusal(folder: Path, grammar: bytes, manifest: bytes) -> quoin.LanguageError:
    (folder / "small.lark").write_bytes(grammar)
    (folder / "language.json").write_bytes(manifest)
    with pytest.raises(quoin.LanguageError) as caught:
        _ = quoin.load_language(folder).core
    assert "\n" not in str(caught.value)
    return caught.value


# A grammar, the line at fault (or None), and a part of the reason.
GRAMMAR_CASES = [
    ('start: "a"\nother: (\n', 2, "Expecting a value"),
    ('start: "a" ~\n', 1, "Unexpected"),
    ('start "a"\n', 1, "missing colon"),
    ('first: "a"\n', None, "the start rule 'start' is not defined"),
    ("\nstart: other\n", 2, "'other' used but not defined"),
    ("start: A\n", 1, "'A' used but not defined"),
    ('start: "a"\nstart: "b"\n', 1, "defined more than once"),
    ("start: A\nA: start\n", 2, "Rules aren't allowed inside terminals"),
    ('start: A\nA: "a" -> b\n', 2, "a terminal cannot hold 'alias'"),
    ('start: "a"~3..2\n', 1, "the repeat ~3..2 is not within"),
    ('start: "a"~1..2000\n', 1, "is not within 0..1000"),
    ('start: A\nA: "a"~3..2\n', 2, "counts down"),
    ("%import common.NOTHING\nstart: NOTHING\n", 2, "'NOTHING' used but not defined"),
    ("%import nowhere.A\nstart: A\n", None, "no grammar"),
    ("%declare A\nstart: A\n", None, "terminal A is declared"),
    ("%declare a\nstart: a\n", None, "rule a is declared"),
    ('start: "a"\n%ignore B\n', None, "'B'"),
    ('start: t{"a"}\nt{x, y}: x y\n', 1, "Wrong number of template arguments"),
    # Expressions that are not the same in both dialects, or mean nothing to an automaton.
    ("start: A\n\nA: /a(?=b)/\n", 3, "'(?=b)': only plain groups"),
    ("start: A\nA: /(?<!a)b/\n", 2, "only plain groups"),
    ("start: A\nA: /a(?![b])c/\n", 2, "'(?![b])': may only be the end of the whole terminal"),
    ("start: A\nA: /a(?![b])|c/\n", 2, "may only be the end of the whole terminal"),
    ('start: A\nA: "c" | /a(?!b)/\n', 2, "not of an alternative"),
    ("start: A\nA: /(c|a(?!b))/\n", 2, "not of an alternative"),
    ("start: A\nA: B?\nB: /a(?!b)/\n", 2, "may only be the end of the whole terminal"),
    ("start: A\nA: /a(?!bc)/\n", 2, "one sign or one set must follow"),
    ("start: A\nA: /a(?![b])(?!c)/\n", 2, "and then the end"),
    ("start: A\nA: /a(?![b\u00e9])/\n", 2, "must have all signs or none"),
    ("start: A\nA: /(?P<n>a)/\n", 2, "only plain groups"),
    ("start: A\nA: /(?m:a)/\n", 2, "only plain groups"),
    ("start: A\nA: /(a)\\1/\n", 2, r"'\\1': this escape"),
    ("start: A\nA: /\\ba/\n", 2, "this escape"),
    ("start: A\nA: /\\<a/\n", 2, "must not be escaped"),
    ("start: A\nA: /^a/\n", 2, "anchors"),
    ("start: A\nA: /a$/\n", 2, "anchors"),
    ("start: A\nA: /a*?b/\n", 2, "lazy and possessive"),
    ("start: A\nA: /a++b/\n", 2, "lazy and possessive"),
    ("start: A\nA: /a{1,2}?b/\n", 2, "lazy and possessive"),
    ("start: A\nA: /a{,2}/\n", 2, "brace"),
    ("start: A\nA: /[a-z--b]/\n", 2, "operations on sets"),
    ("start: A\nA: /[a[b]/\n", 2, "sets inside sets"),
    ("start: A\nA: /[\\b]/\n", 2, "this escape"),
    ("start: A\nA: /(a/\n", 2, "missing )"),
    ("start: A\nA: /[ab/\n", 2, "["),
    ("start: A\nA: /\\p{Nothing}/\n", 2, "unknown property"),
    ("start: A\nA: /a*/\n", 2, "matches the empty text"),
    ("start: A\nA: /a b/x\n", 2, "the flag 'x'"),
    ("start: A\nA: /a/m\n", 2, "the flag 'm'"),
    ("start: /a*/\n", None, "matches the empty text"),
]  # fmt: skip


@pytest.mark.parametrize(("grammar", "line", "reason"), GRAMMAR_CASES, ids=[c[0] for c in GRAMMAR_CASES])
def test_grammar(tmp_path: Path, grammar: str, line: int | None, reason: str) -> None:
    error = refusal(tmp_path, grammar.encode(), json.dumps(MANIFEST).encode())
    assert reason in error.reason
    assert error.file == tmp_path / "small.lark"
    assert error.line == line


# What to change in the manifest (None takes a key away), and a part of the reason.
NAMES = {"read": ["A"], "bind": ["A"]}
IMPORTS = {"word": "import", "modifiers": [], "binds": [], "needless": []}
MANIFEST_CASES: list[tuple[dict[str, Any], str]] = [
    ({"name": None}, "the key 'name' is missing"),
    ({"name": ""}, "'name' must be a text"),
    ({"start": 1}, "'start' must be a text"),
    ({"lsp_ids": "python"}, "'lsp_ids' must be a list of texts"),
    ({"file_patterns": [1]}, "'file_patterns' must be a list of texts"),
    ({"display_names": []}, "'display_names' must be an object"),
    ({"display_names": {"A": 1}}, "'display_names' must be an object"),
    ({"display_names": {"NOTHING": "x"}}, "there is no terminal NOTHING"),
    ({"seldom": ["NOTHING"]}, "seldom: there is no terminal NOTHING"),
    ({"seldom": [1]}, "seldom"),
    ({"layout": "lisp"}, "unknown layout 'lisp'"),
    ({"comments": {"lines": "//"}}, "'comments' must be an object with the keys line, block"),
    ({"comments": {"line": ""}}, "'line' must be a text that is not empty"),
    ({"comments": {"block": ["/*"]}}, "'block' must be a list of two texts"),
    ({"indentation": "xx"}, "'indentation' must be blanks or tabs"),
    ({"keys_by_column": "xx"}, "'keys_by_column' must be true or false"),
    ({"words_by_blanks": 1}, "'words_by_blanks' must be true or false"),
    ({"promise": {"kind": "exact"}}, "'promise' must be an object with the keys kind, parser and version"),
    (
        {"promise": {"kind": "near", "parser": "x", "version": "1"}},
        "must be one of exact, balanced, published",
    ),
    ({"promise": {"kind": "exact", "parser": "", "version": "1"}}, "'parser' must be a text that is not"),
    ({"embedded": []}, "'embedded' must be an object whose 'elements' are a list of objects"),
    ({"embedded": {"elements": [1]}}, "'embedded' must be an object whose 'elements' are a list of objects"),
    ({"embedded": {"elements": [], "until": []}}, "unknown key 'until' in 'embedded'"),
    ({"embedded": {"elements": [], "unless": "a"}}, "'unless' must be a list of texts"),
    ({"embedded": {"elements": [{"element": "a"}]}}, "the key 'language' is missing"),
    ({"embedded": {"elements": [{"name": "a"}]}}, "unknown key 'name' in 'embedded'"),
    ({"wildcards": []}, "'wildcards' must be an object of objects with the key 'without'"),
    ({"wildcards": {"ANY": {"with": []}}}, "'wildcards' must be an object of objects with the key 'without'"),
    ({"wildcards": {"ANY": {"without": ["b"]}}}, "wildcards: there is no terminal b"),
    ({"names": {**NAMES, "members": []}}, "'members' must be an object"),
    ({"names": {**NAMES, "members": {}}}, "'sign' and 'hidden' must be texts"),
    ({"names": {**NAMES, "members": {"sign": ".", "colour": 1}}}, "'members' must be an object"),
    ({"names": {**NAMES, "members": {"sign": ".", "makers": "a"}}}, "'makers' must be a list of texts"),
    ({"names": {**NAMES, "members": {"sign": ".", "table": "no.json"}}}, "no.json cannot be read"),
    ({"types": []}, "'types' must be an object"),
    ({"types": {"colour": 1}}, "'types' must be an object"),
    ({"types": {"signs": "."}}, "'signs' must be a list of texts"),
    ({"types": {"typed": "{name}"}}, "'typed' must be one of"),
    ({"types": {"assigns": 1}}, "'assigns' must be true or false"),
    ({"types": {"variables": ["var("]}}, "'variables' must be a list of two texts"),
    ({"types": {"imports": {"word": "import"}}}, "'imports' must be an object with the keys"),
    ({"types": {"imports": {**IMPORTS, "word": 1}}}, "'imports' must be an object with the keys"),
    ({"types": {"imports": {**IMPORTS, "binds": "let"}}}, "imports: 'binds' must be a list of texts"),
    ({"types": {"kinds": []}}, "'kinds' must be an object"),
    ({"types": {"kinds": {"colour": 1}}}, "'kinds' must be an object"),
    ({"types": {"kinds": {"names": []}}}, "'names' must be an object"),
    ({"types": {"kinds": {"names": {"number": "int"}}}}, "'names: number' must be a list of texts"),
    ({"types": {"kinds": {"put": "add"}}}, "'put' must be a list of texts"),
    ({"types": {"kinds": {"binds": 1}}}, "binds must be true or false"),
    ({"colour": "red"}, "unknown key 'colour'"),
    ({"grammar": "nothing.lark"}, "cannot be read"),
]


@pytest.mark.parametrize(("change", "reason"), MANIFEST_CASES, ids=[c[1] for c in MANIFEST_CASES])
def test_manifest(tmp_path: Path, change: dict[str, Any], reason: str) -> None:
    manifest = {key: value for key, value in (MANIFEST | change).items() if value is not None}
    error = refusal(tmp_path, b'start: "a"\n', json.dumps(manifest).encode())
    assert reason in error.reason
    assert error.file is not None


# Lines of a manifest whose lexemes split, and a part of the reason for refusing the second of them.
SPLIT_CASES = [
    ('">>": ">"', "splits: >>: must be a list of two texts"),
    ('">>": [">"]', "splits: >>: must be a list of two texts"),
    ('">>": [">", "="]', "two texts that are '>>' together"),
    ('">>": [">>", ""]', "two texts that are '>>' together"),
    ('"->": ["-", ">"]', "splits: ->: the grammar has no terminal '-'"),
    ('">>=": [">>", "="]', "splits: >>=: the first part, >>, splits itself"),
]


@pytest.mark.parametrize(("line", "reason"), SPLIT_CASES, ids=[case[0] for case in SPLIT_CASES])
def test_splits(tmp_path: Path, line: str, reason: str) -> None:
    lines = [json.dumps(MANIFEST)[:-1], ', "splits": {">=": [">", "="],', f'{line}, ">>": [">", ">"]}}}}']
    if line.startswith('">>":'):
        lines[-1] = f"{line}}}}}"
    grammar = b'start: ">" | ">>" | ">=" | ">>=" | "=" | "->"\n'
    error = refusal(tmp_path, grammar, "\n".join(lines).encode())
    assert reason in error.reason
    assert error.file == tmp_path / "language.json"
    assert error.line == 3


@pytest.mark.parametrize(
    ("grammar", "manifest", "reason"),
    [
        (b"", b"\xff", "is not UTF-8"),
        (b"", b"[]", "holds no JSON object"),
        (b"", b'{\n"name": }', "is not JSON"),
        (b'start: "\xff"', json.dumps(MANIFEST).encode(), "is not UTF-8"),
    ],
)
def test_broken_files(tmp_path: Path, grammar: bytes, manifest: bytes, reason: str) -> None:
    assert reason in refusal(tmp_path, grammar, manifest).reason


# For each layout: a grammar that lacks what it needs, and a part of the reason.
PYTHON_LINES = """\
start: (A NEWLINE)*
A: "a"
BLANK: " "
COMMENT: /#[^\\n]*/
LINE_END: "\\n"
LINE_JOIN: "\\\\\\n"
%declare NEWLINE INDENT DEDENT
"""
LAYOUT_CASES = [
    ("python", 'start: "a"\n', "needs a terminal NEWLINE"),
    *(
        (
            "python",
            PYTHON_LINES.replace("(A NEWLINE)*", '(A NEWLINE | A INDENT A DEDENT | GAP)*\nGAP: "~"')
            + "".join(
                f"%ignore {gap}\n" for gap in ("BLANK", "COMMENT", "LINE_END", "LINE_JOIN") if gap != kept
            )
            + f"other: {kept}\n",
            f"needs the terminal {kept} to be ignored",
        )
        for kept in ("BLANK", "COMMENT", "LINE_END", "LINE_JOIN")
    ),
]


@pytest.mark.parametrize(("layout", "grammar", "reason"), LAYOUT_CASES, ids=[c[2] for c in LAYOUT_CASES])
def test_layout(tmp_path: Path, layout: str, grammar: str, reason: str) -> None:
    error = refusal(tmp_path, grammar.encode(), json.dumps(MANIFEST | {"layout": layout}).encode())
    assert reason in error.reason


def test_unknown_language() -> None:
    with pytest.raises(quoin.LanguageError, match=r"there is no language 'klingon'; known are .*python"):
        quoin.load_language("klingon")


def test_folder_without_manifest(tmp_path: Path) -> None:
    with pytest.raises(quoin.LanguageError, match=r"language\.json: cannot be read"):
        quoin.load_language(tmp_path)


def test_a_language_is_loaded_once() -> None:
    assert quoin.load_language("python") is quoin.load_language(GRAMMARS / "python")


# The key `tags` of a manifest, and a part of the reason for refusing it.
TAGS_CASES = [
    ([], "'tags' must be an object with the keys name, optional, caseless, nameless, close, alone"),
    (
        {"open": ["A"]},
        "'tags' must be an object with the keys name, optional, caseless, nameless, close, alone",
    ),
    ({"name": "A"}, "'name' must be a list of texts"),
    ({"name": ["B"]}, "tags: there is no terminal B"),
    ({"name": ["A"], "close": ["A"]}, "tags: A must be a literal"),
]


@pytest.mark.parametrize(("tags", "reason"), TAGS_CASES, ids=[str(tags) for tags, _ in TAGS_CASES])
def test_tags(tmp_path: Path, tags: object, reason: str) -> None:
    manifest = json.dumps({**MANIFEST, "tags": tags}).encode()
    assert reason in refusal(tmp_path, b"start: A\nA: /a/\n", manifest).reason
