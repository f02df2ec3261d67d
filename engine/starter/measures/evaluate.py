"""Measures the model on held-out files.

Bits per byte do not depend on the vocabulary, so they can be compared across models.
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
from quoin.engine.starter.samples import Encoder, Source, encoded, layout, typing_cut

if TYPE_CHECKING:
    from collections.abc import Sequence

WINDOW = 512
"""The maximal number of tokens of plain text in one window."""

ROW = 400
"""The maximal number of tokens of a cut. No row in training has this length, since a model may expect the
middle to end where such a row does."""

CUTS = 150
"""The number of cuts of each kind that are measured."""

LEFT_SHARE = 0.75


@dataclass(frozen=True)
class Middles:
    """How well the model predicts the rest of a line with a known right context.

    Attributes:
        bits: the bits per byte of the middle, including its end and the tokens given back before it.
        exact: the share of middles that greedy choice finds completely, including their end.
        ends: the share of true ends at which the end is the first choice.
        early: the share of other places at which the end is the first choice.
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
    """Return the bits per byte of plain text, in windows that begin without context."""
    nats = 0.0
    for ids in model.encoder.encode(texts):
        for at in range(0, len(ids), WINDOW):
            window = ids[at : at + WINDOW]
            losses, _ = _predictions(model, [END, *window], len(window))
            nats += float(losses.sum())
    return nats / math.log(2) / sum(len(text.encode()) for text in texts)


def rest_of_line(model: Model, texts: Sequence[str], seed: int, *, at_lexeme: bool) -> Middles:
    """Measure cuts inside lines, drawn by `seed`, at the edges of lexemes or at any character."""
    random = np.random.default_rng(seed)
    nats = size = 0.0
    exact: list[bool] = []
    ends: list[bool] = []
    early: list[bool] = []
    while len(exact) < CUTS:
        text = texts[int(random.integers(len(texts)))]
        cut = typing_cut(text, random, at_lexeme=at_lexeme)
        if cut is None:
            continue
        parts = encoded(cut, Source.of(text, model.encoder), model.encoder, ROW, healed=True)
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
        device = model.weights[EMBEDDING].device
        tokens = torch.tensor([row[:-1]], device=device)
        output = features(model.weights, model.shape, tokens)[0, -count:]
        logits = output @ model.weights[EMBEDDING].T
        targets = torch.tensor(row[-count:], device=device)
        return functional.cross_entropy(logits, targets, reduction="none"), logits.argmax(-1).tolist()
