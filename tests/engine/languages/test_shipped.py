"""Every language that comes with quoin: its examples are what they say, also by what decides for it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import quoin
from quoin.engine.languages.loader import GRAMMARS, language_names, manifest_of
from quoin.engine.languages.manifest import Comments
from tests.differential.oracles.judging import oracle_or_skip

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
    load = quoin.load_language(language)
    for left, right in [(text, b""), (b"", text), (text[: len(text) // 2], text[len(text) // 2 :])]:
        assert load.quotient(left, right).start().member == expected, left
    oracle = oracle_or_skip(language)
    assert (oracle.refusal(text.decode()) is None) == expected


@pytest.mark.parametrize(
    ("file", "list_"),
    [
        ("neovim/lua/quoin/languages.lua", r"PACKAGED = \{(.*?)\}"),
        ("neovim/packages/lspconfig.lua", r"filetypes = \{(.*?)\}"),
        ("vscode/src/languages.ts", r"PACKAGED: readonly string\[\] = \[(.*?)\]"),
        ("vscode/package.json", r'"activationEvents": \[(.*?)\]'),
    ],
)
def test_editors_know_the_languages(file: str, list_: str) -> None:
    """An editor cannot ask the server before it starts it."""
    match = re.search(list_, (GRAMMARS.parent / "editors" / file).read_text("utf-8"), re.DOTALL)
    assert match is not None
    listed = re.findall(r"""(?:'|"|onLanguage:)([\w-]+)['"]""", match[1])
    ids = [one for name in language_names() for one in quoin.load_language(name).lsp_ids]
    assert sorted(set(listed) - {"onStartupFinished"}) == sorted(ids)


@pytest.mark.parametrize(
    ("language", "line", "block", "indentation"),
    [
        ("bash", "#", (), "  "),
        ("c", "//", ("/*", "*/"), "    "),
        ("c_like", "//", ("/*", "*/"), "    "),
        ("cpp", "//", ("/*", "*/"), "    "),
        ("csharp", "//", ("/*", "*/"), "    "),
        ("css", "", ("/*", "*/"), "  "),
        ("go", "//", ("/*", "*/"), "\t"),
        ("haskell_like", "--", ("{-", "-}"), "  "),
        ("html", "", ("<!--", "-->"), "  "),
        ("java", "//", ("/*", "*/"), "    "),
        ("javascript", "//", ("/*", "*/"), "  "),
        ("json", "", (), "  "),
        ("jsonc", "//", ("/*", "*/"), "  "),
        ("lisp", ";", ("#|", "|#"), "  "),
        ("lua", "--", ("--[[", "]]"), "  "),
        ("php", "//", ("/*", "*/"), "    "),
        ("python", "#", (), "    "),
        ("rust", "//", ("/*", "*/"), "    "),
        ("ruby_like", "#", (), "  "),
        ("solidity", "//", ("/*", "*/"), "    "),
        ("sqlite", "--", ("/*", "*/"), "  "),
        ("zig", "//", (), "    "),
        ("toml", "#", (), "  "),
        ("yaml", "#", (), "  "),
        ("tsx", "//", ("/*", "*/"), "  "),
        ("typescript", "//", ("/*", "*/"), "  "),
    ],
)
def test_comments_and_indentation(language: str, line: str, block: tuple[str, ...], indentation: str) -> None:
    manifest = manifest_of(language)
    assert (manifest.comments, manifest.indentation) == (Comments(line, block), indentation)


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_examples_of_both_kinds(language: str) -> None:
    kinds = {file.parent.name for file in FILES if name(file).startswith(f"{language}/")}
    assert kinds == {"accept", "reject"}
