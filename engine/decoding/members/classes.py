"""`Classes` finds the classes of a text and their members, by its lines and without a parser.

A text that is being typed seldom parses. What is found is evidence for a preference and nothing more.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from quoin.engine.decoding.members.interface import Known

if TYPE_CHECKING:
    from quoin.engine.languages.names import MemberRules, NameRules

MAX_DEPTH = 5
"""The largest number of base classes after one another that are followed; what is beyond is not known."""

MAX_CHARACTERS = 200_000
"""The largest number of characters of a class in which members are searched; one beyond is not known."""

PLAIN_BASES = frozenset(("", "object"))


class Classes:
    """The classes of a text.

    Args:
        rules: What the language does with names.
        members: What it does with members.
        text: The text.
    """

    def __init__(self, rules: NameRules, members: MemberRules, text: str) -> None:
        self._text = text
        self._hidden = members.hidden
        begin, function = (_words(rules, kind) for kind in ("class", "function"))
        header = rf"^([ \t]*)(?:{begin})[ \t]+(\w+)[ \t]*(?:\(([^)]*)\))?[ \t]*:"
        self._headers = list(re.finditer(header, text, re.MULTILINE)) if begin else []
        receivers = "|".join(map(re.escape, members.receivers)) or r"(?!)"
        self._used = re.compile(rf"(?<![\w.])(?:{receivers}){re.escape(members.sign)}(\w+)")
        self._defined = rf"(?:async[ \t]+)?(?:{function}|{begin})[ \t]+(\w+)|(\w+)[ \t]*[:=,]"
        self._open = re.compile(rf"__getattr__|__getattribute__|\bsetattr\(|(?:{receivers})\.__dict__")

    def around(self, offset: int) -> str | None:
        """Return the name of the class in which a place of the text is; None if it is in none."""
        least = len(_indentation(self._text, offset))
        for header in reversed(self._headers):
            if header.end() > offset or len(header[1]) >= least:
                continue
            return header[2] if self._end(header) >= offset else None
        return None

    def members(self, name: str, depth: int = 0) -> Known | None:
        """Return the members of a class and its base classes; None if the text has no such class."""
        header = next((one for one in reversed(self._headers) if one[2] == name), None)
        if header is None or depth > MAX_DEPTH:
            return None
        end = self._end(header)
        if end - header.end() > MAX_CHARACTERS:
            return None
        body = self._text[header.end() : end]
        names = set(self._used.findall(body))
        level = re.search(r"^([ \t]+)\S", body, re.MULTILINE)
        if level is not None:
            defined = re.compile(rf"^{level[1]}(?:{self._defined})", re.MULTILINE)
            names.update(one for found in defined.findall(body) for one in found if one)
        is_closed = self._open.search(body) is None
        for base in (header[3] or "").split(","):
            known = self.members(base.strip(), depth + 1)
            names |= known.names if known is not None else frozenset()
            is_closed &= base.strip() in PLAIN_BASES or (known is not None and known.is_closed)
        hidden = self._hidden
        return Known(frozenset(one for one in names if not (hidden and one.startswith(hidden))), is_closed)

    def _end(self, header: re.Match[str]) -> int:
        """Return where the lines end that are indented deeper than a header."""
        width = len(header[1])
        line = self._text.find("\n", header.end())
        if line < 0:
            return len(self._text)
        outside = re.compile(rf"^[ \t]{{0,{width}}}[^\s#]", re.MULTILINE).search(self._text, line + 1)
        return len(self._text) if outside is None else outside.start()


def _words(rules: NameRules, kind: str) -> str:
    return "|".join(re.escape(word) for word in rules.terminals.get(kind, ()) if word.isalpha())


def _indentation(text: str, offset: int) -> str:
    """Return the blanks with which the line of a place begins, up to the place."""
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    return line[: len(line) - len(line.lstrip(" \t"))]
