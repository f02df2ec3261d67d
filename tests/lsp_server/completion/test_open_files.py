"""Which other open documents a model may see, and under what names."""

from __future__ import annotations

import pytest

from quoin.lsp_server.completion.open_files import MAX_CHARACTERS, OpenFiles
from quoin.lsp_server.documents.documents import Documents, Edit
from quoin.lsp_server.documents.notebooks import Notebooks
from quoin.lsp_server.languages.languages import Languages

HERE = "file:///home/me/project/here.py"
OPEN = [
    ("file:///home/me/project/pkg/a%20b.py", "python", "a = 1\n"),
    ("file:///elsewhere/c.py", "python", "c = 1\n"),
    ("untitled:Untitled-1", "python", "d = 1\n"),
    ("file:///home/me/project/blank.py", "python", " \n"),
    ("file:///home/me/project/large.py", "python", "x" * (MAX_CHARACTERS + 1)),
    ("file:///home/me/project/notes.txt", "plaintext", "notes"),
    ("file:///home/me/project/half.py", "python", "'\ud83d'\n"),
    (HERE, "python", "here\n"),
]
LATEST_FIRST = [("Untitled-1", "d = 1\n"), ("c.py", "c = 1\n"), ("pkg/a b.py", "a = 1\n")]


@pytest.fixture
def documents() -> Documents:
    documents = Documents()
    for uri, language_id, text in OPEN:
        documents.open(uri, language_id, 1, text)
    return documents


@pytest.mark.parametrize("most", [0, 1, 2, 3, 20])
def test_the_latest_of_the_same_language(documents: Documents, most: int) -> None:
    neighbours = OpenFiles(documents, Languages(), Notebooks(documents))
    neighbours.roots = ["file:///nowhere", "file:///home/me/project"]
    assert neighbours.of(documents.get(HERE), most) == tuple(LATEST_FIRST[:most])


def test_what_was_changed_last_comes_first(documents: Documents) -> None:
    neighbours = OpenFiles(documents, Languages(), Notebooks(documents))
    documents.change(OPEN[0][0], 2, [Edit("a = 2\n")])
    assert neighbours.of(documents.get(HERE), 2) == (("a b.py", "a = 2\n"), LATEST_FIRST[0])
    documents.close(OPEN[0][0])
    assert neighbours.of(documents.get(HERE), 2) == tuple(LATEST_FIRST[:2])
