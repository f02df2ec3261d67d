"""Every language that comes with quoin: its examples are what they say, also by what decides for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import engine
from engine.languages.loader import GRAMMARS, language_names
from tests.differential.oracles import oracle_of

if TYPE_CHECKING:
    from pathlib import Path

# Python's say more, by version: see test_examples.py.
LANGUAGES = [name for name in language_names() if name != "python"]
FILES = [file for name in LANGUAGES for file in sorted((GRAMMARS / name / "examples").glob("*/*"))]


def name(file: Path) -> str:
    return file.relative_to(GRAMMARS).as_posix()


@pytest.mark.parametrize("file", FILES, ids=name)
def test_example(file: Path) -> None:
    language, text = name(file).partition("/")[0], file.read_bytes()
    expected = file.parent.name == "accept"
    load = engine.load_language(language)
    for left, right in [(text, b""), (b"", text), (text[: len(text) // 2], text[len(text) // 2 :])]:
        assert load.quotient(left, right).start().member == expected, left
    try:
        oracle = oracle_of(None, language)
    except FileNotFoundError as error:
        pytest.skip(str(error))
    assert (oracle.refusal(text.decode()) is None) == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_examples_of_both_kinds(language: str) -> None:
    kinds = {file.parent.name for file in FILES if name(file).startswith(f"{language}/")}
    assert kinds == {"accept", "reject"}
