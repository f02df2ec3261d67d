"""A language that builds on another one: what it takes over, and what is refused."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import quoin
from quoin.engine.errors import LanguageError
from tests.support.own_language import GRAMMAR, MANIFEST, write

if TYPE_CHECKING:
    from pathlib import Path

BASE = """\
start: (NAME "=" sum ";")*
sum: atom ("+" atom)*
atom: NAME | NUMBER | "(" sum ")" | OPEN TEXT* END
NAME: /[a-z]+/
NUMBER: /[0-9]+/
TEXT: /[^\\]]/
OPEN: "["
END: "]"
BLANKS: /[ \\t\\n]+/
%ignore BLANKS
"""
BASE_KEYS = {
    "modes": {"text": {"with": ["TEXT", "END"]}},
    "moves": [{"behind": ["OPEN", "TEXT"], "to": "text"}],
    "tags": {"name": ["TEXT"], "close": ["END"]},
    "display_names": {"TEXT": "text", "NAME": "a name"},
    "indentation": "  ",
}
MORE = '%override atom: NAME | product | "(" sum ")"\n%extend sum: "-" atom\nproduct: NUMBER ("*" NUMBER)*\n'


def more(folder: Path, changes: dict[str, Any], text: str = MORE) -> Path:
    """Write the folder of a language that builds on the one in the folder `sums` beside it."""
    kept = {key: MANIFEST[key] for key in ("lsp_ids", "file_patterns")}
    manifest = {"name": "more", "extends": "../sums", "grammar": ["../sums/sums.lark", "more.lark"], **kept}
    folder.mkdir()
    (folder / "language.json").write_text(json.dumps(manifest | changes), encoding="utf-8")
    (folder / "more.lark").write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("text", "is_member"),
    [("a = 1 * 2 + b;", True), ("a = - b;", True), ("a = 1 *;", False), ("a = (1 * 2) * 3;", False)],
)
def test_rules_are_overridden_and_extended(tmp_path: Path, text: str, *, is_member: bool) -> None:
    write(tmp_path / "sums")
    language = quoin.load_language(more(tmp_path / "more", {}))
    assert language.quotient(text, "").start().member == is_member


def test_what_only_the_other_grammar_has_is_left_out(tmp_path: Path) -> None:
    write(tmp_path / "sums", BASE, BASE_KEYS)
    folder = more(tmp_path / "more", {"grammar": "own.lark", "display_names": {"NUMBER": "a number"}})
    (folder / "own.lark").write_text(GRAMMAR, encoding="utf-8")
    language = quoin.load_language(folder)
    assert language.quotient("a = 1;", "").start().member
    assert [name for name, _ in language.modes] == ["main"]
    assert language.display_names["NAME"] == "a name"
    assert language.display_names["NUMBER"] == "a number"
    assert language.manifest.indentation == "  "


def test_a_change_of_the_other_grammar_counts(tmp_path: Path) -> None:
    base = write(tmp_path / "sums")
    folder = more(tmp_path / "more", {})
    assert quoin.load_language(folder).digest == quoin.load_language(folder).digest
    before = quoin.load_language(folder).digest
    (base / "sums.lark").write_text(GRAMMAR.replace("[0-9]", "[0-8]"), encoding="utf-8")
    quoin.engine.language._language.cache_clear()  # as a new process reads it
    assert quoin.load_language(folder).digest != before


@pytest.mark.parametrize(
    ("changes", "text", "reason"),
    [
        ({"extends": "../none"}, MORE, "cannot be read"),
        ({"extends": "../more"}, MORE, "'extends' leads back to this language"),
        ({"extends": 1}, MORE, "'extends' must be the path of a folder from this one"),
        ({"grammar": []}, MORE, "'grammar' must list a file"),
        ({"grammar": ["../sums/none.lark", "more.lark"]}, MORE, "cannot be read"),
        ({}, "%override other: NAME\n", "more.lark:1: Cannot override a nonexisting rule other"),
        ({}, "\nsum: NAME\n", "more.lark:2: Rule 'sum' defined more than once"),
    ],
)
def test_refusals(tmp_path: Path, changes: dict[str, Any], text: str, reason: str) -> None:
    write(tmp_path / "sums")
    with pytest.raises(LanguageError, match=reason.replace(".", r"\.")):
        quoin.load_language(more(tmp_path / "more", changes, text))
