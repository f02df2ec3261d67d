"""What a typed character costs: how much of the prompt is evaluated again, in each order of its parts.

At seeded cuts of the library's files the true middle is typed character by character, and the prompt is
written for each. Counted are the tokens after what it has in common with the one before, which is what
the key-value cache keeps. The baseline is the whole prompt. With `--context` of at most the model's own,
the same prompts are also evaluated and timed.
"""

from __future__ import annotations

import argparse
import math
import time
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from benchmarks.sources import library_cuts
from benchmarks.timing import percentile
from quoin.engine.decoding.timing import Deadline
from quoin.engine.decoding.tokens.vocabulary_index import VocabularyIndex
from quoin.engine.model import STARTER, ModelSettings
from quoin.engine.model.fim.families import Order
from quoin.engine.model.llama.model import LlamaModel
from quoin.engine.model.prompt.builder import RIGHT_AFTER_LEFT, PromptBuilder
from quoin.engine.util.affixes import common_beginning

if TYPE_CHECKING:
    from quoin.engine.model.fim.tokens import FimTokens
    from quoin.lsp_server.harness.cuts import Cut

NEVER = Deadline(math.inf, lambda: False)
MAX_TOKENS = 64


@dataclass(frozen=True)
class Writer:
    """What writes prompts: a model's tokens, with an order and a context of our own."""

    model: LlamaModel
    fim: FimTokens
    context_size: int

    @property
    def pieces(self) -> list[bytes]:
        """As the model's."""
        return self.model.pieces

    @property
    def start(self) -> list[int]:
        """As the model's."""
        return self.model.start

    def tokenise(self, text: bytes, *, starts: bool = False) -> list[int]:
        """As the model."""
        return self.model.tokenise(text, starts=starts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, default=STARTER, help="a GGUF file")
    parser.add_argument("--context", type=int, default=512, help="tokens of prompt and completion")
    parser.add_argument("--cuts", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    model = LlamaModel(ModelSettings(arguments.model), lambda _share: None)
    cuts = library_cuts("randspan", arguments.cuts, arguments.seed)
    print(f"context {arguments.context}; tokens evaluated for a typed character, and of the whole prompt")
    print("order       suffix     mean   50th   95th   99th   whole   mean : whole     ms   ms whole")
    for order in get_args(Order):
        for most in (RIGHT_AFTER_LEFT, None) if order == "psm" else (None,):
            measure(model, order, most, arguments.context, cuts)


def measure(model: LlamaModel, order: Order, most: int | None, context: int, cuts: list[Cut]) -> None:
    """Print the row of an order."""
    if model.fim is None:
        raise SystemExit("the model has no fill-in-the-middle tokens")
    writer = Writer(model, replace(model.fim, order=order), context)
    builder = PromptBuilder(writer, VocabularyIndex(model.pieces, model.ends), most)
    evaluated: list[int] = []
    whole: list[int] = []
    seconds: list[float] = []
    seconds_whole: list[float] = []
    for cut in cuts:
        prompts = [
            builder.build((cut.left + cut.middle[:typed]).encode(), cut.right.encode(), MAX_TOKENS).tokens
            for typed in range(len(cut.middle))
        ]
        for before, prompt in pairwise(prompts):
            evaluated.append(max(1, len(prompt) - common_beginning(before, prompt)))
            whole.append(len(prompt))
        if context <= model.context_size:
            times = [timed(model, prompt) for prompt in prompts]
            seconds += times[1:]
            seconds_whole += times[:1]
    mean, mean_whole = sum(evaluated) / len(evaluated), sum(whole) / len(whole)
    shown = " ".join(f"{percentile(evaluated, per_cent):6}" for per_cent in (50, 95, 99))
    times_shown = f"{average(seconds):6.1f} {average(seconds_whole):10.1f}" if seconds else ""
    bound = "bounded" if most is not None else "whole"
    print(
        f"{order:10} {bound:8} {mean:8.1f} {shown} {mean_whole:7.0f} {mean / mean_whole:14.3f} {times_shown}"
    )


def timed(model: LlamaModel, prompt: list[int]) -> float:
    """Seconds to evaluate a prompt, with what the cache keeps."""
    begun = time.perf_counter()
    model.evaluate(prompt, NEVER)
    return time.perf_counter() - begun


def average(seconds: list[float]) -> float:
    """Mean in milliseconds."""
    return sum(seconds) / len(seconds) * 1e3


if __name__ == "__main__":
    main()
