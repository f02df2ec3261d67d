"""Where an import goes: cases, and real files, which still compile and keep their docstring."""

from __future__ import annotations

import ast
import importlib
import random
import warnings
from functools import cache
from pathlib import Path

import pytest

from quoin.engine.languages.loader import GRAMMARS
from quoin.engine.languages.manifest import read_manifest
from quoin.lsp_server.documents.positions import split_lines
from quoin.lsp_server.languages.import_edit import import_edit, imports_edit
from quoin.lsp_server.languages.python_version import running_version
from quoin.lsp_server.offer import Import
from tests.support.case_lines import read_lines

CASES = list(read_lines(Path(__file__).parent / "import_edits.txt"))
MANIFEST = read_manifest(GRAMMARS / "python")
RULES = MANIFEST.names.imports
LIBRARY = sorted(Path(ast.__file__).parent.glob("*.py"))


@cache
def importable() -> dict[str, str]:
    assert RULES is not None
    return RULES.library(running_version(), MANIFEST.versions)


def edited(text: str, wanted: str) -> str:
    assert RULES is not None
    lines = split_lines(text)
    edit = import_edit(lines, wanted, RULES)
    return text if edit is None else "".join(lines[: edit.first]) + edit.text + "".join(lines[edit.after :])


@pytest.mark.parametrize("case", CASES)
def test_case(case: str) -> None:
    text, wanted, expected = (
        part.strip().replace("\\r", "\r").replace("\\n", "\n").replace("\\\\", "\\")
        for part in case.split("‖")
    )
    assert edited(text, wanted) == expected


def test_real_files_still_compile() -> None:
    rng = random.Random(3)
    compared = 0
    for file in rng.sample(LIBRARY, 60):
        text = file.read_text(encoding="utf-8")
        wanted = rng.choice(list(importable().values()))
        found = edited(text, wanted)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(found, str(file), "exec", dont_inherit=True)
            before, after = ast.parse(text), ast.parse(found)
        assert ast.get_docstring(before) == ast.get_docstring(after)
        imports = {ast.unparse(node) for node in after.body if isinstance(node, ast.Import | ast.ImportFrom)}
        assert any(wanted == one or one.startswith(wanted.rpartition(" ")[0]) for one in imports)
        compared += found != text
    assert compared > 40


@pytest.mark.parametrize("seed", range(5))
def test_several_imports_are_one_edit(seed: int) -> None:
    assert RULES is not None
    rng = random.Random(seed)
    text = "import re\n\nfrom typing import Any\n\nx = 1\n"
    names = rng.sample(sorted(importable()), 3)
    expected = text
    for name in names:
        expected = edited(expected, importable()[name])
    edit = imports_edit(text, [Import(name, importable()[name]) for name in names], RULES)
    assert edit is not None
    lines = split_lines(text)
    assert "".join(lines[: edit.first]) + edit.text + "".join(lines[edit.after :]) == expected


@pytest.mark.parametrize("name", sorted(importable()))
def test_the_library_has_what_the_table_says(name: str) -> None:
    line = importable()[name]
    if line == f"import {name}":
        importlib.import_module(name)
        return
    module = line.removeprefix("from ").removesuffix(f" import {name}")
    assert line == f"from {module} import {name}"
    found = importlib.import_module(module)
    assert hasattr(found, name) or importlib.import_module(f"{module}.{name}")
