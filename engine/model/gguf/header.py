"""The header of a GGUF file is read and checked before llama.cpp loads the file.

llama.cpp trusts the file; a truncated or forged one ends the process or makes it compute with garbage. This
module checks the magic, the version, that every string, array and tensor lies inside the file, and that no
key or tensor occurs twice; `quoin.engine.model.gguf.checks` checks the values. The layout is that of the
format's specification (ggml, docs/gguf.md): header, metadata, tensor descriptions, alignment, tensor data;
little-endian throughout.
"""

from __future__ import annotations

import mmap
import struct
from dataclasses import dataclass, field
from math import prod
from typing import TYPE_CHECKING

from quoin.engine.errors import ModelError
from quoin.engine.model.gguf.constants import BLOCKS

if TYPE_CHECKING:
    from pathlib import Path

Scalar = int | float | bool | str

_MAGIC = b"GGUF"
_VERSIONS = (2, 3)
_DEFAULT_ALIGNMENT = 32
_MAX_ALIGNMENT = 1 << 16
_MAX_DIMENSIONS = 4
MAX_STRINGS = 1 << 20
"""The largest number of strings in all arrays of a file together, which bounds the time for a forged file.

The largest vocabularies have a quarter of it, and twice as many merges."""

MAX_KEY_BYTES = (1 << 16) - 1
MAX_TEXT_BYTES = 1 << 24
"""The largest size of a value that is a text, in bytes; chat templates have some kilobytes."""

MAX_ARRAY_BYTES = 1 << 26
"""The largest size of an array of strings, in bytes; that of the largest vocabularies is a tenth of it."""

MAX_ENTRIES = 1 << 16
"""The largest number of values, and of tensors, in one file."""

_ROWS = "token_embd.weight"
_STRING, _ARRAY = 8, 9
_SCALARS = {
    0: struct.Struct("<B"),
    1: struct.Struct("<b"),
    2: struct.Struct("<H"),
    3: struct.Struct("<h"),
    4: struct.Struct("<I"),
    5: struct.Struct("<i"),
    6: struct.Struct("<f"),
    7: struct.Struct("<?"),
    10: struct.Struct("<Q"),
    11: struct.Struct("<q"),
    12: struct.Struct("<d"),
}
_U32, _U64 = _SCALARS[4], _SCALARS[10]


@dataclass(frozen=True)
class GgufHeader:
    """The contents of a model file's header.

    Attributes:
        version: The version of the format.
        metadata: The scalar and string values by key.
        array_lengths: The number of entries of each array, by key.
        array_kinds: The format's number for the type of the entries of each array, by key.
        found: For each array of strings, by key, the wanted strings that it holds and their first indices.
        tensor_count: The number of tensors described.
        rows: The number of tokens for which there are weights; None if no tensor has the usual name.
        size_bytes: The size of the whole file.
    """

    version: int
    metadata: dict[str, Scalar]
    array_lengths: dict[str, int]
    tensor_count: int
    size_bytes: int
    found: dict[str, dict[str, int]]
    array_kinds: dict[str, int] = field(default_factory=dict)
    rows: int | None = None

    def text(self, key: str) -> str | None:
        """Return a string value, or None if it is absent or not a string."""
        value = self.metadata.get(key)
        return value if isinstance(value, str) else None


def read_header(path: Path, wanted: frozenset[str] = frozenset(), *, unique: str | None = None) -> GgufHeader:
    """Read and check the header of a model file.

    Args:
        path: The path of the file.
        wanted: The strings to look for in arrays of strings; none may be in one array twice.
        unique: The key of an array in which no string may occur twice. Checking that takes a while.

    Raises:
        ModelError: The file is missing, unreadable, not a GGUF file, or not whole.
    """
    try:
        if path.is_dir():
            raise ModelError(f"{path} is a folder, not a model file")
        # Opening a pipe or a device may block forever.
        if path.exists() and not path.is_file():
            raise ModelError(f"{path} is not an ordinary file")
        size = path.stat().st_size
        if size == 0:
            raise ModelError(f"{path} is empty")
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            return _Reader(data, size, path, {text.encode() for text in wanted}, unique).header()
    except FileNotFoundError:
        raise ModelError(f"there is no model file {path}") from None
    except (OSError, ValueError) as error:
        raise ModelError(f"{path} cannot be read: {error}") from error


