r"""`imports_own` says whether a completion imports the namespace, or the package, that the file is in.

`use App\Models;` in the namespace `App\Models` brings nothing, and so does what stands around it, or a type
beside it. A small model copies the line above. An import that gives another name is no such one.
"""

from __future__ import annotations

import re

from quoin.engine.util.lines import first_line, last_line

NEAR = 20_000
"""The number of bytes above the cursor in which the file says where it is; beyond it nothing is known."""

_NAMESPACE = re.compile(rb"(?m)^[ \t]*(?:namespace|package)[ \t]+(?P<name>\w+(?:[\\.]\w+)*)[ \t]*[;{]")
_IMPORT = re.compile(rb"[ \t]*(?:use|import)[ \t]+\\?(?P<name>(?:\w+[\\.])*\w+)[ \t]*;[ \t]*")
_APART = re.compile(rb"[\\.]")


def imports_own(whole: bytes, left: bytes) -> bool:
    """Return whether the cursor's line imports what the file is in, what is around that, or a name beside it.

    Args:
        whole: The completion, with what closes it.
        left: The left context.
    """
    found = _IMPORT.fullmatch(last_line(left) + first_line(whole))
    spaces = _NAMESPACE.findall(left[-NEAR:]) if found is not None else []
    if found is None or len(spaces) != 1:
        return False
    own, imported = _APART.split(spaces[0]), _APART.split(found["name"])
    return len(imported) > 1 and (imported == own[: len(imported)] or imported[:-1] == own)
