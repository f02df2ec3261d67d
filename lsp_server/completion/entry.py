"""The form of a completion as an entry of an editor's completion list.

An editor filters its list by the word before the cursor and replaces that word, so an entry begins with it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from quoin.lsp_server.completion.scheduling import is_word
from quoin.lsp_server.documents.positions import split_lines, units
from quoin.lsp_server.documents.text_buffer import Point

if TYPE_CHECKING:
    from quoin.lsp_server.documents.cursor import Cursor
    from quoin.lsp_server.documents.documents import Document
    from quoin.lsp_server.offer import Offer


class Abilities(NamedTuple):
    """What a client can do with an entry.

    Attributes:
        as_is: whether it can write all lines of a text as they are. A client that cannot say so may indent
            the lines after the first one, or leave them out.
        snippets: whether it knows snippets, whose lines after the first one it indents like the first one.
        markdown: whether it shows documentation in Markdown.
    """

    as_is: bool
    snippets: bool
    markdown: bool


@dataclass(frozen=True)
class Entry:
    """An entry of a completion list.

    Attributes:
        label: what the list shows: the first line of the text that is not blank.
        start: where the word before the cursor begins, which the entry replaces up to the cursor.
        text: the word and the completion, as a snippet if `is_snippet` is true.
        filter: the text's first line, against which editors hold what is typed.
        documentation: the whole text, and what the completion does with names.
    """

    label: str
    start: Point
    text: str
    is_snippet: bool
    filter: str
    documentation: str


def entry_of(
    offer: Offer, document: Document, cursor: Cursor, can: Abilities, language: str = ""
) -> Entry | None:
    """Return the entry for an offer at a cursor; None if the client cannot write its text.

    `language` is that of the text, if it is another one than the document's.
    """
    line, index = document.buffer.locate(cursor.start)
    before = document.buffer.line(line)[:index]
    begin = len(before)
    while begin and is_word(before[begin - 1]):
        begin -= 1
    indentation = before[: len(before) - len(before.lstrip())]
    text = before[begin:] + offer.text
    relative = _relative(text, indentation)
    is_snippet = can.snippets and not can.as_is and len(split_lines(text)) > 1
    if is_snippet and relative is None:
        return None
    label = split_lines(text.strip())[0].strip()
    return Entry(
        label=label,
        start=Point(cursor.start.line, units(before[:begin], document.buffer.encoding)),
        text=_snippet(relative) if is_snippet and relative is not None else text,
        is_snippet=is_snippet,
        filter=split_lines(text)[0].rstrip() or label,
        documentation=_documentation(relative or text, offer, language or document.language_id, can),
    )


def _relative(text: str, indentation: str) -> str | None:
    """Return a text whose lines after the first one are without an indentation; None if one lacks it."""
    first, *others = split_lines(text)
    if not all(line.startswith(indentation) or not line.strip() for line in others):
        return None
    return first + "".join(line.removeprefix(indentation) for line in others)


def _snippet(text: str) -> str:
    """Return the snippet that stands for a text."""
    return re.sub(r"([\\$}])", r"\\\1", text)


def _documentation(text: str, offer: Offer, language: str, can: Abilities) -> str:
    body = text.strip("\r\n")
    if can.markdown:
        longest = max((len(found) for found in re.findall("`+", body)), default=0)
        fence = "`" * max(3, longest + 1)
        body = f"{fence}{language}\n{body}\n{fence}"
    remarks = [f"It {remark}." for remark in offer.remarks]
    return "\n\n".join([body, *remarks])