@dataclass
class _Reader:
    """A position in the mapped file; every read checks that it ends inside the file."""

    data: mmap.mmap
    size: int
    path: Path
    wanted: set[bytes]
    unique: str | None
    at: int = 0
    string_count: int = 0
    rows: int | None = None
    metadata: dict[str, Scalar] = field(default_factory=dict)
    array_lengths: dict[str, int] = field(default_factory=dict)
    found: dict[str, dict[str, int]] = field(default_factory=dict)
    array_kinds: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.sizes = {len(text) for text in self.wanted}

    def header(self) -> GgufHeader:
        if self.data[: len(_MAGIC)] != _MAGIC:
            raise ModelError(f"{self.path} is not a GGUF model file")
        self.skip(len(_MAGIC))
        version = self.number(_U32)
        if version not in _VERSIONS:
            raise ModelError(f"{self.path} has version {version} of the GGUF format; 2 and 3 are known")
        tensor_count, value_count = self.number(_U64), self.number(_U64)
        if max(tensor_count, value_count) > MAX_ENTRIES:
            raise self.broken(f"it claims to hold {max(tensor_count, value_count)} entries")
        for _ in range(value_count):
            self.key_value()
        self.tensors(tensor_count)
        return GgufHeader(
            version=version,
            metadata=self.metadata,
            array_lengths=self.array_lengths,
            tensor_count=tensor_count,
            size_bytes=self.size,
            found=self.found,
            array_kinds=self.array_kinds,
            rows=self.rows,
        )

    def skip(self, count: int) -> int:
        """Skip `count` bytes and return the position where they begin."""
        start = self.at
        if count > self.size - start:
            raise self.truncated()
        self.at = start + count
        return start

    def truncated(self) -> ModelError:
        return ModelError(
            f"{self.path} is not a whole model file: it ends at {self.size} bytes, in the middle"
        )

    def broken(self, what: str) -> ModelError:
        return ModelError(f"{self.path} is a broken model file: {what}")

    def number(self, form: struct.Struct) -> int:
        return int(form.unpack_from(self.data, self.skip(form.size))[0])

    def string(self, most: int, what: str) -> str:
        length = self.number(_U64)
        start = self.skip(length)
        if length > most:
            raise self.broken(f"{what} has {length} bytes")
        return self.data[start : start + length].decode("utf-8", "replace")

    def key_value(self) -> None:
        key = self.string(MAX_KEY_BYTES, "a key")
        if key in self.metadata or key in self.array_lengths:
            raise self.broken(f"it has two values of {key[:40]!r}")
        kind = self.number(_U32)
        if kind == _STRING:
            self.metadata[key] = self.string(MAX_TEXT_BYTES, f"the value of {key[:40]!r}")
        elif kind == _ARRAY:
            self.array_lengths[key] = self.array(key)
        elif kind in _SCALARS:
            form = _SCALARS[kind]
            self.metadata[key] = form.unpack_from(self.data, self.skip(form.size))[0]
        else:
            raise self.broken(f"value type {kind} of {key[:40]!r} is unknown")

    def array(self, key: str) -> int:
        """Skip an array, look for the wanted strings in it, and return its length.

        Arrays of arrays are refused, since no model uses them.
        """
        kind, length = self.number(_U32), self.number(_U64)
        self.array_kinds[key] = kind
        if kind == _STRING:
            self.strings(key, length)
        elif kind in _SCALARS:
            self.skip(length * _SCALARS[kind].size)
        else:
            raise self.broken(f"an array has elements of the unknown type {kind}")
        return length

    def strings(self, key: str, length: int) -> None:
        self.string_count += length
        if self.string_count > MAX_STRINGS:
            raise self.broken(f"{key[:40]!r} claims to hold {length} strings")
        begin = self.at
        met: set[bytes] = set()
        for place in range(length):
            size = self.number(_U64)
            start = self.skip(size)
            # The test of the length avoids copying and comparing nearly all strings.
            if size in self.sizes:
                self.look(key, place, self.data[start : start + size])
            if key == self.unique:
                text = self.data[start : start + size]
                if text in met:
                    raise self.twice(key, text)
                met.add(text)
        if self.at - begin > MAX_ARRAY_BYTES:
            raise self.broken(f"{key[:40]!r} has {self.at - begin} bytes")

    def look(self, key: str, place: int, text: bytes) -> None:
        """Store the index of a string if it is wanted."""
        if text in self.wanted and self.found.setdefault(key, {}).setdefault(text.decode(), place) != place:
            raise self.twice(key, text)

    def twice(self, key: str, text: bytes) -> ModelError:
        return self.broken(f"{key[:40]!r} has {text[:40].decode('utf-8', 'replace')!r} twice")

    def tensors(self, count: int) -> None:
        names: set[str] = set()
        ends = [self.tensor(names) for _ in range(count)]
        alignment = self.metadata.get("general.alignment", _DEFAULT_ALIGNMENT)
        if type(alignment) is not int or not 0 < alignment <= _MAX_ALIGNMENT or alignment & (alignment - 1):
            raise self.broken(f"the alignment is {str(alignment)[:40]}")
        start = -(-self.at // alignment) * alignment
        if ends and start + max(ends) > self.size:
            raise self.truncated()

    def tensor(self, names: set[str]) -> int:
        """Read a tensor's description and return the tensor's end in bytes from the start of the data."""
        name = self.string(MAX_KEY_BYTES, "the name of a tensor")
        if name in names:
            raise self.broken(f"it has two tensors {name[:40]!r}")
        names.add(name)
        dimensions = self.number(_U32)
        if not 0 < dimensions <= _MAX_DIMENSIONS:
            raise self.broken(f"tensor {name[:40]!r} has {dimensions} dimensions")
        sizes = [self.number(_U64) for _ in range(dimensions)]
        kind = self.number(_U32)
        offset = self.number(_U64)
        if name == _ROWS and dimensions > 1:
            self.rows = sizes[1]
        per_block, block_bytes = BLOCKS.get(kind, (1, 0))
        if 0 in sizes or sizes[0] % per_block:
            raise self.broken(f"tensor {name[:40]!r} has the impossible size {sizes}")
        return offset + prod(sizes) // per_block * block_bytes
