"""A model file of any size with random weights and the starter model's vocabulary.

It writes nonsense, but takes the time of a model of its size: for what depends on that alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from gguf import GGUFReader, GGUFWriter

from quoin.engine.model import STARTER

if TYPE_CHECKING:
    from pathlib import Path

HEAD = 128
SHARED = 2
"""Components of a head, and heads for keys and values."""

COPIED = ("tokenizer.", "quoin.fim.")
"""Beginnings of the starter model's keys that are taken over."""


@dataclass(frozen=True)
class Size:
    """The sizes of a network.

    Those of Qwen2.5-Coder-1.5B, but for the number of its blocks, which changes how long an evaluation
    takes and not how long one operation does.

    Attributes:
        width: components of the residual stream, a multiple of `HEAD`.
        hidden: components inside a block's feed-forward part.
        blocks: how many blocks.
        context: tokens.
    """

    width: int = 1536
    hidden: int = 8960
    blocks: int = 4
    context: int = 8192


def write(path: Path, size: Size) -> None:
    """Write a model in F16."""
    writer = GGUFWriter(path, "llama")
    writer.add_context_length(size.context)
    writer.add_embedding_length(size.width)
    writer.add_block_count(size.blocks)
    writer.add_feed_forward_length(size.hidden)
    writer.add_head_count(size.width // HEAD)
    writer.add_head_count_kv(SHARED)
    writer.add_layer_norm_rms_eps(1e-5)
    for key, field in GGUFReader(STARTER).fields.items():
        if key.startswith(COPIED):
            types = field.types
            writer.add_key_value(key, field.contents(), types[0], types[1] if len(types) > 1 else None)
    random = np.random.default_rng(1)
    for name, shape in tensors(size).items():
        gain = len(shape) == 1
        values = np.ones(shape, np.float32) if gain else random.standard_normal(shape, np.float32)
        writer.add_tensor(name, values if gain else (values * shape[1] ** -0.5).astype(np.float16))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def tensors(size: Size) -> dict[str, tuple[int, ...]]:
    """Names and shapes of all tensors, in rows and columns."""
    vocabulary = len(GGUFReader(STARTER).fields["tokenizer.ggml.tokens"].contents())
    width, hidden, shared = size.width, size.hidden, SHARED * HEAD
    block: dict[str, tuple[int, ...]] = {
        "attn_norm": (width,),
        "attn_q": (width, width),
        "attn_k": (shared, width),
        "attn_v": (shared, width),
        "attn_output": (width, width),
        "ffn_norm": (width,),
        "ffn_gate": (hidden, width),
        "ffn_up": (hidden, width),
        "ffn_down": (width, hidden),
    }
    blocks = {
        f"blk.{number}.{name}.weight": shape for number in range(size.blocks) for name, shape in block.items()
    }
    return {"token_embd.weight": (vocabulary, width), **blocks, "output_norm.weight": (width,)}
