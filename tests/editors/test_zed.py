"""The extension for Zed names the languages that quoin has, by the names that Zed has for them."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# Zed's names of the languages in `grammars/`.
NAMES = {
    "bash": ("Shell Script",),
    "c": ("C",),
    "c_like": (
        "Dart",
        "Groovy",
        "Kotlin",
        "Proto",
        "Scala",
        "Swift",
        "Vala",
    ),
    "cpp": ("C++",),
    "csharp": ("C#",),
    "css": ("CSS",),
    "go": ("Go",),
    "haskell_like": ("Elm", "Haskell", "Idris2", "PureScript"),
    "html": ("HTML",),
    "java": ("Java",),
    "javascript": ("JavaScript",),
    "json": ("JSON",),
    "jsonc": ("JSONC",),
    "lisp": ("Clojure", "Common Lisp", "Fennel", "Racket", "Scheme"),
    "lua": ("Lua",),
    "php": ("PHP",),
    "python": ("Python",),
    "ruby_like": (
        "CoffeeScript",
        "Crystal",
        "Elixir",
        "GDScript",
        "GraphQL",
        "HCL",
        "Julia",
        "Nim",
        "R",
        "Ruby",
        "Starlark",
        "Terraform",
    ),
    "rust": ("Rust",),
    "solidity": ("Solidity",),
    "sqlite": ("SQL",),
    "toml": ("TOML",),
    "tsx": ("TSX",),
    "typescript": ("TypeScript",),
    "yaml": ("YAML",),
    "zig": ("Zig",),
}


def test_languages() -> None:
    tomllib = pytest.importorskip("tomllib")
    manifest = tomllib.loads((ROOT / "editors" / "zed" / "extension.toml").read_text(encoding="utf-8"))
    shipped = {path.parent.name for path in (ROOT / "grammars").glob("*/language.json")}
    assert set(NAMES) == shipped
    assert sorted(manifest["language_servers"]["quoin"]["languages"]) == sorted(chain(*NAMES.values()))
