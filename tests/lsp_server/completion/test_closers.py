"""Brackets and quotes that the editor has written after the cursor: `█` is the cursor in each text."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

import pytest

from quoin.lsp_server.completion.closers import over_closers, to_show
from quoin.lsp_server.documents.cursor import Cursor
from quoin.lsp_server.documents.documents import Document
from quoin.lsp_server.documents.positions import Encoding
from quoin.lsp_server.documents.text_buffer import Point, TextBuffer
from quoin.lsp_server.offer import Offer
from tests.lsp_server.completion.test_completion import ask, cut

if TYPE_CHECKING:
    from tests.lsp_server.conftest import Start


def opened(marked: str) -> tuple[Document, Cursor]:
    text, at = cut(marked, Encoding.UTF16)
    return Document("a", "python", 1, TextBuffer(text, Encoding.UTF16)), Cursor(at, at)


@pytest.mark.parametrize(
    ("marked", "signs"),
    [
        ("f(█)\n", 1),
        ("f('é😀█')\n", 2),
        ("f(g(█)) \n", 2),
        ('"""█"""', 3),
        ("f(█", 0),
        ("f(█):\n", 0),
        ("f(█, x)\n", 0),
        ("f(█\n)\n", 0),
        ("x = █'a'\n", 0),
    ],
)
def test_signs_after_the_cursor_are_replaced(marked: str, signs: int) -> None:
    document, cursor = opened(marked)
    over = over_closers(document, cursor)
    assert over == Cursor(cursor.start, Point(cursor.end.line, cursor.end.column + signs))


@pytest.mark.parametrize(
    ("marked", "text", "shown"),
    [
        ("f(█)\n", "a)", ("a", 0)),
        ("f(█)\n", "a):", ("a):", 1)),
        ("f(g(█))\n", "a), b)", ("a), b)", 2)),
        ("f(g(█))\n", "a))", ("a", 0)),
        ("f(█)\n", "a):\n    g()", ("a):\n    g()", 1)),
        ("f(█)\n", ")", None),
        ("f(█)\n", " )", None),
        ("f({a: b█})\n", " })", None),
        ("f({a: b█})\n", "} )", None),
        ("f({a: b█})\n", "\n})", None),
        ("f({a: b█})\n", " }).c", (" }).c", 2)),
        ("f(█)\n", "a", None),
        ("f(█\n", "a)", ("a)", 0)),
    ],
)
def test_what_is_shown(marked: str, text: str, shown: tuple[str, int] | None) -> None:
    document, cursor = opened(marked)
    found = list(to_show([Offer(text)], document, cursor, over_closers(document, cursor)))
    told = [(offer.text, place.end.column - cursor.end.column) for offer, place in found]
    assert told == ([] if shown is None else [shown])


@pytest.mark.parametrize(
    "marked",
    [
        "def names(folder, items):\n    found = []\n    for i in range(█)\n    return found\n",
        "def names(folder, items):\n    found = []\n    if isinstance(█)\n    return found\n",
        "def names(items):\n    print(len(█))\n",
        "def names(items):\n    print('█')\n",
    ],
)
async def test_the_file_as_it_will_be_parses(start: Start, marked: str) -> None:
    client = await start({"maxLatencyMs": 60_000})
    (text,) = await ask(client, marked)
    ast.parse(text)
