"""The output layer's loss and gradients, computed for a few hundred tokens at a time.

With a vocabulary of thousands, the logits of a batch are by far the largest
tensor of the training. Their gradient is known in closed form (probabilities
minus targets), so each chunk's logits are discarded before the next chunk.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import torch
from torch import Tensor

CHUNK = 512
"""Tokens of a chunk, few enough for the processor's caches to hold their logits."""


@dataclass(frozen=True)
class HeadGradients:
    """The weighted mean cross-entropy, and its gradients.

    Attributes:
        loss: the weighted mean in nats per token.
        features: the gradient by the features, of shape `(tokens, width)`.
        embedding: the gradient by the embedding, of shape `(vocabulary, width)`.
    """

    loss: float
    features: Tensor
    embedding: Tensor


def head_gradients(features: Tensor, embedding: Tensor, targets: Tensor, weights: Tensor) -> HeadGradients:
    """Return the loss of predicting `targets` from `features @ embedding.T`.

    Args:
        features: a tensor of shape `(tokens, width)`, outside any autograd graph.
        embedding: a tensor of shape `(vocabulary, width)`, outside any autograd graph.
        targets: the target ids, of shape `(tokens,)`.
        weights: the weight of each target, of shape `(tokens,)`; not all 0.
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
    """Return the weighted sum of the losses, and its gradient by `logits`, in the type of `logits`."""
    likelihoods = torch.log_softmax(logits.float(), dim=-1)
    hits = torch.arange(logits.shape[-1]) == targets.unsqueeze(-1)
    losses = -likelihoods.gather(1, targets.unsqueeze(-1)).squeeze(-1)
    errors = (likelihoods.exp() - hits.float()) * shares.unsqueeze(-1)
    return (losses * shares).sum(), errors.to(logits.dtype)
