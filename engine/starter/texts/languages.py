"""The language of a file, by its name, and by its contents where names are shared.

The identifiers are those of `grammars/`; the members of its balanced families have their
own, as editors call them.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath

_EXTENSIONS = {
    "bash": "sh bash",
    "c": "c h",
    "cpp": "cc cpp cxx c++ hh hpp hxx h++ ipp inl tpp cppm ixx",
    "csharp": "cs csx",
    "css": "css scss less",
    "go": "go",
    "html": "html htm",
    "java": "java",
    "javascript": "js jsx mjs cjs",
    "lua": "lua rockspec",
    "python": "py pyi pyw",
    "rust": "rs",
    "solidity": "sol",
    "sqlite": "sql",
    "toml": "toml",
    "tsx": "tsx",
    "typescript": "ts mts cts",
    "yaml": "yaml yml",
    "zig": "zig",
    # The languages with C's signs.
    "cuda": "cu cuh",
    "dart": "dart",
    "glsl": "glsl vert frag comp",
    "groovy": "groovy gradle",
    "hlsl": "hlsl",
    "kotlin": "kt kts",
    "objective-c": "m mm",
    "php": "php",
    "proto": "proto",
    "scala": "scala sc",
    "swift": "swift",
    "vala": "vala",
    # The languages with Haskell's.
    "elm": "elm",
    "haskell": "hs",
    "idris": "idr",
    "purescript": "purs",
    # The languages with Lisp's.
    "clojure": "clj cljs cljc edn",
    "commonlisp": "lisp lsp",
    "elisp": "el",
    "fennel": "fnl",
    "racket": "rkt",
    "scheme": "scm ss",
    # The languages with blocks as in Ruby, or with its comments.
    "coffeescript": "coffee",
    "crystal": "cr",
    "elixir": "ex exs",
    "gdscript": "gd",
    "graphql": "graphql gql",
    "hcl": "hcl tf",
    "julia": "jl",
    "nim": "nim",
    "r": "r",
    "ruby": "rb rake gemspec",
    "starlark": "bzl",
}
_LANGUAGES = {ending: name for name, endings in _EXTENSIONS.items() for ending in endings.split()}

_NAMES = {
    ".bash_aliases": "bash",
    ".bash_logout": "bash",
    ".bash_profile": "bash",
    ".bashrc": "bash",
    ".clang-format": "yaml",
    ".profile": "bash",
    "Cargo.toml.orig": "toml",  # what a person wrote; `Cargo.toml` in a crate is made from it
    "Gemfile": "ruby",
    "Pipfile": "toml",
    "Rakefile": "ruby",
    "composer.json": "json",
    "deno.json": "json",
    "package.json": "json",
}
_TSCONFIG = re.compile(r"tsconfig(\.\w+)*\.json")

LANGUAGES = frozenset({*_LANGUAGES.values(), *_NAMES.values()})

UNKNOWN = "?"
"""What `by_name` returns when only the contents can tell."""

SIDES = {"dialects": 0.5, "stubs": 0.1}
"""Files that are not quite what their language is about, with their maximal share of its bytes.

Dialects are those of CSS; stubs declare what another file defines.
"""
_SIDES = {
    ".d.cts": "stubs",
    ".d.mts": "stubs",
    ".d.ts": "stubs",
    ".less": "dialects",
    ".pyi": "stubs",
    ".scss": "dialects",
}

_SHELL = re.compile(r"#!\s*/\S*\b(?:env\s+)?(?:ba|da|k)?sh\b")
_CPP = re.compile(r"^\s*(?:class|namespace|template|using namespace|public:|private:)\b|std::", re.MULTILINE)
_OBJECTIVE_C = re.compile(r"^\s*(?:#import|@interface|@implementation|@protocol|@end)\b", re.MULTILINE)


def by_name(path: str) -> str | None:
    """Return the language of a file, `UNKNOWN`, or None if it is in none of the languages."""
    name = PurePosixPath(path).name
    if name in _NAMES:
        return _NAMES[name]
    if _TSCONFIG.fullmatch(name):
        return "json"
    stem, dot, ending = name.rpartition(".")
    return _LANGUAGES.get(ending.lower()) if dot and stem else UNKNOWN if not dot else None


def by_contents(path: str, text: str) -> str | None:
    """Return the language of a file; None if it is in none of the languages."""
    language = by_name(path)
    if language == UNKNOWN:
        return "bash" if _SHELL.match(text) else None
    if language == "c" and path.endswith((".h", ".H")):
        return "objective-c" if _OBJECTIVE_C.search(text) else "cpp" if _CPP.search(text) else "c"
    if language == "objective-c" and not _OBJECTIVE_C.search(text):
        return None  # most likely a program for MATLAB
    return language


def side(path: str) -> str | None:
    """Return the kind in `SIDES` that a file is of; None if it is of none."""
    return next((kind for ending, kind in _SIDES.items() if path.endswith(ending)), None)
