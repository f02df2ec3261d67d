"""Cells of a notebook are completed with what the other cells bind."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from .window import picked

if TYPE_CHECKING:
    from pathlib import Path

    from .window import Window

CELLS = (
    "%matplotlib inline\nimport math",
    "def area_of_circle(radius):\n    return math.pi * radius * radius",
    "for radius in (1, 2, 3):\n    print(",
)


@pytest.fixture
def settings() -> dict[str, object]:
    return {"names": "strict"}


def test_cells_know_each_other(window: Window, file: Path, tmp_path: Path) -> None:
    notebook = file.with_suffix(".ipynb")
    notebook.write_text(json.dumps(notebook_of(CELLS)), encoding="utf-8")
    window.press("Escape", "Control+P")
    window.wait("document.querySelector('.quick-input-widget input')?.matches(':focus')")
    window.do("insert", text=str(notebook))
    window.wait(f"{picked()}.includes({json.dumps(notebook.name)})")
    window.press("Enter")
    window.wait("document.querySelectorAll('.notebookOverlay .code-cell-row').length === 3", 90)
    window.do("click", selector=".notebookOverlay .code-cell-row >> nth=2 >> .view-line >> nth=1")
    window.press("Control+End")
    window.status("ready", 60)
    window.type("area_")
    assert window.ghost_text().startswith("of_circle(")
    window.shoot(tmp_path / "notebook.png")
    window.press("Tab")
    window.saved(notebook, lambda text: "print(area_of_circle(" in text)


def notebook_of(texts: tuple[str, ...]) -> dict[str, object]:
    """A notebook with cells of Python, as it is kept in a file."""
    cells: list[dict[str, object]] = [
        {
            "cell_type": "code",
            "execution_count": None,
            "metadata": {},
            "outputs": [],
            "source": text.splitlines(keepends=True),
        }
        for text in texts
    ]
    language = {"language_info": {"name": "python"}}
    return {"cells": cells, "metadata": language, "nbformat": 4, "nbformat_minor": 5}
