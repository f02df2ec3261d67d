"""The languages of files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quoin.engine.starter.texts import languages

GRAMMARS = Path(__file__).parents[4] / "grammars"


@pytest.mark.parametrize(
    ("path", "text", "language"),
    [
        ("a.py", "", "python"),
        ("a/b.pyi", "", "python"),
        ("a.mjs", "", "javascript"),
        ("a.jsx", "", "javascript"),
        ("a.ts", "", "typescript"),
        ("a.d.ts", "", "typescript"),
        ("a.tsx", "", "tsx"),
        ("a.rs", "", "rust"),
        ("a.kts", "", "kotlin"),
        ("a.c", "class a", "c"),
        ("a.h", "int a(void);\n", "c"),
        ("a.h", "struct a {};\n/* a class of things */\n", "c"),
        ("a.h", "namespace a {\n}\n", "cpp"),
        ("a.h", "  class a {};\n", "cpp"),
        ("a.h", "template <class T>\nT a();\n", "cpp"),
        ("a.h", "void a(std::string b);\n", "cpp"),
        ("a.hpp", "", "cpp"),
        ("a.scss", "", "css"),
        ("a.yml", "", "yaml"),
        ("a.R", "", "r"),
        ("a.sql", "", "sqlite"),
        ("a.h", "#import <A/A.h>\n@interface A : B\n", "objective-c"),
        ("a.m", "@interface A\n", "objective-c"),
        ("a.m", "x = 1;\n", None),
        (".bashrc", "", "bash"),
        (".gitignore", "", None),
        ("a", "#!/bin/sh\n", "bash"),
        ("a", "#!/usr/bin/env bash\n", "bash"),
        ("a", "#! /usr/local/bin/bash -e\n", "bash"),
        ("a", "#!/usr/bin/env python3\n", None),
        ("a", "#!/bin/csh\n", None),
        ("Dockerfile", "FROM a\n", None),
        ("Makefile", "", None),
        ("package.json", "", "json"),
        ("tsconfig.base.json", "", "json"),
        ("data.json", "", None),
        ("Cargo.toml.orig", "", "toml"),
        ("a.md", "", None),
        ("py", "", None),
    ],
)
def test_language(path: str, text: str, language: str | None) -> None:
    assert languages.by_contents(path, text) == language
    assert language is None or languages.by_name(path) is not None


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("a.d.ts", "stubs"),
        ("a.d.mts", "stubs"),
        ("a.pyi", "stubs"),
        ("a.ts", None),
        ("d.ts", None),
        ("a.scss", "dialects"),
        ("a.css", None),
    ],
)
def test_sides(path: str, kind: str | None) -> None:
    assert languages.side(path) == kind


def test_each_language_has_a_grammar() -> None:
    manifests = [json.loads(file.read_text()) for file in GRAMMARS.glob("*/language.json")]
    known = {manifest["name"] for manifest in manifests}
    assert "python" in known
    members = {name for manifest in manifests for name in manifest["lsp_ids"]}
    assert known | members >= languages.LANGUAGES
