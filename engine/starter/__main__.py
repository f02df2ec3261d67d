"""Train the starter model: `python -m quoin.engine.starter --texts DIR --vocabulary FILE --out FILE`.

With `--from GGUF` in place of the vocabulary, a trained model learns further.
"""

from __future__ import annotations

import argparse
import logging
import time
from pathlib import Path

import numpy as np
import torch

from quoin.engine.starter import bpe, export, shards, train
from quoin.engine.starter.measures import evaluate
from quoin.engine.starter.mixture import mixed
from quoin.engine.starter.net import Shape
from quoin.engine.starter.samples import Sampler

STEPS = 20_500
"""The default number of steps, which is that of the file that ships."""

CORPUS = "the sources of published packages"

FILES = 40
"""The maximal number of held-out files of a language that are measured."""

_log = logging.getLogger("starter")


def main() -> None:
    """Read the texts, train, write the file, and log the measurements on held-out texts."""
    options = _options()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    before = export.read(options.begun) if options.begun else None
    vocabulary = before.vocabulary if before else bpe.Vocabulary.read(options.vocabulary)
    texts = shards.training(options.texts)
    groups, shares = mixed(texts)
    sources = shards.tokenised(groups, vocabulary, options.workers)
    tokens = sum(len(source.tokens) for some in sources for source in some)
    _log.info("%d files, %.1f million tokens", sum(map(len, sources)), tokens / 1e6)
    encoder = shards.encoder(vocabulary)
    plan = train.Plan(
        options.steps,
        options.seed,
        torch.device(options.device),
        options.workers,
        shape=before.shape if before else Shape(vocabulary=len(vocabulary.tokens)),
        highest=options.rate,
    )
    started = time.monotonic()

    def report(step: int, loss: float) -> None:
        _log.info("step %d: %.3f nats a token, %.0f s", step, loss, time.monotonic() - started)

    sampler = Sampler(sources, shares, encoder)
    weights = train.run(plan, sampler, report, options.checkpoint, before.weights if before else None)
    learnt = plan.tokens + (before.origin.tokens if before else 0)
    origin = export.Origin(CORPUS, plan.seed, learnt, export.LICENCES)
    export.write(options.out, export.Contents(weights, plan.shape, vocabulary, origin), "f16")
    model = evaluate.Model(weights, plan.shape, encoder)
    for language, files in shards.held_out(options.texts).items():
        chosen = np.random.default_rng(plan.seed).permutation(len(files))[:FILES]
        _measure(language, model, [files[index].text for index in chosen], plan.seed)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m quoin.engine.starter", description=__doc__)
    parser.add_argument(
        "--texts", type=Path, required=True, help="the folder that quoin.engine.starter.texts has written"
    )
    start = parser.add_mutually_exclusive_group(required=True)
    start.add_argument(
        "--vocabulary", type=Path, help="the file that quoin.engine.starter.vocabulary has written"
    )
    start.add_argument(
        "--from", dest="begun", type=Path, help="the GGUF file of a trained model, which learns further"
    )
    parser.add_argument("--out", type=Path, required=True, help="the GGUF file to write, in F16")
    parser.add_argument("--steps", type=int, default=STEPS, help=f"of the optimiser (default: {STEPS})")
    parser.add_argument(
        "--rate", type=float, default=1.0, help="the highest share of the learning rates (default: 1)"
    )
    parser.add_argument("--seed", type=int, default=1, help="for weights and cuts (default: 1)")
    parser.add_argument("--device", default="cuda", help="where to compute (default: cuda)")
    parser.add_argument("--workers", type=int, default=14, help="processes that draw samples (default: 14)")
    parser.add_argument(
        "--checkpoint", type=Path, help="a file to write now and then, and to go on from where it is there"
    )
    return parser.parse_args()


def _measure(language: str, model: evaluate.Model, texts: list[str], seed: int) -> None:
    _log.info("held out, %s: %.3f bits a byte", language, evaluate.left_to_right(model, texts))
    for place, at_lexeme in (("lexeme", True), ("character", False)):
        found = evaluate.rest_of_line(model, texts, seed, at_lexeme=at_lexeme)
        _log.info(
            "rest of a line from a %s: %.3f bits a byte, %.1f %% exact, end found %.1f %%, too early %.1f %%",
            *(place, found.bits, 100 * found.exact, 100 * found.ends, 100 * found.early),
        )


if __name__ == "__main__":
    main()
