"""The first steps: the starter model suggests there what is wanted, and without quoin it breaks the file."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

import pytest

from quoin.lsp_server.documents.positions import Encoding
from quoin.lsp_server.first_steps import CURSOR, MARKED
from tests.lsp_server.completion.test_completion import cut, inserted

if TYPE_CHECKING:
    from quoin.lsp_server.harness.client import Client
    from tests.lsp_server.conftest import Start

URI = "file:///first_steps.py"
# What the user has typed at each place, and what is in the call when the suggestion is taken.
STEPS = [
    (0, "", "os.path.join(folder, name)"),
    (1, "o", "os.listdir(folder)"),
    (2, "n", "numbers"),
    (3, "s", "sys.argv[1]"),
]
# The editors ask at the first place by themselves, as for a user who asks.
ASKED = [(*step, True) for step in STEPS] + [(*STEPS[0], False)]


def opened(client: Client, place: int, typed: str) -> tuple[str, int, int]:
    """Open the file with this typed at a place, and give its text and where the cursor is."""
    parts = MARKED.split(CURSOR)
    marked = "".join(parts[: place + 1]) + typed + CURSOR + "".join(parts[place + 1 :])
    text, at = cut(marked, Encoding.UTF16)
    client.open(URI, text)
    return text, at.line, at.column


@pytest.mark.parametrize(("place", "typed", "wanted", "automatic"), ASKED)
async def test_each_step_is_answered(
    start: Start, place: int, typed: str, wanted: str, automatic: bool
) -> None:
    client = await start({"maxLatencyMs": 60_000})
    text, line, column = opened(client, place, typed)
    (item,) = await client.begin_completion(URI, line, column, automatic=automatic)[1]
    assert typed + item["insertText"] == wanted
    ast.parse(inserted(text, item, Encoding.UTF16))


@pytest.mark.parametrize(("place", "typed"), [step[:2] for step in STEPS])
async def test_the_model_alone_breaks_the_file(start: Start, place: int, typed: str) -> None:
    client = await start({"maxLatencyMs": 60_000, "guarantee": "off", "names": "off"})
    text, line, column = opened(client, place, typed)
    (item,) = await client.begin_completion(URI, line, column, automatic=True)[1]
    with pytest.raises(SyntaxError):
        ast.parse(inserted(text, item, Encoding.UTF16))


async def test_the_command_gives_the_file_and_its_places(start: Start) -> None:
    client = await start()
    steps: dict[str, Any] = await client.request("workspace/executeCommand", {"command": "quoin.firstSteps"})
    ast.parse(steps["text"])
    lines = steps["text"].splitlines()
    marks = [lines[at["line"]][at["character"] :] for at in steps["places"]]
    assert len(marks) == MARKED.count(CURSOR)
    for number, mark in enumerate(marks, 1):
        assert mark.startswith(")")
        assert f"# {number}" in mark
