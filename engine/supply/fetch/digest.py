"""The digest of a file's content (SHA-256)."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from quoin.engine.errors import SupplyError

if TYPE_CHECKING:
    from pathlib import Path

    from quoin.engine.supply.fetch.stop import Stop

_CHUNK = 1 << 20
_FORM = re.compile(r"[0-9a-f]{64}")


def digest_of(file: Path, stop: Stop) -> hashlib._Hash:
    """Return the digest of a file so far, which can be updated; of a missing file, that of nothing.

    Raises:
        StoppedError: The user has stopped the download.
        OSError: The file cannot be read.
    """
    found = hashlib.sha256()
    if file.exists():
        with file.open("rb") as content:
            while chunk := content.read(_CHUNK):
                stop.check()
                found.update(chunk)
    return found


def checked_digest(text: str) -> str:
    """Return a digest as the list writes it.

    Raises:
        SupplyError: The text is no SHA-256 digest.
    """
    digest = text.strip().lower().removeprefix("sha256:")
    if not _FORM.fullmatch(digest):
        raise SupplyError("a SHA-256 digest has 64 hexadecimal digits")
    return digest
