"""A small language in a folder of its own, as a user may write one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

MANIFEST = {
    "name": "sums",
    "grammar": "sums.lark",
    "start": "start",
    "layout": "none",
    "lsp_ids": ["sums"],
    "file_patterns": ["*.sums"],
    "display_names": {},
}
GRAMMAR = """\
start: (NAME "=" sum ";")*
sum: atom ("+" atom)*
atom: NAME | NUMBER | "(" sum ")"
NAME: /[a-z]+/
NUMBER: /[0-9]+/
BLANKS: /[ \\t\\n]+/
%ignore BLANKS
"""
STAND_INS: dict[str, Any] = {
    "statements": ["a = 0;"],
    "headers": [],
    "edges": [],
    "fillers": [],
    "ends": [],
    "words": [],
    "nonsense": "$",
}
"""What may stand in place of its broken lines."""
LEFT, RIGHT = "total = (first + ", " + 2);\n"
"""A file of the language, cut where a completion is wanted."""


def write(folder: Path, text: str | bytes = GRAMMAR, changes: Mapping[str, Any] | None = None) -> Path:
    """Write a language's folder, with changes of its manifest."""
    folder.mkdir()
    (folder / "language.json").write_text(json.dumps({**MANIFEST, **(changes or {})}), encoding="utf-8")
    (folder / "sums.lark").write_bytes(text.encode() if isinstance(text, str) else text)
    return folder
