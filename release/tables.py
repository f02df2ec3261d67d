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
import sys
import tempfile
import zipfile
import zlib
from pathlib import Path

FOLDER = "quoin/engine/languages/made"
"""The folder within the wheel from which `engine/languages/table_cache.py` reads them."""

_MAKE = """\
import sys
import quoin

assert quoin.__file__.startswith(sys.argv[1]), quoin.__file__
for name in quoin.language_names():
    for version in quoin.load_language(name).manifest.versions or (None,):
        quoin.load_language(name, version).prepare()
"""


def add_tables(wheel: Path) -> None:
    """Put the tables of all languages and their versions into a wheel of quoin for this system.

    Raises:
        subprocess.CalledProcessError: They cannot be made with the wheel's own core.
    """
    with tempfile.TemporaryDirectory(prefix="quoin-tables-") as work:
        folder, cache = Path(work, "wheel").resolve(), Path(work, "cache")
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(folder)
        env = {**os.environ, "PYTHONPATH": str(folder), "XDG_CACHE_HOME": str(cache)}
        subprocess.run([sys.executable, "-c", _MAKE, str(folder)], cwd=work, env=env, check=True)
        files = sorted(file for file in cache.rglob("languages/*") if file.suffix in (".tables", ".lexer"))
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


if __name__ == "__main__":
    add_tables(Path(sys.argv[1]))
