"""Which files of a package to learn from, by their paths: those that its authors wrote by hand."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from quoin.engine.starter.texts.chance import chance
from quoin.engine.starter.texts.languages import by_name

if TYPE_CHECKING:
    from collections.abc import Collection

TEST_SHARE = 0.15
"""The share of a package's tests that is used, since tests are very similar to each other."""

_COPIED = re.compile(
    r"""_?vendor(ed|s)?|_?extern(als?)?|third[-_]?party|3rd[-_]?party|bower_components|node_modules|_?bundled
    |site-packages""",
    re.VERBOSE,
)
"""Folders with copies of other packages."""

_BUILT = re.compile(
    r"""dist|builds?|lib-cov|coverage|umd|cjs|esm?|esnext|es\d+|amd|iife|min|minified|compiled|transpiled|fesm\d*
    |bundles?|prebuilt|prebuilds|public|deps|_?static|static-build|typedoc|javadoc""",
    re.VERBOSE,
)
"""Folders with what a build writes, or with what a page loads."""

_ON_PAGES = re.compile(r"libs?|plugins|components|assets|js|css|scripts")
"""Folders with the scripts of others that a server sends to browsers."""

_GENERATED = re.compile(
    r"""_?generated(_\w+)?|gen|_gen|autogen|pb|migrations|__pycache__
    |[_-]?locales?|localedata|i18n|l10n|translations?|nls|cldr|unicode_?data|zoneinfo|encodings|pydoc_data
    |test-?_?data|_?_?fixtures?_?_?|_?_?snapshots?_?_?|golden(s|_?files)?|fuzz|baselines?|cassettes|expected
    |licen[sc]es|idle_test|lib2to3""",
    re.VERBOSE,
)
"""Folders with generated code, tables, and data that tests read, often broken on purpose."""

_BROKEN = re.compile(
    r"""(^|/)(tests?|trybuild)/(.*/)?(ui|compile[-_]?fail|fail|invalid|bad|broken|errors?)/
    |SPIRV-Cross/(reference|shaders)|glslang/Test/|^mcs/errors/""",
    re.VERBOSE,
)
"""Tests that do not compile, on purpose, or that a compiler wrote."""

_FROM_DESCRIPTIONS = re.compile(r"(^|/)(anthropic|openai|langsmith)/(types|resources)/")
"""Modules made from a description of an interface, without saying so."""

_SKIPPED_NAMES = re.compile(
    r""".*_pb2(_grpc)?\.pyi?|.*\.pb(\.gw)?\.go|.*_grpc\.pb\.\w+|.*\.pb\.(cc|h)|.*\.twirp\.go|.*_pb\.(js|d\.ts)
    |zz_generated.*|.*[._-](gen|generated|autogen|g|designer)\.\w+|.*_(string|mock|easyjson|ffjson)\.go|mock_.*\.go
    |.*[.-]min\.\w+|.*[.-](bundle|umd|iife|prod|production|global|slim)(\.\w+)+
    |(package-lock|npm-shrinkwrap|composer\.lock)(\.json)?|pnpm-lock\.yaml|.*\.lock
    |_?(entities|mappings?|tables?|data|unicode.*|versions?|emoji\w*|lextab|yacctab|parsetab|_sysconfigdata.*)\.\w+
    |(jquery|bootstrap|d3|moment|lodash|underscore|popper|select2|codemirror|highlight|mathjax|katex|plotly
       |modernizr|font-?awesome|normalize|require|backbone|handlebars|prettify|swagger-ui\w*|redoc
       |three|vue|react|angular|ace)([.-].*)?\.(js|css|scss|less)
    |config-\d.*|module-info\.java|__\w+_api\.(c|h)|.*_api_table\.h""",
    re.VERBOSE | re.IGNORECASE,
)
"""Names of generated files, lock files, tables, and copies of well-known libraries for browsers."""

_TEST = re.compile(
    r"""_{0,2}(tests?|testing|e2e|benchmarks?|benches?|bench)_{0,2}|unit_?tests?|integration[-_]?tests?
    |test_.*|.*_tests?\.\w+|.*[.-](test|spec|cy|e2e|bench|stories)\.\w+|conftest\.py
    |.*(Tests?|TestCase|Specs?|IT)\.(java|kt|scala|cs|swift|groovy)|(android|jvm|common)test|testfixtures""",
    re.VERBOSE,
)

_TEMPLATE = re.compile(r"\{\{|\{%|\$\{|<%|__\w+_name__|cookiecutter")

_FOR_PAGES = frozenset({"css", "html", "javascript", "json", "tsx", "typescript"})
"""The languages whose packages hold what a build wrote."""

_NOT_SERVED = frozenset({"tsx", "typescript"})
"""The languages among them that no page loads: their files are sources."""

_WITHOUT_PAGES = frozenset({"crates", "go", "maven", "pypi"})
"""The registries whose packages are mostly in other languages than browsers'."""

_EMBEDDED = {"crates": frozenset({"c", "cpp"}), "debian": frozenset({"csharp"})}
"""The languages of the libraries that a crate, or Mono, brings along and compiles."""


def refusal(registry: str, path: str) -> str | None:
    """Return the reason for not reading a file of a package, by its path; None if there is none."""
    language = by_name(path)
    if language is None:
        return "no language"
    *folders, name = PurePosixPath(path).parts
    lower = [folder.lower() for folder in folders]
    if _SKIPPED_NAMES.fullmatch(name) or _TEMPLATE.search(path):
        return "name"
    if any(map(_GENERATED.fullmatch, lower)) or _FROM_DESCRIPTIONS.search(path):
        return "folder of generated code"
    if any(map(_COPIED.fullmatch, lower)) and language not in _EMBEDDED.get(registry, ()):
        return "folder of copies"
    if language in _FOR_PAGES and _is_for_pages(registry, language, lower):
        return "folder of a build"
    return "broken on purpose" if _BROKEN.search(path) else None


def _is_for_pages(registry: str, language: str, folders: list[str]) -> bool:
    return any(map(_BUILT.fullmatch, _beside_source(folders))) or (
        registry in _WITHOUT_PAGES and language not in _NOT_SERVED and any(map(_ON_PAGES.fullmatch, folders))
    )


def _beside_source(folders: list[str]) -> list[str]:
    """Return the folders above the last one of sources, or all; `src/lib` is written, `lib` may be built."""
    return folders[: folders.index("src")] if "src" in folders else folders


def is_made_of(path: str, others: Collection[str]) -> bool:
    """Return whether a script was compiled from a source that is not there: its declarations or map are."""
    stem, _, ending = path.rpartition(".")
    if ending not in {"js", "mjs", "cjs"}:
        return False
    return f"{stem}.d.{ending.replace('js', 'ts')}" in others or f"{path}.map" in others


def is_test(path: str) -> bool:
    """Return whether a file is a test."""
    *folders, name = PurePosixPath(path).parts
    return any(map(_TEST.fullmatch, [*map(str.lower, folders), name]))


def is_left_out(label: str, path: str) -> bool:
    """Return whether a file is one of the tests that are not used."""
    return is_test(path) and chance("test", label, path) >= TEST_SHARE
