"""Damaged copies of the starter model: 200 of them, each in a way of its own, and the same each time."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, cycle, islice
from typing import TYPE_CHECKING, Any

from gguf import GGUFReader, GGUFValueType

from quoin.engine.model import STARTER

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Change = Callable[[bytes], bytes]

SEED = 5
NUMBER = 200

ABSURD_32 = (0, 1, 2**16, 2**31 - 1, 2**31, 2**32 - 1)
ABSURD_64 = (0, 2**20, 2**31, 2**40, 2**63 - 1, 2**64 - 1)
HOSTILE_TEMPLATES = (
    "{{ ''.__class__.__mro__[1].__subclasses__() }}",
    "{% for a in range(10**9) %}{% for b in range(10**9) %}x{% endfor %}{% endfor %}",
    "{" * 100_000,
    "{% include '/etc/passwd' %}",
    "x" * 2_000_000,
)


@dataclass(frozen=True)
class Damage:
    """What is done to a file: a name, and the change to its bytes."""

    name: str
    change: Change


@dataclass(frozen=True)
class Part:
    """A value or a tensor's description in a file: where its parts begin."""

    name: str
    begin: int
    starts: tuple[int, ...]
    end: int


@lru_cache(maxsize=1)
def damages() -> tuple[Damage, ...]:
    """All damages; the kinds take turns, so that a share of them has all kinds."""
    kinds = [cuts(), bits(), counts(), numbers(), types(), vocabularies(), templates()]
    whole = STARTER.read_bytes()
    real = (damage for damage in _taking_turns(kinds) if damage.change(whole) != whole)
    return tuple(islice(real, NUMBER))


def _taking_turns(kinds: list[Iterator[Damage]]) -> Iterator[Damage]:
    while kinds:
        for kind in tuple(kinds):
            damage = next(kind, None)
            if damage is None:
                kinds.remove(kind)
            else:
                yield damage


@lru_cache(maxsize=1)
def _reader() -> GGUFReader:
    return GGUFReader(STARTER)


@lru_cache(maxsize=1)
def values() -> list[Part]:
    return [_part(field) for name, field in _reader().fields.items() if not name.startswith("GGUF.")]


@lru_cache(maxsize=1)
def tensors() -> list[Part]:
    return [_part(tensor.field) for tensor in _reader().tensors]


def _part(field: Any) -> Part:
    sizes = [part.nbytes for part in field.parts]
    starts = tuple(field.offset + sum(sizes[:number]) for number in range(len(sizes)))
    return Part(field.name, field.offset, starts, field.offset + sum(sizes))


