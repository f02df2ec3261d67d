"""Completions in the languages beside Python, also by a model that does not know them: they fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from quoin.engine.model import STARTER
from quoin.lsp_server.languages.languages import packaged
from tests.differential.oracles.judging import oracle_or_skip
from tests.lsp_server.completion.test_completion import UNHURRIED, ask

if TYPE_CHECKING:
    from tests.lsp_server.conftest import Start

MARKED = {
    "go": [
        "package p\n\nfunc f(a, b int) int {\n\treturn █\n}\n",
        "package p\n\nfunc f(x []int) {\n\tfor _, y := range █ {\n\t\tg(y)\n\t}\n}\n",
        "package p\n\nvar x = a █\n+ b\n",
        "package p\n\ntype T struct {\n\ta int\n\t█\n}\n",
    ],
    "java": [
        "class A {\n    int f(int a, int b) {\n        return █;\n    }\n}\n",
        "class A {\n    void f(int[] x) {\n        for (int y : █) g(y);\n    }\n}\n",
        "class A<T> {\n    █\n    A() {}\n}\n",
        "import a.b;\n\n█ {\n    A() {}\n}\n",
    ],
    "javascript": [
        "function f(a, b) {\n  return █\n}\n",
        "for (const x of █) {\n  g(x)\n}\n",
        "const a = `b${█}c`\nd()\n",
        "class A {\n  x = █\n  y() {}\n}\n",
    ],
    "json": ['{"name": "quoin", "size": █}\n', "[1, 2, █", '{"a": {█}, "b": null}'],
    "jsonc": ['{\n  // one\n  "a": █,\n}\n', "[1, █ /* two */]"],
    "lua": [
        "local x = █\nreturn x\n",
        "function f(a, b)\n  return █\nend\n",
        "for i = 1, 10 do\n  █\nend\n",
        "local t = { a = █ }\n(f)()\n",
    ],
    "sqlite": [
        "SELECT a, █ FROM t;\n",
        "UPDATE t SET a = █ WHERE b;\n",
        "INSERT INTO t VALUES (█);\nSELECT 1;\n",
        "SELECT *\n  FROM t\n WHERE a = █\n ORDER BY a;\n",
    ],
    "tsx": [
        "const a = <b c={█}>d</b>\n",
        "const f = <T,>(a: T) => <b>{a.█}</b>\n",
        "function A({ b }: C<█>) {\n  return (\n    <d e={b}>\n      text\n    </d>\n  )\n}\n",
    ],
    "typescript": [
        "function f(a: █, b?: number): void {}\n",
        "interface A {\n  a: string\n  b(c: █): void\n}\n",
        "const a = b<█>(c)\nd()\n",
        "class A<T> {\n  x: T = █\n  y(): void {}\n}\n",
    ],
}


@pytest.mark.parametrize("language", MARKED)
async def test_every_completion_parses(start: Start, language: str) -> None:
    oracle = oracle_or_skip(language)
    client = await start({**UNHURRIED, "trusted": True, "model.path": str(STARTER)})
    for marked in MARKED[language]:
        texts = await ask(client, marked, language=oracle.language.lsp_ids[0])
        assert [(text, oracle.refusal(text)) for text in texts if oracle.refusal(text)] == []
        assert texts, marked


@pytest.mark.parametrize(
    ("language_id", "file", "language"),
    [
        ("cpp", "a.h", "cpp"),
        ("c", "a.h", "c"),
        ("c", "a.cpp", "c"),
        ("objective-c", "a.h", "c_like"),
        ("", "a.h", "c"),
        ("", "a.hpp", "cpp"),
        ("typescriptreact", "a.ts", "tsx"),
    ],
)
def test_what_the_editor_says_counts_more_than_the_name(language_id: str, file: str, language: str) -> None:
    assert [known.name for known in packaged() if known.is_of(language_id, file)] == [language]


@pytest.mark.parametrize(
    ("language_id", "file", "name"),
    [
        ("kotlin", "a.kt", "kotlin"),
        ("", "a.kts", "kotlin"),
        ("swift", "a.kt", "swift"),
        ("", "a.swift", "c_like"),
        ("csharp", "a.cs", "csharp"),
        ("javascriptreact", "a.jsx", "javascript"),
        ("shellscript", "a.sh", "bash"),
    ],
)
def test_what_people_call_a_language(language_id: str, file: str, name: str) -> None:
    assert [known.called(language_id, file) for known in packaged() if known.is_of(language_id, file)] == [
        name
    ]
