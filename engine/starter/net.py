"""The network: llama.cpp's architecture `llama`, as functions over a table of tensors.

The tensors have llama.cpp's own names and layouts, so that exporting is copying.
Per block: RMSNorm, grouped-query attention with rotary positions (neighbouring
components are a pair, as that architecture has it), RMSNorm, SwiGLU. The
embedding also serves as the output. Sources: Touvron et al., "LLaMA" (2023);
Su et al., "RoFormer" (2021); Ainslie et al., "GQA" (2023); Shazeer, "GLU
Variants Improve Transformer" (2020).
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

EMBEDDING = "token_embd.weight"
OUTPUT_NORM = "output_norm.weight"
EPSILON = 1e-5
ROTARY_BASE = 10_000.0

SHORT = 256
"""Rows up to this length take attention by its definition: below it the fused function is slower."""

Weights = dict[str, Tensor]


@dataclass(frozen=True)
class Shape:
    """The sizes of a network.

    Attributes:
        vocabulary: tokens.
        width: components of the residual stream.
        blocks: how many blocks.
        heads: query heads; `width` divides into them.
        shared_heads: key and value heads; `heads` divides into them.
        hidden: components inside a block's feed-forward part.
        context: tokens that the positions are trained for.
    """

    vocabulary: int = 8192
    width: int = 192
    blocks: int = 4
    heads: int = 3
    shared_heads: int = 1
    hidden: int = 512
    context: int = 512

    @property
    def head(self) -> int:
        """Components of one head."""
        return self.width // self.heads


def initial(shape: Shape, seed: int) -> Weights:
    """Return untrained weights: blocks begin as the identity, for what they add is 0 at first."""
    random = torch.Generator().manual_seed(seed)
    shared = shape.shared_heads * shape.head
    weights = {EMBEDDING: 0.02 * torch.randn(shape.vocabulary, shape.width, generator=random)}
    for block in range(shape.blocks):
        name = f"blk.{block}."
        for part, rows in (
            ("attn_q", shape.width),
            ("attn_k", shared),
            ("attn_v", shared),
            ("ffn_gate", shape.hidden),
            ("ffn_up", shape.hidden),
        ):
            weights[f"{name}{part}.weight"] = (
                torch.randn(rows, shape.width, generator=random) * shape.width**-0.5
            )
        weights[f"{name}attn_output.weight"] = torch.zeros(shape.width, shape.width)
        weights[f"{name}ffn_down.weight"] = torch.zeros(shape.width, shape.hidden)
        weights[f"{name}attn_norm.weight"] = torch.ones(shape.width)
        weights[f"{name}ffn_norm.weight"] = torch.ones(shape.width)
    weights[OUTPUT_NORM] = torch.ones(shape.width)
    return weights


def features(weights: Weights, shape: Shape, tokens: Tensor) -> Tensor:
    """Return what the output layer reads.

    Args:
        weights: the network's tensors, all of one floating type.
        shape: the network's sizes.
        tokens: ids, shape `(rows, length)`.

    Returns:
        Shape `(rows, length, width)`.
    """
    stream = functional.embedding(tokens, weights[EMBEDDING])
    turn = _turn(shape, tokens.shape[1], stream.dtype)
    for block in range(shape.blocks):
        part = {
            name: weights[f"blk.{block}.{name}.weight"]
            for name in (
                *("attn_norm", "attn_q", "attn_k", "attn_v", "attn_output"),
                *("ffn_norm", "ffn_gate", "ffn_up", "ffn_down"),
            )
        }
        stream = stream + _attention(part, shape, _norm(stream, part["attn_norm"]), turn)
        stream = stream + _feed_forward(part, _norm(stream, part["ffn_norm"]))
    return _norm(stream, weights[OUTPUT_NORM])


def _norm(stream: Tensor, gain: Tensor) -> Tensor:
    # Only the mean needs 32 bits: PyTorch's own function copies the whole stream to them and back.
    square = (stream * stream).mean(dim=-1, keepdim=True, dtype=torch.float32)
    return stream * torch.rsqrt(square + EPSILON).to(stream.dtype) * gain


def _turn(shape: Shape, length: int, dtype: torch.dtype) -> tuple[Tensor, Tensor]:
    """Return cosines and signed sines of the rotary angles, each of shape `(length, head)`."""
    rates = ROTARY_BASE ** (-torch.arange(0, shape.head, 2) / shape.head)
    angles = torch.outer(torch.arange(length).float(), rates).repeat_interleave(2, dim=-1)
    signs = torch.tensor([-1.0, 1.0]).repeat(shape.head // 2)
    return angles.cos().to(dtype), (angles.sin() * signs).to(dtype)


def _rotated(heads: Tensor, turn: tuple[Tensor, Tensor]) -> Tensor:
    cosines, sines = turn
    return heads * cosines + heads.unflatten(-1, (-1, 2)).flip(-1).flatten(-2) * sines


def _attention(part: Weights, shape: Shape, stream: Tensor, turn: tuple[Tensor, Tensor]) -> Tensor:
    def heads(name: str) -> Tensor:
        return (stream @ part[name].T).unflatten(-1, (-1, shape.head)).transpose(1, 2)

    def shared(found: Tensor) -> Tensor:
        group = shape.heads // shape.shared_heads
        return found.unsqueeze(2).expand(-1, -1, group, -1, -1).flatten(1, 2)

    mixed = _mixed(
        _rotated(heads("attn_q"), turn),
        shared(_rotated(heads("attn_k"), turn)),
        shared(heads("attn_v")),
    )
    return mixed.transpose(1, 2).flatten(-2) @ part["attn_output"].T


def _mixed(queries: Tensor, keys: Tensor, values: Tensor) -> Tensor:
    """Return the values by causal attention; all of shape `(rows, heads, length, head)`."""
    length = queries.shape[-2]
    if length > SHORT:
        return functional.scaled_dot_product_attention(queries, keys, values, is_causal=True)
    later = torch.full((length, length), -torch.inf, dtype=queries.dtype).triu(1)
    scores = (queries * queries.shape[-1] ** -0.5) @ keys.mT + later
    return torch.softmax(scores, dim=-1) @ values


def _feed_forward(part: Weights, stream: Tensor) -> Tensor:
    gate = functional.silu(stream @ part["ffn_gate"].T)
    return (gate * (stream @ part["ffn_up"].T)) @ part["ffn_down"].T
