"""The plan of a training run, and its loop.

The length of a run is given in tokens, not in minutes, so that a command makes
identical steps on any machine. The learning rate falls linearly over the later
part and reaches zero with the last step, which has a large effect in so short a run.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch.nn import functional

from quoin.engine.starter.loss import head_gradients
from quoin.engine.starter.net import EMBEDDING, Shape, Weights, initial, transformed
from quoin.engine.starter.optimiser import Optimiser, Rates
from quoin.engine.starter.samples import MIDDLE_WEIGHT

_transformed = torch.compile(transformed, dynamic=False)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from quoin.engine.starter.samples import Rows, Sampler

LENGTHS = {1024: 0.15, 512: 0.25, 256: 0.4, 128: 0.2}
"""The odds of a row's length in tokens, which is drawn once per step. Prompts have all lengths,
and short rows contain more middles per token."""

BATCH = 8192
"""Tokens per step."""

LAST = 0.14
"""The last share of the steps, with samples of all lengths in which middles have the highest weight. In rows
filled by one sample, a model learns that a middle ends with the row; here it learns the true ends."""

LAST_LENGTHS = {1024: 0.2, 512: 0.4, 256: 0.4}
LAST_BATCH = 4096
LAST_MIDDLE_WEIGHT = 16.0

WARM_UP = 20
"""The number of steps in which the learning rate rises."""

CHECKPOINT = 50
"""The number of steps after which a checkpoint is written."""

PEAK_AGAIN = 0.5
"""The maximal learning rate of a run that continues from a trained network, relative to a first run's."""

MIDDLE_WEIGHT_AGAIN = 8.0
"""The weight of a middle's token in a continued run, whose network already predicts contexts well."""

SHARES_AGAIN = (0.22, 0.0, 0.78)
"""The shares of rows from the library, its tests, and packages in a continued run."""

FALL = 0.6
"""The last share of the steps, in which the learning rate falls."""


TESTS = 0.5
"""The share of rows from the library's tests before the learning rate falls. It falls with the learning rate:
at first, tests contain more of the language to learn, but the model shall finally imitate the library."""


@dataclass(frozen=True)
class Batch:
    """The rows of a step: their number, their length in tokens, and the options of `Sampler.rows`."""

    rows: int
    length: int
    middle_weight: float = MIDDLE_WEIGHT
    packed: bool = False


@dataclass(frozen=True)
class Plan:
    """The plan of a run.

    Attributes:
        tokens: the total number of tokens, which is rounded up to whole steps.
        seed: the seed of the weights and of the order and cuts of the texts.
        precision: the type of the matrix products; the weights themselves have 32 bits.
        shape: the network's sizes.
        rates: the optimiser's settings.
        again: whether the run continues from a trained network, and learns from packages.
    """

    tokens: int
    seed: int
    precision: torch.dtype
    shape: Shape = field(default_factory=Shape)
    rates: Rates = field(default_factory=Rates)
    again: bool = False

    @property
    def steps(self) -> int:
        """The number of steps of the optimiser."""
        return math.ceil(self.tokens / (BATCH * (1 - LAST) + LAST_BATCH * LAST))

    @property
    def batches(self) -> list[Batch]:
        """The rows of each step."""
        last = round(self.steps * LAST)
        lengths = _draw(LENGTHS, self.steps, self.seed)[: self.steps - last]
        last_lengths = _draw(LAST_LENGTHS, last, self.seed)
        weight = MIDDLE_WEIGHT_AGAIN if self.again else MIDDLE_WEIGHT
        return [Batch(BATCH // length, length, weight) for length in lengths] + [
            Batch(LAST_BATCH // length, length, LAST_MIDDLE_WEIGHT, packed=True) for length in last_lengths
        ]

    def rate(self, step: int) -> float:
        """Return the share of the maximal learning rate for `step`, counted from 0."""
        return (PEAK_AGAIN if self.again else 1.0) * min((step + 1) / WARM_UP, self._left(step))

    def shares(self, step: int) -> tuple[float, ...]:
        """Return the shares of rows from the library, its tests and, in a continued run, packages."""
        if self.again:
            return SHARES_AGAIN
        tests = TESTS * self._left(step)
        return 1 - tests, tests

    def _left(self, step: int) -> float:
        return min(1.0, (self.steps - step) / (self.steps * FALL))


def run(
    plan: Plan,
    sampler: Sampler,
    report: Callable[[int, float, Weights], None],
    checkpoint: Path | None = None,
    start: Weights | None = None,
) -> Weights:
    """Train a network.

    Args:
        plan: the plan of the run.
        sampler: the source of the rows.
        report: called after each step with its number, its loss in nats per token, and the weights.
        checkpoint: a file that is written regularly, and from which the run continues if it exists. A
            continued run makes the steps that an uninterrupted one would have made.
        start: the initial weights, which are not changed (default: random ones).

    Returns:
        The trained weights.
    """
    begun = start or initial(plan.shape, plan.seed)
    weights = {name: tensor.clone().requires_grad_() for name, tensor in begun.items()}
    optimiser = Optimiser(weights, plan.rates, plan.precision)
    batches = plan.batches
    first = _restored(checkpoint, weights, optimiser, sampler) if checkpoint and checkpoint.exists() else 0
    for step in range(first, plan.steps):
        batch = batches[step]
        shares = plan.shares(step)
        rows = sampler.rows(batch.rows, batch.length, shares, batch.middle_weight, packed=batch.packed)
        loss = _backward(weights, plan, rows)
        optimiser.step(plan.rate(step))
        report(step, loss, weights)
        if checkpoint and (step + 1) % CHECKPOINT == 0:
            _save(checkpoint, step + 1, weights, optimiser, sampler)
    return {name: tensor.detach() for name, tensor in weights.items()}


def _draw(odds: Mapping[int, float], count: int, seed: int) -> list[int]:
    drawn = np.random.default_rng(seed).choice(list(odds), size=count, p=list(odds.values()))
    return [int(length) for length in drawn]


def _save(file: Path, steps: int, weights: Weights, optimiser: Optimiser, sampler: Sampler) -> None:
    """Write the whole state on which the next step depends, atomically."""
    partial = file.with_name(file.name + ".partial")
    parts = {"steps": steps, "weights": weights, "optimiser": optimiser.state, "sampler": sampler.state}
    torch.save(parts, partial)
    partial.replace(file)


def _restored(file: Path, weights: Weights, optimiser: Optimiser, sampler: Sampler) -> int:
    """Restore the state that `_save` has written, and return the number of steps made."""
    found = torch.load(file)
    with torch.no_grad():
        for name, tensor in weights.items():
            tensor.copy_(found["weights"][name])
    optimiser.state = found["optimiser"]
    sampler.state = found["sampler"]
    return int(found["steps"])


def _backward(weights: Weights, plan: Plan, rows: Rows) -> float:
    """Store the gradients of one batch in `weights`, and return the loss."""
    cast = {name: tensor.to(plan.precision) for name, tensor in weights.items()}
    embedded = functional.embedding(torch.from_numpy(rows.inputs), cast[EMBEDDING])
    output = _transformed(cast, plan.shape, embedded).flatten(0, 1)
    head = head_gradients(
        output.detach(),
        cast[EMBEDDING].detach(),
        torch.from_numpy(rows.targets).flatten(),
        torch.from_numpy(rows.weights).flatten(),
    )
    torch.autograd.backward([output, weights[EMBEDDING]], [head.features.to(output.dtype), head.embedding])
    return head.loss
