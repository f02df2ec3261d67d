"""Elements at the level of completions: what quoin takes, html5lib's parser reads without an error."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import html5lib  # type: ignore[import-untyped]
import pytest

import quoin
from quoin.engine.languages.loader import GRAMMARS
from tests.support.effort import EFFORT
from tests.support.verdicts import read_verdicts, wrong_cuts

SEED = 20261125
CASES = read_verdicts(Path(__file__).with_name("elements.txt"))
HTML = quoin.load_language("html", level="compiles")
EXAMPLES = GRAMMARS / "html" / "examples" / "accept"
PIECES = [
    *(
        "a",
        " ",
        "\n",
        "<b>",
        "</b>",
        "<B>",
        "</B>",
        "<p>",
        "</p>",
        "<div>",
        "</div>",
        "<br>",
        "<hr>",
        "<hr/>",
    ),
    *("<ul>", "</ul>", "<li>", "</li>", "<dl>", "</dl>", "<dt>", "</dt>", "<dd>", "</dd>", "<a b=c>", "</a>"),
    *("<!--c-->", "<svg>", "</svg>"),
]
CELLS = [
    "a",
    "<b>",
    "</b>",
    "<p>",
    "<tr>",
    "</tr>",
    "<td>",
    "</td>",
    "<th>",
    "<tbody>",
    "</tbody>",
    "<thead>",
]
# What a part of a page lacks, or what only a look at a whole table of names would find.
BESIDES = {
    "duplicate-attribute",
    "expected-doctype-but-got-chars",
    "expected-doctype-but-got-eof",
    "expected-doctype-but-got-start-tag",
    "expected-named-entity",
    "invalid-character-in-attribute-name",
    "unexpected-start-tag-ignored",
}


def errors(text: str) -> list[str]:
    """What the standard's parser finds, but for what a part of a page lacks."""
    parser: Any = html5lib.HTMLParser()
    parser.parse(text)
    return [code for _, code, _ in parser.errors if code not in BESIDES]


def takes(text: str) -> bool:
    quotient = HTML.quotient(text.encode(), b"")
    return quotient.problem is None and quotient.start().member


@pytest.mark.parametrize(("verdict", "text"), CASES, ids=[text for _, text in CASES])
def test_verdict(verdict: str, text: str) -> None:
    assert wrong_cuts("html", verdict, text, "compiles") == []


def test_the_verdicts_are_those_of_the_standard() -> None:
    # A row outside a table is ignored by a parser, and nothing else is wrong with it.
    cases = [(verdict, text) for verdict, text in CASES if "<div><tr>" not in text]
    assert [text for verdict, text in cases if (verdict == "taken") != (errors(text) == [])] == []


def test_what_is_taken_is_html() -> None:
    chance = random.Random(SEED)
    taken, wrong = 0, []
    for _ in range(int(4000 * EFFORT)):
        own, frame = chance.choice([(PIECES, "{}"), (CELLS, "<table>{}</table>")])
        text = frame.format("".join(chance.choices(own, k=chance.randrange(2, 8))))
        if takes(text):
            taken += 1
            wrong += [(text, found) for found in [errors(text)] if found]
    assert taken > 100
    assert wrong == []


@pytest.mark.parametrize("name", ["page.html", "left_out.html"])
def test_names_that_are_left_open(name: str) -> None:
    """A cut between any two tags is viable, and its middle is found again."""
    text = (EXAMPLES / name).read_bytes()
    tags = [at for at in range(len(text)) if text[at : at + 1] == b"<"]
    chance = random.Random(SEED)
    for _ in range(int(40 * EFFORT)):
        start, end = sorted(chance.choices(tags, k=2))
        state = HTML.quotient(text[:start], text[end:], spare="nothing").start()
        assert state.advance(text[start:end])
        assert state.member


@pytest.mark.parametrize(
    ("text", "opened"),
    [
        ('<a href="{{ x ‖', "{{ x "),
        ('<a href="{{ x }} ‖', None),
        ('<a href="{{{ x }}}" ‖', None),
        ("<p {{ a }} ‖", None),
        ('<p {{ a }} title="{{ b ‖', "{{ b "),
    ],
)
def test_code_in_attributes_ends(text: str, opened: str | None) -> None:
    """What is open at the cursor is the code of a template that has not ended, and nothing before it."""
    left = text.partition("‖")[0]
    at = quoin.load_language("html").quotient(left, "").start().open_bracket()
    assert (None if at is None else left[at:]) == opened
