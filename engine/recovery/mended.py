"""A broken line as it may have been: with one sign less or more."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.languages.stand_ins import StandIns

NUL = b"\0"
"""What stands in no line of any language."""

MOST = 8
"""Signs of a line, counted from its end, that are each taken away."""

_PAIRS = {b"(": b")", b"[": b"]", b"{": b"}"}
_SIGN = re.compile(rb"'''|\"\"\"|['\"(){}\[\]]")
_TRAILING = re.compile(rb"[:,]?$")


def mended_lines(stand_ins: StandIns, content: bytes) -> Iterator[bytes]:
    """Texts that differ from a line in one sign.

    Args:
        stand_ins: The language's; what a header ends with is one of the signs.
        content: The line without indentation and end.
    """
    if NUL in content:
        content = content.replace(NUL, b"")
        yield content
    if not content:
        return
    openers: list[bytes] = []
    for sign in _SIGN.findall(content):
        if sign in _PAIRS:
            openers.append(_PAIRS[sign])
        elif openers and sign == openers[-1]:
            openers.pop()
    if openers:
        at = _TRAILING.search(content)
        cut = len(content) if at is None else at.start()
        yield content[:cut] + openers[-1] + content[cut:]
    signs = list(_SIGN.finditer(content))
    for match in signs[: -MOST - 1 : -1]:
        yield content[: match.start()] + content[match.end() :]
    ends = {header[-1:].encode() for header in stand_ins.headers}
    for end in sorted(ends):
        if not content.endswith(end):
            yield content + end
