"""The plan of a training run, and the loop that carries it out.

A run is measured in tokens, not in minutes: the learning rate falls in a straight
line over the later part and reaches nothing with the last step, which makes much
of the difference in so short a run, and the same command makes the same steps on
any machine.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import torch

from engine.starter.loss import head_gradients
from engine.starter.net import EMBEDDING, Shape, Weights, features, initial
from engine.starter.optimiser import Optimiser, Rates

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.starter.samples import Rows, Sampler

LENGTHS = {512: 0.3, 256: 0.4, 128: 0.3}
"""Tokens in a row, one length for each step, by their odds. Prompts are of all lengths,
and short rows show more middles for the same number of tokens."""

BATCH = 4096
"""Tokens a step."""

WARM_UP = 20
"""Steps in which the learning rate rises."""

FALL = 0.6
"""The last share of the steps, in which it falls."""


@dataclass(frozen=True)
class Plan:
    """What a run does.

    Attributes:
        tokens: how many in all, rounded up to whole steps.
        seed: for the weights and for the order and cuts of the texts.
        precision: of the matrix products; the weights themselves have 32 bits.
        shape: the network's sizes.
        rates: the optimiser's settings.
    """

    tokens: int
    seed: int
    precision: torch.dtype
    shape: Shape = field(default_factory=Shape)
    rates: Rates = field(default_factory=Rates)

    @property
    def steps(self) -> int:
        """Steps of the optimiser."""
        return -(-self.tokens // BATCH)

    def rate(self, step: int) -> float:
        """Return the share of the highest learning rate for `step`, counted from 0."""
        return min(1.0, (step + 1) / WARM_UP, (self.steps - step) / (self.steps * FALL))


def run(plan: Plan, sampler: Sampler, report: Callable[[int, float, Weights], None]) -> Weights:
    """Train a network.

    Args:
        plan: what to do.
        sampler: where the rows come from.
        report: called after each step with its number, its loss in nats a token, and the weights.

    Returns:
        The trained weights.
    """
    weights = {name: tensor.requires_grad_() for name, tensor in initial(plan.shape, plan.seed).items()}
    optimiser = Optimiser(weights, plan.rates, plan.precision)
    lengths = np.random.default_rng(plan.seed).choice(
        list(LENGTHS), size=plan.steps, p=list(LENGTHS.values())
    )
    for step, length in enumerate(lengths.tolist()):
        loss = _backward(weights, plan, sampler.rows(BATCH // length, length))
        optimiser.step(plan.rate(step))
        report(step, loss, weights)
    return {name: tensor.detach() for name, tensor in weights.items()}


def _backward(weights: Weights, plan: Plan, rows: Rows) -> float:
    """Leave the gradients of one batch in `weights`, and return the loss."""
    cast = {name: tensor.to(plan.precision) for name, tensor in weights.items()}
    output = features(cast, plan.shape, torch.from_numpy(rows.inputs)).flatten(0, 1)
    head = head_gradients(
        output.detach(),
        cast[EMBEDDING].detach(),
        torch.from_numpy(rows.targets).flatten(),
        torch.from_numpy(rows.weights).flatten(),
    )
    torch.autograd.backward([output, weights[EMBEDDING]], [head.features.to(output.dtype), head.embedding])
    return head.loss