def cuts() -> Iterator[Damage]:
    """Cut at each section, and in the middle of it."""
    places = [("magic", 2), ("version", 6), ("counts", 15), ("before the values", 24)]
    for part in chain(values(), tensors()):
        places += [(part.name, part.starts[-1]), (f"{part.name}, middle", (part.begin + part.end) // 2)]
    data = _reader().data_offset
    size = STARTER.stat().st_size
    places += [("padding", data - 1), ("data", data), ("weights", (data + size) // 2), ("end", size - 1)]
    random.Random(SEED).shuffle(places)
    return (Damage(f"cut: {name}", _cut(at)) for name, at in places)


def bits() -> Iterator[Damage]:
    """Bits flipped anywhere in the header, a few also in the weights."""
    rng = random.Random(SEED)
    data = _reader().data_offset
    for part in cycle(chain(tensors(), values())):
        weights = rng.random() < 0.1
        low, high = (data, STARTER.stat().st_size) if weights else (part.begin, part.end)
        at, bit = rng.randrange(low, high), 1 << rng.randrange(8)
        yield Damage(f"bit {at}: {'weights' if weights else part.name}", _flipped(at, bit))


def counts() -> Iterator[Damage]:
    """Absurd counts and lengths."""
    for at, name in ((8, "tensors"), (16, "values")):
        for number in ABSURD_64:
            yield _number("<Q", f"count of {name}", at, number)
    for part in values():
        for number in (0, 2**31, 2**63):
            yield _number("<Q", f"length of the name {part.name}", part.begin, number)
    for part in tensors()[::4]:
        for number in (0, 5, 2**32 - 1):
            yield _number("<I", f"dimensions of {part.name}", part.starts[2], number)
        for number in (0, 2**32, 2**62):
            yield _number("<Q", f"size of {part.name}", part.starts[3], number)
        yield _number("<I", f"type of {part.name}", part.starts[4], 77)
        yield _number("<Q", f"offset of {part.name}", part.starts[5], 2**60)


def numbers() -> Iterator[Damage]:
    """Absurd numbers in values."""
    for number in ABSURD_32:
        for part in values():
            if part.name.startswith("llama.") or part.name.endswith("_id"):
                yield _number("<I", part.name, part.end - 4, number)


def types() -> Iterator[Damage]:
    """Values of another type than they should have."""
    for kind in (GGUFValueType.STRING, GGUFValueType.FLOAT32, GGUFValueType.ARRAY, GGUFValueType.UINT8, 13):
        for part in values():
            yield _number("<I", f"type of {part.name}", part.starts[2], int(kind))


def vocabularies() -> Iterator[Damage]:
    """Vocabularies that are not whole, and missing markers."""
    yield Damage("no markers", lambda whole: whole.replace(b"fim", b"fun"))
    for part in ("prefix", "suffix", "middle"):
        spelling = f"<|fim_{part}|>".encode()
        yield Damage(f"no {part} marker", _replaced(spelling, spelling.replace(b"fim", b"fun")))
    for part in ("pre", "suf", "mid"):
        key = f"tokenizer.ggml.fim_{part}_token_id".encode()
        yield Damage(f"no key {part}", _replaced(key, key[::-1]))
    for name in ("tokens", "token_type", "merges"):
        key = f"tokenizer.ggml.{name}".encode()
        yield Damage(f"no {name}", _replaced(key, key[::-1]))
    yield Damage("a token twice", _replaced(b"<|fim_suffix|>", b"<|fim_prefix|>"))
    yield Damage("no text", _replaced(b"<|fim_prefix|>", b"\xff" * 14))
    architecture = STARTER.read_bytes().index(b"llama", 24)
    yield Damage("another architecture", _put(architecture, b"lemma"))
    yield Damage("another tokeniser", _replaced(b"gpt2", b"gpt9"))


def templates() -> Iterator[Damage]:
    """Chat templates that must not be compiled."""
    for template in HOSTILE_TEMPLATES:
        yield Damage(f"template: {template[:20]}", _with_template(template))


def _with_template(template: str) -> Change:
    return lambda whole: with_value(whole, "tokenizer.chat_template", template)


def with_value(whole: bytes, key: str, text: str) -> bytes:
    """A file with one more value, a text."""
    reader = _reader()
    end = _part(reader.tensors[-1].field).end
    entry = _text(key) + struct.pack("<I", GGUFValueType.STRING) + _text(text)
    count = int.from_bytes(whole[16:24], "little") + 1
    header = whole[:16] + struct.pack("<Q", count) + entry + whole[24:end]
    return header.ljust(-(-len(header) // 32) * 32, b"\0") + whole[reader.data_offset :]


def put(whole: bytes, at: int, new: bytes) -> bytes:
    """The bytes with others in their place."""
    return whole[:at] + new + whole[at + len(new) :]


def _text(text: str) -> bytes:
    return struct.pack("<Q", len(text)) + text.encode()


def _cut(at: int) -> Change:
    return lambda whole: whole[:at]


def _flipped(at: int, bit: int) -> Change:
    return lambda whole: put(whole, at, bytes([whole[at] ^ bit]))


def _put(at: int, new: bytes) -> Change:
    return lambda whole: put(whole, at, new)


def _replaced(old: bytes, new: bytes) -> Change:
    return lambda whole: whole.replace(old, new)


def _number(form: str, name: str, at: int, number: int) -> Damage:
    return Damage(f"{name}: {number}", _put(at, struct.pack(form, number)))


def write(damage: Damage, path: Path) -> Path:
    path.write_bytes(damage.change(STARTER.read_bytes()))
    return path
