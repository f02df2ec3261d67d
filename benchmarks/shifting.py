"""What moving the cached suffix saves and costs in the order that has the suffix after the prefix.

A typed character changes the end of the prefix, and all that stands after it has to be evaluated again,
unless what the cache holds of the suffix is moved (`quoin.engine.model.llama.kv_cache`); that still knows the
prefix as it was. At seeded cuts of the library's files the true middle is typed character by character. For
each prompt that differs from the last one this counts the tokens that are evaluated and the time, with the
suffix moved and without, and says how far the probabilities of the next token are from those of the whole
prompt evaluated at once: their Kullback-Leibler divergence, and how often another token is the likeliest.
"""

from __future__ import annotations

import argparse
import math
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.keystrokes import NEVER, Writer
from benchmarks.sources import library_cuts
from benchmarks.timing import percentile
from quoin.engine.decoding.tokens.vocabulary_index import VocabularyIndex
from quoin.engine.model import STARTER, ModelSettings
from quoin.engine.model.llama.kv_cache import SEQUENCES
from quoin.engine.model.llama.model import LlamaModel
from quoin.engine.model.prompt.builder import RIGHT_AFTER_LEFT, Prompt, PromptBuilder

if TYPE_CHECKING:
    from quoin.engine.decoding.model import Floats
    from quoin.lsp_server.harness.cuts import Cut

MAX_TOKENS = 64
FIRST_OTHER = 100
"""A token that no prompt begins with, and so are those that follow it."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, default=STARTER, help="a GGUF file")
    parser.add_argument("--cuts", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    fresh, *models = (LlamaModel(ModelSettings(arguments.model), lambda _share: None) for _ in range(5))
    ways = [(most, moves) for most in (None, RIGHT_AFTER_LEFT) for moves in (False, True)]
    rows = [Row(model, *way) for model, way in zip(models, ways, strict=True)]
    for cut in library_cuts("randspan", arguments.cuts, arguments.seed):
        type_out(cut, rows, fresh)
    print(f"context {fresh.context_size}; divergence in nats from the whole prompt evaluated at once")
    print("suffix                    prompts  tokens   95th     ms    mean   median     95th  other first")
    for row in rows:
        print(row)


@dataclass
class Row:
    """A way to do it, and what was measured of it.

    Attributes:
        model: that is asked.
        most: tokens of the suffix at most; None for all that the context has room for.
        moves: whether the suffix is moved.
    """

    model: LlamaModel
    most: int | None
    moves: bool
    evaluated: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    divergences: list[float] = field(default_factory=list)
    others: int = 0

    def __post_init__(self) -> None:
        if self.model.fim is None:
            raise SystemExit("the model has no fill-in-the-middle tokens")
        writer = Writer(self.model, replace(self.model.fim, order="psm"), self.model.context_size)
        self._builder = PromptBuilder(writer, VocabularyIndex(self.model.pieces, self.model.ends), self.most)

    def prompt(self, cut: Cut, typed: int) -> Prompt:
        """The prompt after so many characters of a middle."""
        left = (cut.left + cut.middle[:typed]).encode()
        return self._builder.build(left, cut.right.encode(), MAX_TOKENS)

    def ask(self, prompt: Prompt, true: Floats | None) -> None:
        """Evaluate a prompt; where the right log-probabilities are given, note how it went."""
        before, begun = self.model.evaluated, time.perf_counter()
        logits = self.model.evaluate_prompt(prompt.tokens, prompt.suffix if self.moves else None, NEVER)
        seconds = time.perf_counter() - begun
        if true is None:
            return
        found = log_probabilities(logits)
        self.evaluated.append(self.model.evaluated - before)
        self.seconds.append(seconds)
        self.divergences.append(float((np.exp(true) * (true - found)).sum()))
        self.others += int(true.argmax() != found.argmax())

    def __str__(self) -> str:
        name = (
            f"{'whole' if self.most is None else 'bounded'}, {'moved' if self.moves else 'evaluated again'}"
        )
        count, tokens, spread = len(self.evaluated), self.evaluated, self.divergences
        return (
            f"{name:24} {count:8} {sum(tokens) / count:7.1f} {percentile(tokens, 95):6} "
            f"{sum(self.seconds) / count * 1e3:6.1f} {sum(spread) / count:7.4f} "
            f"{percentile(spread, 50):8.5f} {percentile(spread, 95):8.4f} {self.others / count:12.1%}"
        )


def log_probabilities(logits: Floats) -> Floats:
    """Of each token, by its logit."""
    row: Floats = logits - logits.max()
    return row - math.log(np.exp(row).sum(dtype=np.float64))


def type_out(cut: Cut, rows: list[Row], fresh: LlamaModel) -> None:
    """Type a cut's middle in all ways; the first prompt is not counted, nor is one that comes again."""
    last: list[int] = []
    for typed in range(len(cut.middle)):
        whole = rows[0].prompt(cut, typed)
        if whole.tokens == last:
            continue
        for token in range(SEQUENCES):
            # Other texts take the places of all that is in the cache.
            fresh.evaluate([FIRST_OTHER + token], NEVER)
        true = log_probabilities(fresh.evaluate(whole.tokens, NEVER)) if last else None
        last = whole.tokens
        for row in rows:
            row.ask(row.prompt(cut, typed), true)


if __name__ == "__main__":
    main()
