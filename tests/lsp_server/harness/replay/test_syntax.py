"""Comments and strings, found by a scanner of the harness's own, beside Python's tokenizer."""

from __future__ import annotations

import io
import tokenize
from pathlib import Path

import pytest

import quoin.lsp_server

from .languages import syntax_of

# Code stands as it is, comments and strings between « and ».
CASES = {
    "python": [
        "x = «'a'» «# b»\ny",
        "«'''a\n'b''\\''''» x",
        '«"""a"" ',
        "«'a»\nx",
        "r«'\\' x»",
        "«'a\\\nb'» c",
        "«'# no'» «# 'no»\n",
    ],
    "go": ["«// a»\nb «/* c\n */» d", "«`a\n\\`» b", "«'\\''» b", "«/* a\n"],
    "java": ['«"""\na "b" """» c', "«// a»\r\nb"],
    "json": ['{«"a\\"b"»: 1}'],
    "jsonc": ["«// a»\n1 «/* b */» 2"],
    "php": ["«a 'b <?php» c «// d? »«?> e <?=» f «?>»", "«<?php» a «'b\nc'» «# d»\n#[e] «/* f */» «\"g"],
    "lua": ["«--[[ a\n]]» b «-- c»\n«[==[ ]] ]==]» d «[[ e"],
    "sqlite": ["«-- a»\n«'it'»«'s'» «\"b\"» «/* c */» d"],
}


@pytest.mark.parametrize(("language", "text"), [(name, text) for name in CASES for text in CASES[name]])
def test_comments_and_strings(language: str, text: str) -> None:
    plain = text.replace("«", "").replace("»", "")
    found, at = "", 0
    for start, end in syntax_of(language).spans(plain):
        found += f"{plain[at:start]}«{plain[start:end]}»"
        at = end
    found += plain[at:]
    # A span that the text's end cuts has no sign for it.
    assert found in {text, f"{text}»"}


def test_python_as_its_tokenizer_sees_it() -> None:
    files = sorted(Path(quoin.lsp_server.__file__).parent.rglob("*.py"))
    assert len(files) > 50
    for file in files:
        text = file.read_text(encoding="utf-8")
        starts = [0]
        for line in text.splitlines(keepends=True):
            starts.append(starts[-1] + len(line))
        wanted = {
            starts[token.end[0] - 1] + token.end[1]
            for token in tokenize.generate_tokens(io.StringIO(text).readline)
            if token.type in {tokenize.COMMENT, tokenize.STRING}
        }
        found = {end for _, end in syntax_of("python").spans(text)}
        if hasattr(tokenize, "FSTRING_START"):
            assert wanted <= found
        else:
            assert wanted == found


@pytest.mark.parametrize(
    ("before", "so"),
    [("x = ", True), ("x = 'a", False), ("x = 'a'", True), ("# a", False), ("# a\n", True), ("'''\n", False)],
)
def test_whether_what_is_typed_is_code(before: str, *, so: bool) -> None:
    assert syntax_of("python").is_code(before) is so
