"""Small languages, written to a folder and loaded like any other."""

from __future__ import annotations

import hashlib
import json
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import quoin

_FOLDER = tempfile.TemporaryDirectory(prefix="quoin-languages-")


def fresh_language(grammar: str, layout: str = "none") -> quoin.Language:
    """The same as `small_language`, sharing nothing with it: to compare with."""
    return small_language(f"{grammar}\n// apart\n", layout)


@cache
def small_language(
    grammar: str, layout: str = "none", contexts: str = "{}", splits: str = "{}"
) -> quoin.Language:
    """The language of a grammar in lark's format, whose start rule is `start`; the last two are JSON."""
    parts = f"{layout}\n{contexts}\n{splits}\n{grammar}"
    folder = Path(_FOLDER.name) / hashlib.sha256(parts.encode()).hexdigest()[:16]
    folder.mkdir()
    given = {"layout": layout, "contexts": json.loads(contexts), "splits": json.loads(splits)}
    return quoin.load_language(written(folder, grammar, **given), level="compiles")


def written(folder: Path, grammar: str, **changed: Any) -> Path:
    """The folder, with the language of a grammar written to it; `changed` is given in its manifest."""
    (folder / "small.lark").write_text(grammar, encoding="utf-8")
    manifest = {
        "name": "small",
        "grammar": "small.lark",
        "start": "start",
        "layout": "none",
        "lsp_ids": [],
        "file_patterns": [],
        "display_names": {},
    }
    (folder / "language.json").write_text(json.dumps(manifest | changed), encoding="utf-8")
    return folder
