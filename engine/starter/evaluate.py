"""What the model has learnt, measured on files that it never saw.

Bits a byte do not depend on the vocabulary, so they compare across models.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from quoin.engine.starter.markers import END
from quoin.engine.starter.net import EMBEDDING, Shape, Weights, features
from quoin.engine.starter.samples import Encoder, encoded, layout, typing_cut

if TYPE_CHECKING:
    from collections.abc import Sequence

WINDOW = 512
"""Tokens of plain text, at most, that are read together."""

ROW = 400
"""Tokens of a cut, at most: no length of a row in training, at whose end a model may expect the middle's."""

CUTS = 150
"""How many cuts of each kind are measured."""

LEFT_SHARE = 0.75


@dataclass(frozen=True)
class Middles:
    """How well the rest of a line is found, its right side known.

    Attributes:
        bits: a byte of the middle, with its end and with the token given back before it.
        exact: share of middles that greedy choice finds whole, with their end.
        ends: share of true ends at which the end is the first choice.
        early: share of other places at which the end is the first choice.
    """

    bits: float
    exact: float
    ends: float
    early: float


@dataclass(frozen=True)
class Model:
    """A trained network with its vocabulary."""

    weights: Weights
    shape: Shape
    encoder: Encoder


def left_to_right(model: Model, texts: Sequence[str]) -> float:
    """Return bits a byte of plain text, in windows that begin with no context."""
    nats = 0.0
    for ids in model.encoder.encode(texts):
        for at in range(0, len(ids), WINDOW):
            window = ids[at : at + WINDOW]
            losses, _ = _predictions(model, [END, *window], len(window))
            nats += float(losses.sum())
    return nats / math.log(2) / sum(len(text.encode()) for text in texts)


def rest_of_line(model: Model, texts: Sequence[str], seed: int, *, at_lexeme: bool) -> Middles:
    """Measure seeded cuts inside lines, at the edges of lexemes or at any character."""
    random = np.random.default_rng(seed)
    nats = size = 0.0
    exact: list[bool] = []
    ends: list[bool] = []
    early: list[bool] = []
    while len(exact) < CUTS:
        cut = typing_cut(texts[int(random.integers(len(texts)))], random, at_lexeme=at_lexeme)
        if cut is None:
            continue
        parts = encoded(cut, model.encoder, ROW, healed=True)
        middle = parts[1]
        losses, choices = _predictions(model, layout(parts, ROW, LEFT_SHARE), len(middle) + 1)
        nats += float(losses.sum())
        size += sum(len(model.encoder.pieces[token].encode()) for token in middle)
        exact.append(choices == [*middle, END])
        ends.append(choices[-1] == END)
        early.extend(choice == END for choice in choices[:-1])
    return Middles(nats / math.log(2) / size, *(float(np.mean(found)) for found in (exact, ends, early)))


def _predictions(model: Model, row: list[int], count: int) -> tuple[Tensor, list[int]]:
    """Return the losses in nats of the last `count` tokens of `row`, and the first choices there."""
    with torch.no_grad():
        tokens = torch.tensor([row[:-1]])
        output = features(model.weights, model.shape, tokens)[0, -count:]
        logits = output @ model.weights[EMBEDDING].T
        targets = torch.tensor(row[-count:])
        return functional.cross_entropy(logits, targets, reduction="none"), logits.argmax(-1).tolist()
