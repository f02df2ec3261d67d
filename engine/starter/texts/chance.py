"""Choices by hash.

A generator of random numbers would choose differently as soon as a package is added before
others. A hash of the names chooses the same files whatever else exists.
"""

from __future__ import annotations

import hashlib

_BYTES = 8


def chance(*parts: str) -> float:
    """Return a number in [0, 1) that is determined by `parts`, and evenly distributed over them."""
    digest = hashlib.blake2b("\0".join(parts).encode(errors="surrogatepass"), digest_size=_BYTES).digest()
    return int.from_bytes(digest, "big") / float(1 << (8 * _BYTES))
