"""The grammar's examples: the files in `accept` are programs, those in `reject` are not.

A first line such as `# since 3.10` says for which versions that holds; for the others the
opposite does.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from quoin.engine.languages.loader import GRAMMARS
from tests.engine.languages.marks import RUNNING, VERSIONS, interpreter_takes, takers, versions_of

if TYPE_CHECKING:
    from pathlib import Path

FOLDER = GRAMMARS / "python" / "examples"
EXAMPLES = sorted(FOLDER.glob("*/*"))


def name(file: Path) -> str:
    return file.relative_to(FOLDER).as_posix()


def expected(file: Path) -> frozenset[str]:
    """The versions that should take an example."""
    mark = re.match(r"# ((?:since|until|from|in) [\d. to]+)\n", file.read_text("utf-8"))
    marked = versions_of(mark[1] if mark else "all")
    return marked if file.parent.name == "accept" else frozenset(VERSIONS) - marked


@pytest.mark.parametrize("file", EXAMPLES, ids=name)
def test_grammar_takes_what_it_should(file: Path) -> None:
    assert takers(file.read_bytes()) == expected(file)


@pytest.mark.skipif(RUNNING not in VERSIONS, reason="no version of the grammar is the interpreter's")
@pytest.mark.parametrize("file", EXAMPLES, ids=name)
def test_examples_are_what_python_says(file: Path) -> None:
    assert interpreter_takes(file.read_bytes()) == (RUNNING in expected(file))
