"""Train the starter model: `python -m quoin.engine.starter --out engine/starter/starter.gguf`."""

from __future__ import annotations

import argparse
import logging
import platform
import time
from functools import partial
from pathlib import Path

import numpy as np
import torch

from quoin.engine.starter import bpe, corpus, evaluate, export, packages, train
from quoin.engine.starter.net import Shape, Weights
from quoin.engine.starter.samples import Encoder, Sampler

SNAPSHOT = 100
"""Number of steps after which the file is written again, so that an interrupted run leaves a model."""

_log = logging.getLogger("starter")


def main() -> None:
    """Read the corpus, train, write the file, and log the measurements on held-out texts."""
    options = _options()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    torch.set_num_threads(options.threads)
    torch.use_deterministic_algorithms(True)
    torch.utils.deterministic.fill_uninitialized_memory = False

    texts = corpus.load(corpus.library(), options.seed)
    start = export.read(options.start) if options.start else None
    more = packages.load(options.packages, packages.listed(), options.seed) if start else packages.NONE
    tokenizer = bpe.restored(start.vocabulary) if start else bpe.train(texts.training, Shape().vocabulary)
    vocabulary = bpe.vocabulary(tokenizer)
    encoder = Encoder(partial(bpe.encode, tokenizer), bpe.pieces(tokenizer))
    shape = start.shape if start else Shape(vocabulary=len(vocabulary.tokens))
    plan = train.Plan(
        options.tokens, options.seed, getattr(torch, options.precision), shape, again=start is not None
    )
    origin = _origin(plan, start)
    _log.info(
        "%d files, %d tests, %d held out; of packages %d files, %d held out; %d steps",
        *map(len, (texts.training, texts.tests, texts.held_out, more.training, more.held_out)),
        plan.steps,
    )
    started = time.monotonic()

    def contents(weights: Weights) -> export.Contents:
        return export.Contents(weights, shape, vocabulary, origin, options.shares)

    def report(step: int, loss: float, weights: Weights) -> None:
        if step % 10 == 0:
            _log.info("step %d: %.3f nats a token, %.0f s", step, loss, time.monotonic() - started)
        if step % SNAPSHOT == SNAPSHOT - 1:
            export.write(options.out, contents(weights))

    groups = (texts.training, texts.tests, more.training) if start else (texts.training, texts.tests)
    sampler = Sampler(groups, encoder, np.random.default_rng(plan.seed))
    weights = train.run(plan, sampler, report, options.checkpoint, start.weights if start else None)
    export.write(options.out, contents(weights))
    for name, held_out in (("library", texts.held_out), ("packages", more.held_out)):
        if held_out:
            _log.info("held out of the %s:", name)
            _measure(evaluate.Model(weights, shape, encoder), tuple(held_out.values()), options.seed)


def _origin(plan: train.Plan, start: export.Contents | None) -> export.Origin:
    library = f"the library of CPython {platform.python_version()} and its tests"
    tokens = sum(batch.rows * batch.length for batch in plan.batches)
    if start is None:
        return export.Origin(library, plan.seed, tokens)
    return export.Origin(
        f"{library}; then on published packages as well",
        plan.seed,
        start.origin.tokens + tokens,
        packages.LICENCES,
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m quoin.engine.starter", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the GGUF file to write")
    parser.add_argument(
        "--tokens",
        type=int,
        default=18_600_000,
        help="how many to train on (default: 18.6 million, as for the file that ships)",
    )
    parser.add_argument("--seed", type=int, default=1, help="for weights, order and cuts (default: 1)")
    parser.add_argument(
        "--from",
        dest="start",
        type=Path,
        metavar="GGUF",
        help="a model of an earlier run to go on from, with its vocabulary; needs --packages",
    )
    parser.add_argument(
        "--packages", type=Path, metavar="DIR", help="the folder with the wheels that packages.txt lists"
    )
    parser.add_argument(
        "--shares",
        default="",
        help=f"how much n-grams of the file count, the metadata key {export.SHARES_KEY} (default: nothing)",
    )
    parser.add_argument(
        "--checkpoint", type=Path, help="a file to write now and then, and to go on from where it is there"
    )
    parser.add_argument("--threads", type=int, default=2, help="processor threads (default: 2)")
    parser.add_argument(
        "--precision",
        choices=("bfloat16", "float32"),
        default="bfloat16",
        help="of matrix products; float32 is quicker where the processor has no bfloat16 (default: bfloat16)",
    )
    options = parser.parse_args()
    if bool(options.start) != bool(options.packages):
        parser.error("--from and --packages go together")
    return options


def _measure(model: evaluate.Model, texts: tuple[str, ...], seed: int) -> None:
    _log.info("left to right: %.3f bits a byte", evaluate.left_to_right(model, texts))
    for place, at_lexeme in (("lexeme", True), ("character", False)):
        found = evaluate.rest_of_line(model, texts, seed, at_lexeme=at_lexeme)
        _log.info(
            "rest of a line from a %s: %.3f bits a byte, %.1f %% exact, end found %.1f %%, too early %.1f %%",
            *(place, found.bits, 100 * found.exact, 100 * found.ends, 100 * found.early),
        )


if __name__ == "__main__":
    main()
