"""The plan of a training run, and its loop.

The length of a run is given in steps, not in minutes, so that a command makes the same
samples on any machine. The learning rate falls linearly over the later part and reaches zero with
the last step; meanwhile middles count more, since the network then knows contexts well.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional
from torch.utils.data import DataLoader

from quoin.engine.starter.net import EMBEDDING, Shape, Weights, features, initial
from quoin.engine.starter.optimiser import Optimiser, Rates
from quoin.engine.starter.samples import MIDDLE_WEIGHT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from quoin.engine.starter.samples import Sampler

ROWS = 64
"""The number of rows of a step."""

WARM_UP = 200
"""The number of steps in which the learning rate rises."""

FALL = 0.5
"""The last share of the steps, in which the learning rate falls."""

LAST = 0.25
"""The last share of the steps, in which middles have the highest weight."""

LAST_MIDDLE_WEIGHT = 12.0

CHECKPOINT = 1000
"""The number of steps after which a checkpoint is written."""

REPORT = 50
"""The number of steps after which the loss is reported."""


@dataclass(frozen=True)
class Plan:
    """The plan of a run.

    Attributes:
        steps: the number of steps of the optimiser.
        seed: the seed of the weights and of the cuts of the texts.
        device: the device that computes.
        workers: the number of processes that draw samples; 0 for none beside this one.
        precision: the type of the matrix products; the weights themselves have 32 bits.
        shape: the network's sizes.
        rates: the optimiser's settings.
        highest: the highest share of the maximal learning rates.
    """

    steps: int
    seed: int
    device: torch.device
    workers: int = 0
    precision: torch.dtype = torch.bfloat16
    shape: Shape = field(default_factory=Shape)
    rates: Rates = field(default_factory=Rates)
    highest: float = 1.0

    @property
    def tokens(self) -> int:
        """The number of tokens of the run."""
        return self.steps * ROWS * self.shape.context

    def rate(self, step: int) -> float:
        """Return the share of the maximal learning rate for `step`, counted from 0."""
        return self.highest * min((step + 1) / WARM_UP, 1.0, (self.steps - step) / (self.steps * FALL))

    def middle_weight(self, step: int) -> float:
        """Return the weight of a middle's token in `step`, counted from 0."""
        return MIDDLE_WEIGHT if step < self.steps * (1 - LAST) else LAST_MIDDLE_WEIGHT


Batch = tuple[Tensor, Tensor, Tensor]
"""Ids, the following ids, and the weight of each of the latter; each of shape `(rows, context)`."""


class Batches:
    """The batch of each step, which depends on the plan's seed and the step alone."""

    def __init__(self, plan: Plan, sampler: Sampler) -> None:
        self._plan = plan
        self._sampler = sampler

    def __len__(self) -> int:
        """Return the number of steps."""
        return self._plan.steps

    def __getitem__(self, step: int) -> Batch:
        """Draw the batch of a step."""
        plan = self._plan
        random = np.random.default_rng((plan.seed, step))
        rows = self._sampler.rows(ROWS, plan.shape.context, random, plan.middle_weight(step))
        return tuple(map(torch.from_numpy, (rows.inputs, rows.targets, rows.weights)))


def run(
    plan: Plan,
    sampler: Sampler,
    report: Callable[[int, float], None],
    checkpoint: Path | None = None,
    begun: Weights | None = None,
) -> Weights:
    """Train a network.

    Args:
        plan: the plan of the run.
        sampler: the source of the rows.
        report: called regularly with the number of steps made, and the mean loss of a token in nats since
            the last call.
        checkpoint: a file that is written regularly, and from which the run continues if it exists. A
            continued run makes the steps that an uninterrupted one would have made.
        begun: the weights of a trained network to start with; by default it starts untrained.

    Returns:
        The trained weights.
    """
    begun = initial(plan.shape, plan.seed) if begun is None else begun
    weights = {name: tensor.to(plan.device, copy=True).requires_grad_() for name, tensor in begun.items()}
    optimiser = Optimiser(weights, plan.rates, plan.precision)
    first = _restored(checkpoint, weights, optimiser) if checkpoint and checkpoint.exists() else 0
    total = torch.zeros((), device=plan.device)
    for step, batch in enumerate(_batches(plan, sampler, first), first + 1):
        inputs, targets, counts = (part.to(plan.device, non_blocking=True) for part in batch)
        loss = _loss(weights, plan, (inputs, targets, counts))
        loss.backward()
        optimiser.step(plan.rate(step - 1))
        total += loss.detach()
        if step % REPORT == 0:
            report(step, float(total) / REPORT)
            total.zero_()
        if checkpoint and step % CHECKPOINT == 0:
            _save(checkpoint, step, weights, optimiser)
    return {name: tensor.detach() for name, tensor in weights.items()}


def _batches(plan: Plan, sampler: Sampler, first: int) -> Iterator[Batch]:
    return iter(
        DataLoader(
            Batches(plan, sampler),
            batch_size=None,
            sampler=range(first, plan.steps),
            num_workers=plan.workers,
            pin_memory=plan.device.type == "cuda",
            prefetch_factor=8 if plan.workers else None,
        )
    )


@partial(torch.compile, dynamic=False)
def _loss(weights: Weights, plan: Plan, batch: Batch) -> Tensor:
    """Return the weighted mean of the cross-entropy, in nats."""
    inputs, targets, counts = batch
    cast = {name: tensor.to(plan.precision) for name, tensor in weights.items()}
    logits = features(cast, plan.shape, inputs.long()).flatten(0, 1) @ cast[EMBEDDING].T
    losses = functional.cross_entropy(logits.float(), targets.long().flatten(), reduction="none")
    shares = counts.flatten()
    return (losses * shares).sum() / shares.sum()


def _save(file: Path, steps: int, weights: Weights, optimiser: Optimiser) -> None:
    """Write the whole state on which the next step depends, atomically."""
    partial = file.with_name(file.name + ".partial")
    torch.save({"steps": steps, "weights": weights, "optimiser": optimiser.state}, partial)
    partial.replace(file)


def _restored(file: Path, weights: Weights, optimiser: Optimiser) -> int:
    """Restore the state that `_save` has written, and return the number of steps made."""
    found = torch.load(file)
    with torch.no_grad():
        for name, tensor in weights.items():
            tensor.copy_(found["weights"][name])
    optimiser.state = found["optimiser"]
    return int(found["steps"])
