"""A limit to the memory that the model's process may take, for files that make llama.cpp take too much.

On Linux (`RLIMIT_DATA`): what a process allocates, without the weights, which are mapped from the file
and can be dropped at any time. Other systems know no such limit, or do not keep it.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quoin.engine.model.gguf.header import GgufHeader
    from quoin.engine.model.settings import ModelSettings

MEGABYTE = 1 << 20

BASE = 4096 * MEGABYTE
"""What Python, the engine, the vocabulary and one batch's work may take: the engine needs up to half a
kilobyte for each byte of a file; the starter model with a small one takes a sixth of a gigabyte."""

_OF_THE_FILE = 2
"""Some processors want the weights in another order: then there is a copy of them."""

_MAX_CACHE = 32
"""The key-value cache counts up to so many times the file: a forged header may name any size."""


def memory_limit(settings: ModelSettings, header: GgufHeader) -> int | None:
    """Bytes that loading and using a model may take; None for any number.

    The default is four gigabytes, twice the file's size, and twice the key-value cache's. With layers on a
    graphics processor there is none, since drivers reserve memory as they please.
    """
    if settings.memory_limit is not None:
        return settings.memory_limit * MEGABYTE
    if settings.gpu_layers:
        return None
    cache = min(cache_bytes(header, settings.context_size), _MAX_CACHE * header.size_bytes)
    return BASE + _OF_THE_FILE * header.size_bytes + 2 * cache


def cache_bytes(header: GgufHeader, context_size: int) -> int:
    """Bytes of the key-value cache in 16-bit numbers, as far as the header tells."""

    def number(name: str, default: int) -> int:
        architecture = header.text("general.architecture")
        value = header.metadata.get(f"{architecture}.{name}")
        return value if type(value) is int and value > 0 else default

    heads = number("attention.head_count", 1)
    width = number("embedding_length", 0) // heads
    key, value = number("attention.key_length", width), number("attention.value_length", width)
    context = min(context_size, number("context_length", context_size))
    kept_heads = number("attention.head_count_kv", heads)
    return 2 * (key + value) * kept_heads * number("block_count", 1) * context


def limit_memory(limit: int | None) -> None:
    """Keep this process to so many bytes from now on; one that has more already gets no more."""
    if limit is None or sys.platform != "linux":
        return
    import resource  # noqa: PLC0415  not on every system

    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    soft = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))
