"""The network: llama.cpp's architecture `llama`, as functions over a table of tensors.

The tensors have llama.cpp's own names and layouts, so that an export only copies them.
A block consists of RMSNorm, grouped-query attention with rotary positions
(neighbouring components form a pair, as in that architecture), RMSNorm and SwiGLU.
The embedding also serves as the output layer. Sources: Touvron et al., "LLaMA" (2023);
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

Weights = dict[str, Tensor]


@dataclass(frozen=True)
class Shape:
    """The sizes of a network.

    Attributes:
        vocabulary: the number of tokens.
        width: the number of components of the residual stream.
        blocks: the number of blocks.
        heads: the number of query heads, a divisor of `width`.
        shared_heads: the number of key and value heads, a divisor of `heads`.
        hidden: the number of components inside a block's feed-forward part.
        context: the number of tokens for which the positions are trained.
    """

    vocabulary: int = 16_384
    width: int = 512
    blocks: int = 8
    heads: int = 8
    shared_heads: int = 2
    hidden: int = 1408
    context: int = 1024

    @property
    def head(self) -> int:
        """The number of components of one head."""
        return self.width // self.heads


def initial(shape: Shape, seed: int) -> Weights:
    """Return untrained weights, with which each block is the identity, since its output matrices are 0."""
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
    """Return the output layer's input for rows of tokens.

    Args:
        weights: the network's tensors, all of one floating type.
        shape: the network's sizes.
        tokens: the ids, of shape `(rows, length)`.

    Returns:
        A tensor of shape `(rows, length, width)`.
    """
    return transformed(weights, shape, functional.embedding(tokens, weights[EMBEDDING]))


def transformed(weights: Weights, shape: Shape, stream: Tensor) -> Tensor:
    """Return the output layer's input for embedded tokens; both have shape `(rows, length, width)`."""
    turn = _turn(shape, stream)
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
    exact = stream.float()
    square = (exact * exact).mean(dim=-1, keepdim=True)
    return (exact * torch.rsqrt(square + EPSILON) * gain.float()).to(stream.dtype)


def _turn(shape: Shape, stream: Tensor) -> tuple[Tensor, Tensor]:
    """Return the cosines and sines of the rotary angles, each of shape `(length, head / 2)`."""
    steps = torch.arange(0, shape.head, 2, device=stream.device)
    places = torch.arange(stream.shape[1], device=stream.device)
    angles = torch.outer(places.float(), ROTARY_BASE ** (-steps / shape.head))
    return angles.cos().to(stream.dtype), angles.sin().to(stream.dtype)


def _halves(matrix: Tensor, head: int) -> Tensor:
    """Reorder a matrix so that the first components of a head's rotary pairs precede the second ones.

    Queries and keys are only multiplied with each other, so the order of their components does not matter,
    and two halves are rotated much faster than neighbours.
    """
    return matrix.unflatten(0, (-1, head // 2, 2)).transpose(1, 2).flatten(0, 2)


def _rotated(heads: Tensor, turn: tuple[Tensor, Tensor]) -> Tensor:
    cosines, sines = turn
    first, second = heads.chunk(2, dim=-1)
    return torch.cat((first * cosines - second * sines, second * cosines + first * sines), dim=-1)


def _attention(part: Weights, shape: Shape, stream: Tensor, turn: tuple[Tensor, Tensor]) -> Tensor:
    ordered = (_halves(part["attn_q"], shape.head), _halves(part["attn_k"], shape.head), part["attn_v"])
    heads = (stream @ torch.cat(ordered).T).unflatten(-1, (-1, shape.head)).transpose(1, 2)
    queries, keys, values = heads.split((shape.heads, shape.shared_heads, shape.shared_heads), dim=1)
    mixed = functional.scaled_dot_product_attention(
        _rotated(queries, turn), _rotated(keys, turn), values, is_causal=True, enable_gqa=True
    )
    return mixed.transpose(1, 2).flatten(-2) @ part["attn_output"].T


def _feed_forward(part: Weights, stream: Tensor) -> Tensor:
    gate, up = (stream @ torch.cat((part["ffn_gate"], part["ffn_up"])).T).chunk(2, dim=-1)
    return (functional.silu(gate) * up) @ part["ffn_down"].T
