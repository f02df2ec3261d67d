"""Version marks and lexer modes: what each keeps, and what of them is refused."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import quoin
from quoin.engine.languages.loader import GRAMMARS

if TYPE_CHECKING:
    from pathlib import Path

VERSIONS = ["1", "2", "2.5", "10"]


def language(folder: Path, grammar: str, version: str | None, **more: Any) -> quoin.Language:
    manifest = {
        "name": "small",
        "grammar": "small.lark",
        "start": "start",
        "versions": VERSIONS,
        "layout": "none",
        "lsp_ids": [],
        "file_patterns": [],
        "display_names": {},
    }
    (folder / "small.lark").write_text(grammar, encoding="utf-8")
    (folder / "language.json").write_text(json.dumps(manifest | more), encoding="utf-8")
    return quoin.load_language(folder, version)


def is_text(small: quoin.Language, text: str) -> bool:
    state = small.quotient(text, "").start()
    return state is not None and state.member


# A grammar, and for each version the words of "a b c" that it takes.
KEPT = {
    "no marks": ('start: "a"', ["a", "a", "a", "a"]),
    "since": ('start: "a"\n | "b" // since 2\n | "c" // since 10', ["a", "ab", "ab", "abc"]),
    "until": ('start: "a"\n | "b" // until 2\n | "c" //until 2.5', ["abc", "abc", "ac", "a"]),
    "from to": ('start: "a"\n | "b" // from 2 to 2.5\n', ["a", "ab", "ab", "a"]),
    "in": ('start: "a"\n | "b" // in 2.5\n', ["a", "a", "ab", "a"]),
    "and": ('start: "a"\n | "b" // until 1 and in 2.5\n', ["ab", "a", "ab", "a"]),
    "definitions": ('start: "a" // until 2\nstart: "b" // since 2.5', ["a", "a", "b", "b"]),
    "section": (
        '// since 2.5\nstart: "a"\n     | "b"\n\n// until 2\nstart: "c"\n\nother: "a"',
        ["c", "c", "ab", "ab"],
    ),
    "section and line": (
        'start: x\n\n// since 2\nx: "a"\n | "b" // since 10\n\nx: "c" // in 1',
        ["c", "a", "a", "ab"],
    ),
    "a comment that is no mark": ('start: "a" // since it is so\n | "//" // the 2nd', ["a", "a", "a", "a"]),
    "ignored": ('start: "a"\nB: "b" // since 10\n%ignore B // since 10', ["a", "a", "a", "a"]),
}


@pytest.mark.parametrize(("grammar", "words"), KEPT.values(), ids=KEPT.keys())
def test_marks(tmp_path: Path, grammar: str, words: list[str]) -> None:
    for version, expected in zip(VERSIONS, words, strict=True):
        folder = tmp_path / version
        folder.mkdir()
        small = language(folder, grammar, version)
        assert "".join(word for word in "abc" if is_text(small, word)) == expected, version


# A grammar, the line at fault, and a part of the reason.
REFUSED = [
    ('start: "a"\n | "b" // since 3\n', 2, "there is no version 3; known are 1, 2, 2.5, 10"),
    ('start: "a" // since2\n', 1, "the mark 'since2': write `since V`"),
    ('start: "a" // since 2 or so\n', 1, "the mark 'since 2 or so': write"),
    ('start: "a" // from 2\n', 1, "the mark 'from 2': write"),
    ('start: "a" // until 2 and 10\n', 1, "the mark 'until 2 and 10': write"),
    ('start: "a"\n | "b" // from 10 to 2\n', 2, "the versions from 10 to 2 are none"),
    ('start: "a" // until 2\n | "b"\n', 2, "an alternative is kept whose definition's first line is dropped"),
]


@pytest.mark.parametrize(("grammar", "line", "reason"), REFUSED, ids=[case[0] for case in REFUSED])
def test_refused_marks(tmp_path: Path, grammar: str, line: int, reason: str) -> None:
    with pytest.raises(quoin.LanguageError) as caught:
        language(tmp_path, grammar, "10")
    assert reason in caught.value.reason
    assert (caught.value.file, caught.value.line) == (tmp_path / "small.lark", line)


def test_a_mark_needs_versions(tmp_path: Path) -> None:
    with pytest.raises(quoin.LanguageError, match="needs a language with versions"):
        language(tmp_path, 'start: "a" // since 2', None, versions=[])


def test_an_error_in_a_marked_grammar_names_its_line(tmp_path: Path) -> None:
    with pytest.raises(quoin.LanguageError) as caught:
        language(tmp_path, 'start: "a"\n | "b" // since 10\n\nother: (\n', "1")
    assert caught.value.line == 4


def test_versions_of_python() -> None:
    newest = quoin.load_language("python")
    assert newest.version == newest.versions[-1] == "3.14"
    assert newest is quoin.load_language("python", "3.14") is quoin.load_language(GRAMMARS / "python")
    oldest = quoin.load_language("python", "3.8")
    assert (oldest.version, oldest.versions) == ("3.8", newest.versions)


def test_a_language_without_versions(tmp_path: Path) -> None:
    small = language(tmp_path, 'start: "a"', None, versions=[])
    assert (small.version, small.versions) == (None, ())


@pytest.mark.parametrize(
    ("versions", "reason"),
    [(VERSIONS, "there is no version '3' of small; known are 1, 2, 2.5, 10"), ([], "it has no versions")],
)
def test_unknown_version(tmp_path: Path, versions: list[str], reason: str) -> None:
    with pytest.raises(quoin.LanguageError, match=reason):
        language(tmp_path, 'start: "a"', "3", versions=versions)


MODES = {
    "inner": {"from": "main", "without": ["B"], "with": ["C"]},
    "text": {"with": ["C", "LATE"]},
}
# `main` is listed, and a mode has what no other one lists.
REST_MODES = {"main": {"with": ["A"]}, "code": {"with": ["*"]}, "text": {"with": ["C"]}}
MODES_GRAMMAR = 'start: A B C\nA: "a"\nB: "b"\nC: "c"\nLATE: "d" // since 10\n'


@pytest.mark.parametrize(
    ("modes", "version", "expected"),
    [
        (MODES, "1", {"main": "AB", "inner": "AC", "text": "C"}),
        (MODES, "10", {"main": "AB", "inner": "AC", "text": "C LATE"}),
        (REST_MODES, "1", {"main": "A", "code": "B", "text": "C"}),
        (REST_MODES, "10", {"main": "A", "code": "B LATE", "text": "C"}),
    ],
)
def test_modes(tmp_path: Path, modes: Any, version: str, expected: dict[str, str]) -> None:
    small = language(tmp_path, MODES_GRAMMAR, version, modes=modes)
    names = [terminal.name for terminal in small.tables.terminals]
    found = {mode: sorted(names[index] for index in terminals) for mode, terminals in small.modes}
    assert found == {
        mode: sorted(texts.split() if " " in texts else texts) for mode, texts in expected.items()
    }


# Modes, and a part of the reason.
REFUSED_MODES: list[tuple[Any, str]] = [
    ({"m": {"with": ["NOTHING"]}}, "modes: m: there is no lexed terminal NOTHING"),
    ({"m": {"without": ["NOTHING"]}}, "modes: m: there is no lexed terminal NOTHING"),
    ({"m": {"from": "n"}, "n": {}}, "modes: m: there is no mode n before it"),
    ({"main": {}}, "modes: main lists no terminal"),
    ({"m": {"with": ["A"]}, "main": {"with": ["B"]}}, "modes: main is there twice"),
    ({"m": {"into": "main"}}, "modes: m: unknown key 'into'"),
    ({"m": {"with": "A"}}, "'with' must be a list of texts"),
    ({"m": {"from": ""}}, "'from' must be a text"),
    ({"m": []}, "'modes' must be an object of objects"),
    ([], "'modes' must be an object of objects"),
]


@pytest.mark.parametrize(("modes", "reason"), REFUSED_MODES, ids=[reason for _, reason in REFUSED_MODES])
def test_refused_modes(tmp_path: Path, modes: Any, reason: str) -> None:
    with pytest.raises(quoin.LanguageError) as caught:
        language(tmp_path, MODES_GRAMMAR, "1", modes=modes)
    assert reason in caught.value.reason


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ({"A": "the first", "?": "another"}, ["the first", "another", "another"]),
        ({"LATE": "the last"}, ["`a`", "`b`", "`c`"]),
    ],
)
def test_display_names_by_pattern(tmp_path: Path, names: dict[str, str], expected: list[str]) -> None:
    small = language(tmp_path, MODES_GRAMMAR, "1", display_names=names)
    assert list(small.display_names.values()) == expected
