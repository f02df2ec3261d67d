"""`gives_attribute_again` says whether a completion gives a tag an attribute that it has already.

A tag goes over several lines often, and has its attributes before the cursor and behind it. Where a template
chooses between attributes, each may stand twice, and where there are comments, quotes in them are none.
"""

from __future__ import annotations

import re

from quoin.engine.util.characters import INNERMOST, hidden

NEAR = 1000
"""The number of bytes before and after the cursor in which the tag begins and ends."""

DEPTH = 4
"""The largest number of brackets within each other in a value."""

_TAG = re.compile(rb"<[A-Za-z][\w.:-]*(?=\s)[^<>]*\Z")
_VALUE = re.compile(rb"\"[^\"<>]*\"|'[^'<>]*'|`[^`]*`")
_ATTRIBUTE = re.compile(rb"(?<=[\s0])(?P<name>[A-Za-z_:@][\w.:@-]*)(?=[ \t]*=(?![=>])|\s|/|\Z)")
_UNCLEAR = re.compile(rb"\{%|<\?|\{\{#|(?m:^|[ \t])//|/\*")


def gives_attribute_again(whole: bytes, left: bytes, right: bytes) -> bool:
    """Return whether a completion gives the tag in which it ends an attribute that stands there already.

    Args:
        whole: The completion.
        left: The left context.
        right: The right context.
    """
    before, after = left[-NEAR:], right[:NEAR]
    if _UNCLEAR.search(before + whole + after):
        return False
    begin = len(before)
    text = _flat(before + whole + b"\n" + after)
    end = begin + len(whole)
    tag = _TAG.search(text[:end])
    rest = text[end:].partition(b">")
    if tag is None or not rest[1] or b"<" in rest[0] or b"=0" not in tag[0] + rest[0]:
        return False
    given = list(_ATTRIBUTE.finditer(text, tag.start(), end + len(rest[0])))
    names = [one["name"] for one in given]
    return any(begin <= one.start() < end and names.count(one["name"]) > 1 for one in given)


def _flat(text: bytes) -> bytes:
    """Return a text of the same length in which zeros stand for values, also over several lines."""
    text = hidden(_VALUE, text)
    for _ in range(DEPTH):
        text = hidden(INNERMOST, text)
    return text
