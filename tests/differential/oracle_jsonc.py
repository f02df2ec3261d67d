"""What decides for JSON with comments: comments become blanks, one comma before an end goes, and what is
left is for JSON's own oracle to judge.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import regex

import engine
from tests.differential.oracle_json import JsonOracle

if TYPE_CHECKING:
    from tests.differential.oracles import Oracle

# Strings are passed over as they are; one that does not end is left to the judge.
_COMMENT = regex.compile(
    r'(?P<string>"(?:[^"\\]|\\.)*+"?) | (?P<comment>//[^\r\n]*+|/\*.*?\*/)', regex.VERBOSE | regex.DOTALL
)
_SIGN = regex.compile(r'"(?:[^"\\]|\\.)*+"?|\S', regex.DOTALL)


class JsoncOracle(JsonOracle):
    """JSON's oracle behind two replacements."""

    @cached_property
    def language(self) -> engine.Language:
        return engine.load_language("jsonc")

    def refusal(self, text: str) -> str | None:
        return super().refusal(plain(text))


def plain(text: str) -> str:
    """The text without its comments and without a comma behind each last item."""
    bare = _COMMENT.sub(lambda match: match["string"] or " ", text)
    return _without_last_commas(bare)


def _without_last_commas(text: str) -> str:
    """Go through the signs: a comma goes if an item stands before it and an end behind it."""
    signs = [(match.start(), match[0]) for match in _SIGN.finditer(text)]
    gone = {
        at
        for (_, before), (at, sign), (_, behind) in zip(signs, signs[1:], signs[2:], strict=False)
        if sign == "," and behind in ("]", "}") and before not in (",", ":", "[", "{")
    }
    return "".join(" " if at in gone else sign for at, sign in enumerate(text))


def oracle() -> Oracle:
    """The oracle."""
    return JsoncOracle()
