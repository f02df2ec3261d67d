"""Small programs by version: the engine, the running interpreter and the tables say the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine.languages.marks import RUNNING, VERSIONS, interpreter_takes, takers, versions_of

TABLES = sorted((Path(__file__).parent / "programs").glob("*.txt"))
SIGNS = str.maketrans({"⏎": "\n", "␍": "\r", "␉": "\t", "␌": "\f", "␋": "\v"})


def cases() -> list[tuple[str, str]]:
    """Every line of the tables: the words before the bar, and the program with its signs."""
    lines = [line for table in TABLES for line in table.read_text("utf-8").split("\n")]
    parts = [line.partition("| ") for line in lines if line and not line.startswith("#")]
    return [(words.strip(), program) for words, _, program in parts]


CASES = cases()


@pytest.mark.parametrize(("words", "program"), CASES, ids=[ascii(program) for _, program in CASES])
def test_engine(words: str, program: str) -> None:
    assert takers(program.translate(SIGNS).encode()) == versions_of(words)


@pytest.mark.skipif(RUNNING not in VERSIONS, reason="no version of the grammar is the interpreter's")
@pytest.mark.parametrize(("words", "program"), CASES, ids=[ascii(program) for _, program in CASES])
def test_interpreter(words: str, program: str) -> None:
    assert interpreter_takes(program.translate(SIGNS)) == (RUNNING in versions_of(words))
