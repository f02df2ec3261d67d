"""The memory of the model's process is limited, because some files make llama.cpp take too much.

The limit exists on Linux (`RLIMIT_DATA`). It covers what a process allocates, without the weights, which are
mapped from the file and can be dropped at any time. Other systems have no limit of this kind, or do not
enforce it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from quoin.engine.util.system import limit_data

if TYPE_CHECKING:
    from quoin.engine.model.gguf.header import GgufHeader
    from quoin.engine.model.settings import ModelSettings

MEGABYTE = 1 << 20

BASE = 4096 * MEGABYTE
"""The limit in bytes for Python, the engine, the vocabulary and the work of one batch. The engine needs up to
half a kilobyte for each byte of a source file. The starter model takes a sixth of a gigabyte with a small
source file."""

_OF_THE_FILE = 2
"""The limit for the weights, as a multiple of the file's size. Some processors need the weights in another
order, and llama.cpp then makes a copy of them."""

_MAX_CACHE = 32
"""The upper bound of the key-value cache, as a multiple of the file's size. A forged header may name any
size."""


def memory_limit(settings: ModelSettings, header: GgufHeader) -> int | None:
    """Return the number of bytes that loading and using a model may take; None if it is unlimited.

    The default is four gigabytes, plus twice the file's size, plus twice the size of the key-value cache.
    There is no limit with layers on a graphics processor, because drivers reserve memory as they please.
    """
    if settings.memory_limit is not None:
        return settings.memory_limit * MEGABYTE
    if settings.gpu_layers:
        return None
    cache = min(cache_bytes(header, settings.context_size), _MAX_CACHE * header.size_bytes)
    return BASE + _OF_THE_FILE * header.size_bytes + 2 * cache


def cache_bytes(header: GgufHeader, context_size: int) -> int:
    """Return the size in bytes of the key-value cache in 16-bit numbers, estimated from the header."""

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
    """Limit the memory of this process to `limit` bytes; a process that has more already gets no more."""
    if limit is not None:
        limit_data(limit)
