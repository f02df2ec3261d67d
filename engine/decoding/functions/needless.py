"""`has_needless_body` and `is_announced_late` say whether a body, or an announcement, is not needed.

An abstract method has no body, and a class whose body stands above needs no announcement.
"""

from __future__ import annotations

import re

from quoin.engine.decoding.functions.returning import COMMENT, NEAR

_ABSTRACT = re.compile(
    rb"[^;{}]*(?<![\w$.>\"'])abstract\b(?![^;{}]*\b(?:class|interface|record)\b)[\w\s<>\[\],.?&]*"
    rb"\([^;{}]*\)[\w\s<>\[\],.?&:|]*\{"
)
_ENDS = re.compile(rb"[;{}]")
_ANNOUNCED = re.compile(
    rb"[ \t]*(?:template[ \t]*<[^<>;]+>\s*)?(?:class|struct|union)[ \t]+(?P<name>\w+)[ \t]*;[ \t]*"
)
_BODY = rb"(?m)^[ \t]*(?:class|struct|union)[ \t]+(?:[A-Z_]+[ \t]+)?%s\b[^;(){}=*&]*\{"


def has_needless_body(whole: bytes, left: bytes) -> bool:
    """Return whether a completion gives a body to a method that is abstract."""
    end, near = whole.find(b"{") + 1, left[-NEAR:]
    if not end or b"abstract" not in near + whole:
        return False
    begun = _ENDS.split(COMMENT.sub(b"", near))[-1]
    return _ABSTRACT.fullmatch(begun + whole[:end]) is not None


def is_announced_late(line: bytes, left: bytes) -> bool:
    """Return whether a line announces a class whose body stands above."""
    found = _ANNOUNCED.fullmatch(line)
    return found is not None and re.search(_BODY % found["name"], left) is not None
