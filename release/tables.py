"""The tables of the shipped languages, made beforehand and put into quoin's wheel.

They are what a cache would hold after the first use of each language, compressed. So no machine has to make
them, which takes a language up to a second and a half. They count for this wheel's core alone: their names
are digests of what they are made from.
"""

from __future__ import annotations

import base64
import hashlib
import os
import subprocess
import tempfile
import zipfile
import zlib
from pathlib import Path

FOLDER = "quoin/engine/languages/made"
"""The folder within the wheel from which `engine/languages/table_cache.py` reads them."""

_SUFFIXES = (".tables", ".lexer")

_MAKE = """\
import quoin

for name in quoin.language_names():
    for version in quoin.load_language(name).manifest.versions or (None,):
        quoin.load_language(name, version).prepare()
"""


def add_tables(wheel: Path, python: Path) -> None:
    """Put the tables of all languages and their versions into a wheel of quoin.

    Args:
        wheel: The wheel, which is written anew.
        python: An interpreter of an environment in which that wheel is installed.

    Raises:
        subprocess.CalledProcessError: They cannot be made there.
    """
    with tempfile.TemporaryDirectory(prefix="quoin-tables-") as work:
        env = {**os.environ, "XDG_CACHE_HOME": work}
        subprocess.run([python, "-c", _MAKE], cwd=work, env=env, check=True)
        files = sorted(file for file in Path(work).rglob("languages/*") if file.suffix in _SUFFIXES)
        added = {f"{FOLDER}/{file.name}.z": zlib.compress(file.read_bytes(), 9) for file in files}
    _add(wheel, added)


def _add(wheel: Path, added: dict[str, bytes]) -> None:
    """Add files to a wheel, and to its record."""
    target = wheel.with_suffix(".new")
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.infolist():
            data = old.read(entry)
            if entry.filename.endswith(".dist-info/RECORD"):
                data = "".join(map(_line, added.items())).encode() + data
            new.writestr(entry, data)
        for name, data in added.items():
            new.writestr(name, data, zipfile.ZIP_STORED)
    target.replace(wheel)


def _line(file: tuple[str, bytes]) -> str:
    """Return a file's line in a wheel's record."""
    name, data = file
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(data)}\n"
