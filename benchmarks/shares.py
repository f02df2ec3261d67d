"""Where the time of a request goes, through the real server.

The harness's cuts and client: the server in its process, the model in another, and a file that is new to both
at each request. `quotient` is the reading of the file, beside that of the prompt, so the parts may be more
than the whole. `not the model` is all of the client's time but `prompt` and `model`.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.sources import library, python
from quoin.lsp_server.harness.plan import plan
from quoin.lsp_server.harness.report import MODEL_PARTS
from quoin.lsp_server.harness.runner import run_cases

if TYPE_CHECKING:
    from quoin.lsp_server.harness.runner import Outcome

KINDS = ("randspan", "boundary", "typing")
PARTS = ("quotient", "prompt", "model", "engine", "total", "server")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, default=None, help="a GGUF file")
    parser.add_argument("--cuts", type=int, default=100, help="of each kind")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    cases = plan(python(), library(), KINDS, arguments.cuts, arguments.seed)
    path = None if arguments.model is None else str(arguments.model.absolute())
    settings = {"model.path": path, "maxTokens": 128, "maxLatencyMs": 10_000, "stop": "statement"}
    trials = asyncio.run(run_cases(python(), cases, settings, lambda: None))
    show([trial.guarded for trial in trials])


def show(outcomes: list[Outcome]) -> None:
    """Print the mean time of each part and its share, and the median share that is not the model's."""
    whole = sum(outcome.seconds for outcome in outcomes)
    print(f"{len(outcomes)} requests, {whole / len(outcomes) * 1e3:.1f} ms each")
    print("part              ms   share")
    for part in PARTS:
        seconds = sum(outcome.parts.get(part, 0.0) for outcome in outcomes)
        print(f"{part:12} {seconds / len(outcomes) * 1e3:7.2f} {seconds / whole:7.1%}")
    shares = [1 - of_model(outcome) / outcome.seconds for outcome in outcomes]
    share = 1 - sum(map(of_model, outcomes)) / whole
    print(f"not the model: {share:.1%}; of a request, median: {statistics.median(shares):.1%}")


def of_model(outcome: Outcome) -> float:
    """Seconds of a request that are the model's."""
    return sum(outcome.parts.get(part, 0.0) for part in MODEL_PARTS)


if __name__ == "__main__":
    main()
