"""Programs of quoin whose list of models is a test's own, with addresses on this machine."""

from __future__ import annotations

import hashlib
import json
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quoin.engine.model import STARTER

if TYPE_CHECKING:
    from tests.engine.supply.web import Web

QUOIN = Path(sys.executable).with_name("quoin")
CONTENT = STARTER.read_bytes()
MEGABYTES = f"{len(CONTENT) / 1e6:.0f}"
"""The size of `CONTENT`, as a user reads it."""
TITLE = "Small Coder 6M"
NAME = "small-coder"
FILE_NAME = "small-coder.gguf"
PATH = f"/maker/small/resolve/0123/{FILE_NAME}"


def environment(folder: Path, web: Web, **changes: Any) -> dict[str, str]:
    """The variables with which quoin knows one model, which this server has; and one without a digest."""
    entry = {
        "name": NAME,
        "title": TITLE,
        "maker": "Maker",
        "quantisation": "F16",
        "licence": "Apache-2.0",
        "licence_address": "https://example.org/LICENSE",
        "licence_note": "",
        "context": 2048,
        "bytes": len(CONTENT),
        "bytes_exact": True,
        "cache_bytes": 1000,
        "address": web.address(PATH),
        "page": "https://example.org/small",
        "hosts": ["127.0.0.1"],
        "sha256": hashlib.sha256(CONTENT).hexdigest(),
        "unverified": [],
        "sources": ["a test"],
        **changes,
    }
    address = web.address("/other/without-digest.gguf")
    other = {"name": "without-digest", "title": "Without a Digest 1B", "address": address}
    unknown = {**entry, **other, "sha256": None, "unverified": ["sha256"]}
    models = folder / "known_models.json"
    models.write_text(json.dumps({"models": [entry, unknown]}), encoding="utf-8")
    return {"PYTHONPATH": str(Path(__file__).parent), "QUOIN_TEST_MODELS": str(models)}


def program(folder: Path, web: Web, **changes: Any) -> Path:
    """A program to be started in place of `quoin`, with these variables and a home without models."""
    home = {"HOME": str(folder / "home"), "XDG_DATA_HOME": str(folder / "data")}
    variables = {**environment(folder, web, **changes), **home}
    sets = "".join(f"export {name}={shlex.quote(value)}\n" for name, value in variables.items())
    file = folder / "quoin"
    file.write_text(f'#!/bin/sh\n{sets}exec {shlex.quote(str(QUOIN))} "$@"\n', encoding="utf-8")
    file.chmod(0o755)
    return file
