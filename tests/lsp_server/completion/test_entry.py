"""What a completion looks like as an entry of a completion list, by what the client can do."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from quoin.lsp_server.completion.entry import Abilities, Entry, entry_of
from quoin.lsp_server.documents.cursor import Cursor
from quoin.lsp_server.documents.documents import Documents
from quoin.lsp_server.documents.positions import Encoding
from quoin.lsp_server.documents.text_buffer import Point
from quoin.lsp_server.offer import Offer

AS_IS = Abilities(as_is=True, snippets=True, markdown=True)
SNIPPETS = Abilities(as_is=False, snippets=True, markdown=True)
NEITHER = Abilities(as_is=False, snippets=False, markdown=False)


class Case(NamedTuple):
    """A line up to the cursor, a completion, and the entry's label, beginning, text and filter."""

    line: str
    offer: str
    label: str
    start: int
    text: str
    filter: str


CASES = [
    Case("    return ", "a + b", "a + b", 11, "a + b", "a + b"),
    Case("    return wid", "th * 2", "width * 2", 11, "width * 2", "width * 2"),
    Case("    return", " x", "return x", 4, "return x", "return x"),
    Case("os.", "getcwd()", "getcwd()", 3, "getcwd()", "getcwd()"),
    Case("é = 'a'; é_1", " + é", "é_1 + é", 9, "é_1 + é", "é_1 + é"),
    Case("'😀', b", "ar", "bar", 6, "bar", "bar"),
    Case("if a:", "\n    b()", "b()", 5, "\n    b()", "b()"),
    Case("for x in ", "y:\n    z(x)", "y:", 9, "y:\n    z(x)", "y:"),
    Case("", "x", "x", 0, "x", "x"),
]


def entry(line: str, offer: Offer, can: Abilities) -> Entry | None:
    documents = Documents()
    documents.encoding = Encoding.UTF16
    document = documents.open("file:///a.py", "python", 1, f"top\n{line}\nend\n")
    at = document.buffer.clamp(Point(1, 1000))
    return entry_of(offer, document, Cursor(at, at), can)


@pytest.mark.parametrize("case", CASES, ids=[case.line + "█" + case.offer for case in CASES])
def test_entry_begins_with_the_word_before_the_cursor(case: Case) -> None:
    found = entry(case.line, Offer(case.offer), AS_IS)
    assert found is not None
    assert (found.label, found.start.column, found.text, found.filter) == case[2:]
    assert not found.is_snippet


# The text to write, as a snippet or not, and None where the client would write another one.
LINES = [
    ("    for x in ", "y:\n        z(x)", AS_IS, ("y:\n        z(x)", False)),
    ("    for x in ", "y:\n        z(x)", SNIPPETS, ("y:\n    z(x)", True)),
    ("\tfor x in ", "y:\n\t\tz(x)\n\n\tw()", SNIPPETS, ("y:\n\tz(x)\n\nw()", True)),
    ("    for x in ", "y:\n        z(x)", NEITHER, ("y:\n        z(x)", False)),
    ("    x = ", "{'$a': '\\\\'}\n", SNIPPETS, ("{'\\$a': '\\\\\\\\'\\}\n", True)),
    ("    x = ", "{'$a': 1}", SNIPPETS, ("{'$a': 1}", False)),
    ("    x", " = 1\ny = 2", SNIPPETS, None),
    ("    x", " = 1\ny = 2", AS_IS, ("x = 1\ny = 2", False)),
]


@pytest.mark.parametrize(("line", "offer", "can", "wanted"), LINES)
def test_lines_arrive_as_they_are(
    line: str, offer: str, can: Abilities, wanted: tuple[str, bool] | None
) -> None:
    found = entry(line, Offer(offer), can)
    assert (None if found is None else (found.text, found.is_snippet)) == wanted


DOCUMENTED = [
    (Offer("a"), AS_IS, "```python\na\n```"),
    (Offer("a"), NEITHER, "a"),
    (Offer("'```'"), AS_IS, "````python\n'```'\n````"),
    (Offer("if a:\n        b"), AS_IS, "```python\nif a:\n    b\n```"),
    (Offer("json", remarks=("adds `import json`",)), AS_IS, "```python\njson\n```\n\nIt adds `import json`."),
]


@pytest.mark.parametrize(("offer", "can", "wanted"), DOCUMENTED)
def test_documentation_is_the_whole_text(offer: Offer, can: Abilities, wanted: str) -> None:
    found = entry("    ", offer, can)
    assert found is not None
    assert found.documentation == wanted
