"""The optimiser: Muon for the blocks' matrices, AdamW for the embedding and the gains.

Muon (Jordan et al., "Muon: An optimizer for hidden layers in neural networks",
2024) orthogonalises the momentum by a Newton-Schulz iteration of fifth order.
Matrices of equal shape are iterated together. AdamW is by Loshchilov and
Hutter (2019).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

if TYPE_CHECKING:
    from collections.abc import Mapping

    from quoin.engine.starter.net import Weights

NEWTON_SCHULZ = (3.4445, -4.7750, 2.0315)
"""The coefficients of Jordan et al., by which small singular values grow fast, without an exact limit."""
ITERATIONS = 5


@dataclass(frozen=True)
class Rates:
    """The maximal learning rates, and the optimiser's other settings."""

    matrices: float = 0.02
    rest: float = 0.003
    decay: float = 0.03
    momentum: float = 0.95
    betas: tuple[float, float] = (0.9, 0.95)


class Optimiser:
    """Updates weights in place from their gradients."""

    def __init__(self, weights: Weights, rates: Rates, precision: torch.dtype) -> None:
        blocks = [tensor for name, tensor in weights.items() if name.startswith("blk.") and tensor.ndim > 1]
        shapes = dict.fromkeys(tuple(tensor.shape) for tensor in blocks)
        self._groups = [[tensor for tensor in blocks if tuple(tensor.shape) == shape] for shape in shapes]
        self._momenta = [torch.zeros_like(torch.stack(group), requires_grad=False) for group in self._groups]
        matrices = {id(tensor) for tensor in blocks}
        self._adam = torch.optim.AdamW(
            [tensor for tensor in weights.values() if id(tensor) not in matrices],
            betas=rates.betas,
            weight_decay=0.0,
            fused=True,
        )
        self._rates = rates
        self._precision = precision

    @property
    def state(self) -> dict[str, Any]:
        """The moments of the gradients, from which a run can continue."""
        return {"adam": self._adam.state_dict(), "momenta": self._momenta}

    @state.setter
    def state(self, state: Mapping[str, Any]) -> None:
        self._adam.load_state_dict(dict(state["adam"]))
        self._momenta = list(state["momenta"])

    def step(self, share: float) -> None:
        """Make one step at `share` of the maximal learning rates, and clear the gradients."""
        for setting in self._adam.param_groups:
            setting["lr"] = self._rates.rest * share
        self._adam.step()
        self._adam.zero_grad()
        with torch.no_grad():
            for group, momentum in zip(self._groups, self._momenta, strict=True):
                self._muon(group, momentum, self._rates.matrices * share)

    def _muon(self, group: list[Tensor], momentum: Tensor, rate: float) -> None:
        gradient = torch.stack([tensor.grad for tensor in group])
        momentum.lerp_(gradient, 1 - self._rates.momentum)
        nesterov = gradient.lerp(momentum, self._rates.momentum)
        rows, columns = nesterov.shape[-2:]
        update = orthogonal(nesterov.to(self._precision)).float() * max(1.0, rows / columns) ** 0.5
        for tensor, change in zip(group, update, strict=True):
            tensor.mul_(1 - rate * self._rates.decay).sub_(change, alpha=rate)
            tensor.grad = None


@partial(torch.compile, dynamic=False)
def orthogonal(matrices: Tensor) -> Tensor:
    """Return matrices with the same singular vectors, whose singular values are near 1.

    Args:
        matrices: a tensor of shape `(count, rows, columns)`.
    """
    tall = matrices.shape[-2] > matrices.shape[-1]
    found = matrices.mT if tall else matrices
    found = found / (found.norm(dim=(-2, -1), keepdim=True) + 1e-7)
    first, second, third = NEWTON_SCHULZ
    for _ in range(ITERATIONS):
        square = found @ found.mT
        found = first * found + (second * square + third * square @ square) @ found
    return found.mT if tall else found
