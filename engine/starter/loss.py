"""The output layer's loss and gradients, a few hundred tokens at a time.

With a vocabulary of thousands the logits of a batch are the largest thing in
training by far. Their gradient is known in closed form (probabilities less the
targets), so they are made, used and forgotten chunk by chunk.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

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
    loss = torch.zeros(())
    for at in range(0, len(targets), CHUNK):
        part = slice(at, at + CHUNK)
        losses, errors = _errors(features[part] @ embedding.T, targets[part], shares[part])
        loss += losses
        towards_features[part] = errors @ embedding
        towards_embedding += errors.T @ features[part]
    return HeadGradients(float(loss), towards_features, towards_embedding)


@partial(torch.compile, dynamic=False)
def _errors(logits: Tensor, targets: Tensor, shares: Tensor) -> tuple[Tensor, Tensor]:
    """Return the weighted sum of the losses, and the gradient of it by `logits`, in their type."""
    likelihoods = torch.log_softmax(logits.float(), dim=-1)
    hits = torch.arange(logits.shape[-1]) == targets.unsqueeze(-1)
    losses = -likelihoods.gather(1, targets.unsqueeze(-1)).squeeze(-1)
    errors = (likelihoods.exp() - hits.float()) * shares.unsqueeze(-1)
    return (losses * shares).sum(), errors.to(logits.dtype)
