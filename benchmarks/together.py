"""What it brings to evaluate candidates and beams together, one token of each in a batch.

The same requests at seeded cuts, with the branches side by side and one after another. `same` counts those
whose candidates are the same texts: batches round otherwise, so near ties may fall otherwise.
"""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import quoin
from benchmarks.sources import library_cuts
from quoin.engine.decoding.decoder import Decoder
from quoin.engine.decoding.request import Sampling, Task
from quoin.engine.decoding.timing import Deadline, Stopwatch
from quoin.engine.decoding.tokens.constraint import GrammarConstraint
from quoin.engine.model import STARTER, ModelSettings
from quoin.engine.model.llama.model import LlamaModel
from quoin.engine.model.prompt.builder import PromptBuilder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quoin.engine.decoding.model import Floats
    from quoin.lsp_server.harness.cuts import Cut

NEVER = Deadline(math.inf, lambda: False)
MAX_TOKENS = 32
WAYS: list[tuple[str, dict[str, Any]]] = [
    ("greedy, 1", {}),
    ("greedy, 3", {"candidates": 3}),
    ("sampling, 3", {"candidates": 3, "sampling": Sampling(temperature=0.8, seed=1)}),
    ("beams, 4", {"beams": 4}),
]


class OneAfterAnother(LlamaModel):
    """Has no room for two."""

    def fitting(self, texts: Sequence[Sequence[int]]) -> int:  # noqa: ARG002  of any texts, one
        """One."""
        return 1

    def evaluate_all(self, texts: Sequence[Sequence[int]], watch: Deadline) -> list[Floats]:
        """One after another."""
        return [self.evaluate(text, watch).copy() for text in texts]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, default=STARTER, help="a GGUF file")
    parser.add_argument("--cuts", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    settings = ModelSettings(arguments.model)
    together, apart = (kind(settings, lambda _share: None) for kind in (LlamaModel, OneAfterAnother))
    cuts = library_cuts("randspan", arguments.cuts, arguments.seed)
    print(f"{len(cuts)} cuts, at most {MAX_TOKENS} tokens, milliseconds a request without its prompt")
    print("way            together    apart   together : apart   same")
    for name, how in WAYS:
        # In turn, so that other load on the machine meets both.
        pairs = [(timed(together, cut, how), timed(apart, cut, how)) for cut in cuts]
        one, other = (sum(pair[side][0] for pair in pairs) / len(cuts) * 1e3 for side in (0, 1))
        same = sum(first[1] == second[1] for first, second in pairs)
        print(f"{name:12} {one:10.1f} {other:8.1f} {one / other:18.2f} {same:6}")


def timed(model: LlamaModel, cut: Cut, how: dict[str, Any]) -> tuple[float, list[str]]:
    """Seconds for a cut's completion, and the texts."""
    left, right = cut.left.encode(), cut.right.encode()
    decoder = Decoder(model)
    vocabulary = quoin.Vocabulary(model.pieces)
    state = quoin.load_language("python").quotient(left, right).start()
    guard = GrammarConstraint(state, vocabulary, Stopwatch())
    prompt = PromptBuilder(model, decoder.index).build(left, right, 4 * MAX_TOKENS)
    task = Task(prompt.tokens, prompt.given_back, left, "statement", MAX_TOKENS, **how)
    model.evaluate(prompt.tokens, NEVER)
    begun = time.perf_counter()
    found = decoder.decode(task, guard, NEVER, Stopwatch())
    return time.perf_counter() - begun, [one.text for one in found.candidates]


if __name__ == "__main__":
    main()
