"""A model file in parts: the values and tensors of its header, which can be changed, and its weights."""

from __future__ import annotations

import struct
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from gguf import GGUFReader

from quoin.engine.model import STARTER

if TYPE_CHECKING:
    from collections.abc import Sequence

U32, I32, F32, BOOL, STRING, ARRAY = 4, 5, 6, 7, 8, 9
ALIGNMENT = 32


@dataclass(frozen=True)
class Parts:
    """A model file.

    Attributes:
        values: For each key, the type and the value as they are encoded.
        tensors: The descriptions of the tensors as they are encoded.
        weights: What follows the header.
    """

    values: dict[str, bytes]
    tensors: tuple[bytes, ...]
    weights: bytes

    def having(self, **changes: bytes | None) -> Parts:
        """The file with other values; the keys are written with `__` for a point, and None drops a key."""
        return self.with_values({key.replace("__", "."): value for key, value in changes.items()})

    def with_values(self, changes: dict[str, bytes | None]) -> Parts:
        """The file with other values; None drops a key."""
        values = {key: value for key, value in (self.values | changes).items() if value is not None}
        return replace(self, values=values)

    def written(self) -> bytes:
        """The bytes of the file."""
        counts = struct.pack("<4sIQQ", b"GGUF", 3, len(self.tensors), len(self.values))
        values = b"".join(text(key) + value for key, value in self.values.items())
        header = counts + values + b"".join(self.tensors)
        return header.ljust(-(-len(header) // ALIGNMENT) * ALIGNMENT, b"\0") + self.weights


def text(value: str | bytes) -> bytes:
    """A text as it is encoded, without its type."""
    data = value if isinstance(value, bytes) else value.encode()
    return struct.pack("<Q", len(data)) + data


def string(value: str | bytes) -> bytes:
    """A value that is a text."""
    return struct.pack("<I", STRING) + text(value)


def number(value: int) -> bytes:
    """A value that is a whole number."""
    return struct.pack("<II", U32, value)


def real(value: float) -> bytes:
    """A value that is a number of single precision."""
    return struct.pack("<If", F32, value)


def texts(values: Sequence[str | bytes]) -> bytes:
    """A value that is a list of texts."""
    return struct.pack("<IIQ", ARRAY, STRING, len(values)) + b"".join(map(text, values))


def numbers(values: Sequence[int]) -> bytes:
    """A value that is a list of whole numbers."""
    return struct.pack(f"<IIQ{len(values)}i", ARRAY, I32, len(values), *values)


def reals(values: Sequence[float]) -> bytes:
    """A value that is a list of numbers of single precision."""
    return struct.pack(f"<IIQ{len(values)}f", ARRAY, F32, len(values), *values)


@lru_cache(maxsize=1)
def starter() -> Parts:
    """The starter model."""
    reader, data = GGUFReader(STARTER), STARTER.read_bytes()

    def encoded(field: object) -> bytes:
        parts, offset = field.parts, field.offset  # type: ignore[attr-defined]
        return data[offset : offset + sum(part.nbytes for part in parts)]

    fields = {name: encoded(field) for name, field in reader.fields.items() if not name.startswith("GGUF.")}
    values = {name: value[8 + len(name.encode()) :] for name, value in fields.items()}
    tensors = tuple(encoded(tensor.field) for tensor in reader.tensors)
    return Parts(values, tensors, data[reader.data_offset :])


@lru_cache(maxsize=1)
def tokens() -> tuple[str, ...]:
    """The tokens of the starter model."""
    return tuple(GGUFReader(STARTER).fields["tokenizer.ggml.tokens"].contents())
