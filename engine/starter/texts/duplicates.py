"""Texts that are copies of others, entirely or for the most part."""

from __future__ import annotations

import hashlib
import re

SHORTEST = 24
"""The number of characters from which on a line tells that it was copied."""

COPIED = 0.5
"""The maximal share of a text's telling lines that other texts have as well."""

_COMMENT = re.compile(r"#(?!\[|include)|//|/\*|\*|--|;;")
"""The start of a line in a comment: the licence at the head of a file is copied everywhere."""


class Seen:
    """The texts that were taken so far."""

    def __init__(self) -> None:
        self._texts: set[bytes] = set()
        self._lines: set[int] = set()

    def add(self, text: str) -> bool:
        """Take a text, unless it is a copy of one taken before; return whether it is taken."""
        digest = hashlib.blake2b("".join(text.split()).encode(), digest_size=16).digest()
        if digest in self._texts:
            return False
        lines = {hash(line) for line in map(str.strip, text.split("\n")) if _tells(line)}
        if len(lines & self._lines) > COPIED * len(lines):
            return False
        self._texts.add(digest)
        self._lines |= lines
        return True


def _tells(line: str) -> bool:
    return len(line) >= SHORTEST and not _COMMENT.match(line)
