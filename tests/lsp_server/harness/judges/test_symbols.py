"""Symbols by a grammar's terminals, and which of them have the same indentation."""

from __future__ import annotations

from pathlib import Path

import pytest

from quoin import load_language
from quoin.lsp_server.harness.judges.symbols import Symbols, runs_by_lines

TEXTS = {
    "go": (
        "func f() {\n\tx := `a b` // c\n}\n",
        ["func", "f", "(", ")", "{", "x", ":=", "`a b`", "// c", "}"],
    ),
    "json": ('{"a b": [-1.5e3, true]}', ["{", '"a b"', ":", "[", "-1.5e3", ",", "true", "]", "}"]),
    "jsonc": ("[ // one\n1 ?]", ["[", "// one", "1", "]"]),
}


@pytest.mark.parametrize("language", TEXTS)
def test_symbols(language: str) -> None:
    text, wanted = TEXTS[language]
    symbols = Symbols(load_language(language), Path())
    runs = symbols.runs(text)
    assert runs is not None
    found = sorted(span for run in runs for part in run for span in part)
    assert [text[start:end] for start, end in found] == wanted


def test_a_text_without_symbols() -> None:
    assert Symbols(load_language("json"), Path()).runs(" \n") is None


INDENTED = [
    ("a b\n c\n  d\n e\nf", ["d", "c|e", "a b|f"]),
    ("  a\n  b\nc\n  d", ["a b", "d", "c"]),
    ("a\n\n    b\n  c\n d\r\ne", ["b", "c", "d", "a|e"]),
    ("a\n b\n\n\n c\n", ["b c", "a"]),
]


@pytest.mark.parametrize(("text", "wanted"), INDENTED)
def test_runs(text: str, wanted: list[str]) -> None:
    spans = [(at, at + 1) for at, sign in enumerate(text) if sign.strip()]
    runs = runs_by_lines(text, spans)
    shown = ["|".join(" ".join(text[start:end] for start, end in part) for part in run) for run in runs]
    assert sorted(shown) == sorted(wanted)
