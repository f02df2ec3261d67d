"""Cells of a notebook are completed with what the other cells bind, with the real server and model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from quoin.lsp_server.harness.client import Client
    from tests.lsp_server.conftest import Start

NOTEBOOK = "file:///project/a.ipynb"
CAPABLE: dict[str, Any] = {"notebookDocument": {"synchronization": {}}}
UNHURRIED = {"maxLatencyMs": 60_000, "names": "strict", "debounceMs": 0}
MAGIC = "%matplotlib inline\nimport math\n\nwidths = [3, 5, 8]\n"
AREA = "def area_of_circle(radius):\n    return math.pi * radius * radius\n"


def cell(number: int) -> str:
    return f"vscode-notebook-cell:/project/a.ipynb#W{number}"


def item(number: int, text: str) -> dict[str, Any]:
    return {"uri": cell(number), "languageId": "python", "version": 1, "text": text}


def cells(*numbers: int) -> list[dict[str, Any]]:
    return [{"kind": 2, "document": cell(number)} for number in numbers]


def open_notebook(client: Client, *texts: str) -> None:
    notebook = {"uri": NOTEBOOK, "notebookType": "jupyter-notebook", "version": 1}
    params = {
        "notebookDocument": {**notebook, "cells": cells(*range(len(texts)))},
        "cellTextDocuments": [item(number, text) for number, text in enumerate(texts)],
    }
    client.notify("notebookDocument/didOpen", params)


def change(client: Client, cells_changed: dict[str, Any]) -> None:
    identifier = {"uri": NOTEBOOK, "version": 2}
    params = {"notebookDocument": identifier, "change": {"cells": cells_changed}}
    client.notify("notebookDocument/didChange", params)


async def text_at(client: Client, number: int, line: int, character: int) -> str:
    items = await client.complete(cell(number), line, character)
    return str(items[0]["insertText"]) if items else ""


async def test_names_of_other_cells_are_known(start: Start) -> None:
    client = await start(UNHURRIED, capabilities=CAPABLE)
    open_notebook(client, MAGIC, "for width in widths:\n    print(area_o)\n", AREA)
    assert (await text_at(client, 1, 1, 16)).startswith("f_circle(")


async def test_a_change_of_the_order_and_of_a_cell_is_followed(start: Start) -> None:
    client = await start(UNHURRIED, capabilities=CAPABLE)
    open_notebook(client, MAGIC, "print(area_o)\n")
    assert not (await text_at(client, 1, 0, 12)).startswith("f_circle(")
    array = {"start": 1, "deleteCount": 0, "cells": cells(2)}
    change(client, {"structure": {"array": array, "didOpen": [item(2, AREA)]}})
    new = {"document": {"uri": cell(1), "version": 2}, "changes": [{"text": "print(area_of_c)\n"}]}
    change(client, {"textContent": [new]})
    assert (await text_at(client, 1, 0, 15)).startswith("ircle(")


async def test_a_closed_notebook_is_forgotten(start: Start) -> None:
    client = await start(UNHURRIED, capabilities=CAPABLE)
    open_notebook(client, AREA, "print(area_o)\n")
    assert (await text_at(client, 1, 0, 12)).startswith("f_circle(")
    uris = [{"uri": cell(number)} for number in range(2)]
    client.notify(
        "notebookDocument/didClose", {"notebookDocument": {"uri": NOTEBOOK}, "cellTextDocuments": uris}
    )
    client.open(cell(1), "print(area_o)\n")
    assert not (await text_at(client, 1, 0, 12)).startswith("f_circle(")


async def test_a_client_with_notebooks_is_asked_for_cells(raw: Client) -> None:
    answer = await raw.initialize(capabilities=CAPABLE)
    selectors = answer["capabilities"]["notebookDocumentSync"]["notebookSelector"]
    assert {"language": "python"} in selectors[0]["cells"]
