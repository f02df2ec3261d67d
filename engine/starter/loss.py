"""The output layer's loss and gradients, a few hundred tokens at a time.

With a vocabulary of thousands the logits of a batch are the largest thing in
training by far. Their gradient is known in closed form (probabilities less the
targets), so they are made, used and forgotten chunk by chunk.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

CHUNK = 512
"""Tokens at a time: their logits stay small enough for the processor's caches."""


@dataclass(frozen=True)
class HeadGradients:
    """The weighted mean cross-entropy, and its gradients.

    Attributes:
        loss: in nats a token.
        features: shape `(tokens, width)`.
        embedding: shape `(vocabulary, width)`.
    """

    loss: float
    features: Tensor
    embedding: Tensor


def head_gradients(features: Tensor, embedding: Tensor, targets: Tensor, weights: Tensor) -> HeadGradients:
    """Return the loss of predicting `targets` from `features @ embedding.T`.

    Args:
        features: shape `(tokens, width)`, outside of any autograd graph.
        embedding: shape `(vocabulary, width)`, likewise.
        targets: ids, shape `(tokens,)`.
        weights: how much each target counts, shape `(tokens,)`; not all 0.
    """
    shares = weights / weights.sum()
    towards_features = torch.empty_like(features)
    towards_embedding = torch.zeros(embedding.shape)
    loss = 0.0
    for at in range(0, len(targets), CHUNK):
        part = slice(at, at + CHUNK)
        share = shares[part]
        rows = torch.arange(len(share))
        probabilities = torch.softmax(features[part] @ embedding.T, dim=-1)
        hits = probabilities[rows, targets[part]].float()
        loss -= float((hits.clamp_min(1e-9).log() * share).sum())
        probabilities[rows, targets[part]] -= 1.0
        probabilities *= share.unsqueeze(-1).to(probabilities.dtype)
        towards_features[part] = probabilities @ embedding
        towards_embedding += probabilities.T @ features[part]
    return HeadGradients(loss, towards_features, towards_embedding)
