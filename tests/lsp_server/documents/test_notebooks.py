"""The order of a notebook's cells follows the client's changes, and each cell knows the texts around it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from quoin.lsp_server.documents.documents import Documents
from quoin.lsp_server.documents.notebooks import Notebooks
from tests.support.effort import examples

NOTEBOOK = "file:///project/a.ipynb"


def cell(number: int) -> str:
    return f"vscode-notebook-cell:/project/a.ipynb#W{number}"


changes = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 3), st.integers(0, 3)), max_size=8)


@examples(100)
@given(st.integers(0, 5), changes)
def test_a_changed_notebook_equals_a_list(size: int, edits: list[tuple[int, int, int]]) -> None:
    documents = Documents()
    notebooks = Notebooks(documents)
    numbers = iter(range(100))
    there = [next(numbers) for _ in range(size)]
    notebooks.open(NOTEBOOK, [cell(number) for number in there])
    for at, deleted, added in edits:
        start = min(at, len(there))
        new = [next(numbers) for _ in range(added)]
        there[start : start + deleted] = new
        notebooks.change(NOTEBOOK, start, deleted, [cell(number) for number in new])
    for number in there:
        documents.open(cell(number), "python", 1, f"cell {number}")
    for at, number in enumerate(there):
        around = notebooks.around(documents.get(cell(number)))
        assert around.before == tuple(f"cell {one}" for one in there[:at])
        assert around.after == tuple(f"cell {one}" for one in there[at + 1 :])


def test_what_is_no_cell_like_the_cursors_is_left_out() -> None:
    documents = Documents()
    notebooks = Notebooks(documents)
    notebooks.open(NOTEBOOK, [cell(number) for number in range(5)])
    opened = [("python", "first"), ("markdown", "# Title"), ("python", "'\ud83d'"), ("python", "here")]
    for number, (language, text) in enumerate(opened):
        documents.open(cell(number), language, 1, text)
    here = documents.get(cell(3))
    assert notebooks.around(here) == (("first",), ())
    notebooks.close(NOTEBOOK)
    assert notebooks.around(here) == ((), ())
    notebooks.change(NOTEBOOK, 0, 0, [cell(3)])
    assert notebooks.around(here) == ((), ())
