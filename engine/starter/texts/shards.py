"""The files of texts: lines of JSON, compressed with LZMA2.

Similar neighbours compress far better, so texts are sorted by language, package and path. The
lines are cut into parts, which are compressed in parallel; a file is a sequence of parts.
"""

from __future__ import annotations

import json
import lzma
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from concurrent.futures import Executor
    from pathlib import Path

from quoin.engine.starter.texts.reading import Text

LARGEST = 37 * 2**20
"""The maximal bytes of a file."""

PART = 56_000_000
"""Bytes of a part before compression."""

_DICTIONARY = 128 * 2**20
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": _DICTIONARY}]


def lines(texts: Iterable[Text]) -> Iterator[bytes]:
    """Yield the texts as sorted lines of JSON."""
    for text in sorted(texts):
        yield json.dumps(text._asdict(), ensure_ascii=False).encode() + b"\n"


def parts(texts: Iterable[Text], size: int = PART) -> Iterator[bytes]:
    """Yield the lines in parts of about `size` bytes."""
    part = bytearray()
    for line in lines(texts):
        part += line
        if len(part) >= size:
            yield bytes(part)
            part.clear()
    if part:
        yield bytes(part)


def compressed(part: bytes) -> bytes:
    """Return a part as a stream of its own."""
    return lzma.compress(part, lzma.FORMAT_XZ, filters=_FILTERS)


def packed(streams: Iterable[bytes], largest: int = LARGEST) -> Iterator[bytes]:
    """Yield sequences of streams, each of at most `largest` bytes.

    Raises:
        ValueError: one stream alone is larger.
    """
    shard = bytearray()
    for stream in streams:
        if len(stream) > largest:
            raise ValueError(f"a part has {len(stream)} bytes, more than a file's {largest}")
        if len(shard) + len(stream) > largest:
            yield bytes(shard)
            shard.clear()
        shard += stream
    if shard:
        yield bytes(shard)


def write(texts: Iterable[Text], folder: Path, executor: Executor) -> list[Path]:
    """Write texts as `texts.NN.xz` in a folder, in place of earlier ones; return the files."""
    for file in folder.glob("texts.*.xz"):
        file.unlink()
    files = []
    for number, shard in enumerate(packed(executor.map(compressed, parts(texts)))):
        files.append(folder / f"texts.{number:02}.xz")
        files[-1].write_bytes(shard)
    return files


def write_one(texts: Iterable[Text], file: Path) -> None:
    """Write texts as one file of any size."""
    file.write_bytes(b"".join(map(compressed, parts(texts))))


def read(file: Path) -> Iterator[Text]:
    """Yield the texts of a file."""
    with lzma.open(file, "rt", encoding="utf-8", newline="\n") as source:
        for line in source:
            yield Text(**json.loads(line))
