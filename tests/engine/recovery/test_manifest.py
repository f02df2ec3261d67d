"""What a manifest may say for repairing and explaining, and how a wrong one is told."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import quoin
from quoin.engine.languages.manifest.owed import Decorated, Owed
from quoin.engine.languages.manifest.stand_ins import StandIns
from tests.support.own_language import STAND_INS

if TYPE_CHECKING:
    from pathlib import Path

BASE: dict[str, Any] = {"name": "n", "grammar": "n.lark", "start": "s", "layout": "none"}
BASE |= {"lsp_ids": [], "file_patterns": [], "display_names": {}}
WHOLE = STAND_INS | {"statements": ["a"]}
DECORATED = {"begins": "@", "follows": [], "texts": ["a"]}
OWED = {"begins": "a {", "follows": ["c"], "text": "c {}"}


def load(folder: Path, more: dict[str, Any]) -> quoin.Language:
    (folder / "language.json").write_text(json.dumps(BASE | more), encoding="utf-8")
    (folder / "n.lark").write_text('s: "a"+\n', encoding="utf-8")
    return quoin.load_language(folder)


def test_all_may_be_left_out(tmp_path: Path) -> None:
    manifest = load(tmp_path, {}).manifest
    assert (manifest.stand_ins, manifest.phrases, manifest.troubles) == (StandIns(), {}, {})


def test_all_are_read(tmp_path: Path) -> None:
    more = {"stand_ins": WHOLE, "phrases": {"p": ["s"]}, "troubles": {"A": {"": "m"}}}
    manifest = load(tmp_path, more).manifest
    assert manifest.stand_ins == StandIns(statements=("a",), nonsense="$")
    assert (manifest.phrases, manifest.troubles) == ({"p": ("s",)}, {"A": {"": "m"}})


def test_what_constructs_owe_is_read(tmp_path: Path) -> None:
    more = {
        "stand_ins": WHOLE
        | {"owed": [OWED], "decorated": [DECORATED], "closers": ["end"], "directives": [["a", "b"]]}
        | {"blocks": [["if", "else", "fi"]]}
    }
    manifest = load(tmp_path, more).manifest
    assert manifest.stand_ins.decorated == (Decorated("@", (), ("a",)),)
    assert manifest.stand_ins.closers == ("end",)
    assert manifest.stand_ins.directives == (("a", "b"),)
    assert manifest.stand_ins.blocks == (("if", "else", "fi"),)
    assert manifest.stand_ins.owed == (Owed("a {", ("c",), "c {}"),)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"stand_ins": []}, "'stand_ins' must be an object with the keys statements, headers"),
        ({"stand_ins": {"statements": ["a"]}}, "'stand_ins' must be an object with the keys"),
        ({"stand_ins": WHOLE | {"headers": "b"}}, "'headers' must be a list of texts"),
        ({"stand_ins": WHOLE | {"nonsense": ""}}, "'nonsense' must be a text that is not empty"),
        (
            {"stand_ins": WHOLE | {"owed": {}}},
            "'owed' must be a list of objects with the keys begins, follows",
        ),
        ({"stand_ins": WHOLE | {"owed": [OWED | {"text": " "}]}}, "'owed' must be a list of objects"),
        ({"stand_ins": WHOLE | {"owed": [OWED | {"follows": "c"}]}}, "'owed' must be a list of objects"),
        ({"stand_ins": WHOLE | {"owed": [{"text": "c"}]}}, "'owed' must be a list of objects"),
        (
            {"stand_ins": WHOLE | {"decorated": {}}},
            "'decorated' must be a list of objects with the keys begins",
        ),
        ({"stand_ins": WHOLE | {"decorated": [DECORATED | {"texts": []}]}}, "'decorated' must be a list"),
        ({"stand_ins": WHOLE | {"decorated": [DECORATED | {"begins": ""}]}}, "'decorated' must be a list"),
        ({"stand_ins": WHOLE | {"decorated": [{"begins": "@"}]}}, "'decorated' must be a list"),
        ({"stand_ins": WHOLE | {"closers": "end"}}, "'closers' must be a list of texts"),
        (
            {"stand_ins": WHOLE | {"directives": [["a"]]}},
            "'directives' must be a list of lists of two or more texts",
        ),
        ({"stand_ins": WHOLE | {"owed": [OWED | {"text": ["c"]}]}}, "'owed' must be a list of objects"),
        ({"phrases": ["a"]}, "'phrases' must be an object of lists of texts"),
        ({"phrases": {"p": "s"}}, "'p' must be a list of texts"),
        ({"troubles": ["a"]}, "'troubles' must be an object of objects of texts"),
        ({"troubles": {"A": ["m"]}}, "'A' must be an object of texts"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, more: dict[str, Any], message: str) -> None:
    with pytest.raises(quoin.LanguageError) as raised:
        load(tmp_path, more)
    assert message in str(raised.value)
