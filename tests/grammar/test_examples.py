"""Each language's examples: the files in `accept` are programs, those in `reject` are not."""

from __future__ import annotations

import ast
import sys
import warnings
from typing import TYPE_CHECKING

import pytest

import engine
from engine.languages.loader import GRAMMARS

if TYPE_CHECKING:
    from pathlib import Path

EXAMPLES = sorted(GRAMMARS.glob("*/examples/*/*"))
PYTHON_EXAMPLES = [file for file in EXAMPLES if file.suffix == ".py"]


def name(file: Path) -> str:
    return file.relative_to(GRAMMARS).as_posix()


def is_program(language: str, text: bytes) -> bool:
    state = engine.load_language(language).quotient("", "").start()
    return state.advance(text) and state.member


@pytest.mark.parametrize("file", EXAMPLES, ids=name)
def test_grammar_takes_what_it_should(file: Path) -> None:
    language = file.relative_to(GRAMMARS).parts[0]
    assert is_program(language, file.read_bytes()) == (file.parent.name == "accept")


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="the grammar is that of Python 3.11")
@pytest.mark.parametrize("file", PYTHON_EXAMPLES, ids=name)
def test_examples_are_what_python_says(file: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            ast.parse(file.read_bytes())
        except SyntaxError:
            parses = False
        else:
            parses = True
    assert parses == (file.parent.name == "accept")
