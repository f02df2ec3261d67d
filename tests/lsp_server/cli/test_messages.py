"""What `quoin check` says: cases with their messages in `messages.txt`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import quoin
from quoin.engine.explain.phrases import in_phrases
from quoin.lsp_server.cli.judgement import judge
from quoin.lsp_server.cli.render import words
from tests.support.case_lines import parse_parts, read_lines

LINES = list(read_lines(Path(__file__).with_name("messages.txt")))
CASES = list(zip(LINES[::2], LINES[1::2], strict=True))


def check(case: str, message: str) -> None:
    parts = parse_parts(case)
    verdict = judge(quoin.load_language("python", "3.11"), parts.left, parts.middle, parts.right)
    assert words(verdict)[0] == message


@pytest.mark.parametrize(("case", "message"), CASES, ids=[case for case, _ in CASES])
def test_message(case: str, message: str) -> None:
    check(case, message.removeprefix("    "))


@pytest.mark.parametrize("version", quoin.load_language("python").versions)
def test_every_version_has_the_phrases(version: str) -> None:
    language = quoin.load_language("python", version)
    for left, phrase in (("", "a statement"), ("x = (1 + ", "an operand"), ("x = ", "an expression")):
        assert phrase in in_phrases(language, language.quotient(left, "").start().expected())


def test_a_phrase_of_an_unknown_rule_is_named(tmp_path: Path) -> None:
    manifest: dict[str, Any] = {
        "name": "n",
        "grammar": "n.lark",
        "start": "s",
        "layout": "none",
        "lsp_ids": [],
    }
    manifest |= {"file_patterns": [], "display_names": {}, "phrases": {"a thing": ["thing"]}}
    (tmp_path / "language.json").write_text(json.dumps(manifest), encoding="utf-8")
    (tmp_path / "n.lark").write_text('s: "a"+\n', encoding="utf-8")
    with pytest.raises(quoin.LanguageError, match="phrases: a thing: there is no rule thing"):
        in_phrases(quoin.load_language(tmp_path), ["`a`"])
