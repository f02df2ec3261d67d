"""How much n-grams of the file are to count: `python -m quoin.engine.starter.measures.shares GGUF DIR`.

The shares are those under which lines of files that the model never saw are likeliest, found by expectation
and maximisation (Dempster, Laird and Rubin 1977): how often each order has produced the true
token, by the shares so far, gives the next ones. What is printed is the text of `quoin.ngrams.shares`.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from array import array
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from quoin.engine.decoding.timing import Deadline
from quoin.engine.decoding.tokens.healing import Healer
from quoin.engine.decoding.tokens.vocabulary_index import VocabularyIndex
from quoin.engine.model.fim.tokens import WANTED
from quoin.engine.model.gguf.checks import checked_header
from quoin.engine.model.llama.model import LlamaModel
from quoin.engine.model.prompt.builder import PromptBuilder
from quoin.engine.model.settings import ModelSettings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from quoin.engine.decoding.model import Floats, Ids

ORDERS = 6
ROUNDS = 30
FIRST = 0.3
PRIOR = 2.0
"""The number of tokens with the share `FIRST` that are added to each count, for shares with few tokens."""

MAX_TOKENS = 16
"""The maximal number of tokens of a line's rest that are read."""

LARGEST = 60_000
"""The maximal number of bytes of a file."""

_ROOM = 128


@dataclass(frozen=True)
class Seen:
    """A true token.

    Attributes:
        own: its probability by the model.
        orders: for each order that knows the context, the key of its share, which is its order and kind, and
            the relative frequency of the true token among the tokens that followed the context.
    """

    own: float
    orders: Sequence[tuple[tuple[int, int], float]]


def fitted(seen: Sequence[Seen]) -> list[list[float]]:
    """Return the likeliest shares, by order and kind."""
    shares = {(order, kind): FIRST for order in range(ORDERS) for kind in range(3)}
    for _ in range(ROUNDS):
        taken = dict.fromkeys(shares, PRIOR * FIRST)
        reached = dict.fromkeys(shares, PRIOR)
        for one in seen:
            likely = [one.own]
            for key, part in one.orders:
                likely.append((1 - shares[key]) * likely[-1] + shares[key] * part)
            weight = 1 / max(likely[-1], 1e-12)
            for (key, part), sofar in zip(reversed(one.orders), reversed(likely[1:]), strict=True):
                taken[key] += weight * shares[key] * part
                reached[key] += weight * sofar
                weight *= 1 - shares[key]
        shares = {key: taken[key] / reached[key] for key in shares}
    return [[shares[order, kind] for kind in range(3)] for order in range(ORDERS)]


def followers(
    texts: Sequence[Sequence[int]], history: Sequence[int], allowed: frozenset[int] | None
) -> Iterator[tuple[int, list[int]]]:
    """Yield each order that knows the last tokens, with the tokens after them in texts, as the core does."""
    for order in range(0 if allowed is not None else 1, min(ORDERS - 1, len(history)) + 1):
        context = array("i", history[len(history) - order :])
        found = [
            text[at + order]
            for text in texts
            for at in range(len(text) - order)
            if text[at : at + order] == context and (allowed is None or text[at + order] in allowed)
        ]
        if found:
            yield order, found


def kind(found: Sequence[int]) -> int:
    """Return the kind of an order's share: 0 for different followers, 1 for one, 2 for one repeated."""
    if len(set(found)) > 1:
        return 0
    return 1 if len(found) == 1 else 2


class Reader:
    """Asks a model for the probabilities of the true tokens of lines."""

    def __init__(self, file: Path) -> None:
        settings = ModelSettings(file)
        self._model = LlamaModel(settings, lambda _: None, checked_header(file, WANTED))
        index = VocabularyIndex(self._model.pieces, self._model.ends)
        self._prompts = PromptBuilder(self._model, index, None)
        self._healer = Healer(index)
        self._watch = Deadline(math.inf, lambda: False)

    def read(self, left: bytes, middle: bytes, right: bytes) -> Iterator[Seen]:
        """Yield the true tokens of a middle between two contexts."""
        prompt = self._prompts.build(left, right, _ROOM)
        before = self._tokens(left[: len(left) - len(prompt.given_back)])
        texts = [before, self._tokens(right)]
        rest, written = prompt.given_back, array("i")
        for token in self._model.tokenise(rest + middle)[:MAX_TOKENS]:
            logits = self._model.evaluate([*prompt.tokens, *written], self._watch)
            agreeing = self._healer.agreeing(rest) if rest else None
            orders = [
                ((order, kind(found)), found.count(token) / len(found))
                for order, found in followers(texts, before + written, _allowed(agreeing))
            ]
            yield Seen(probability(logits, token, agreeing), orders)
            rest = rest[len(self._model.pieces[token]) :]
            written.append(token)

    def _tokens(self, text: bytes) -> array[int]:
        lines = text.splitlines(keepends=True)
        return array("i", [token for line in lines for token in self._prompts.line_tokens(line)])


def _allowed(agreeing: Ids | None) -> frozenset[int] | None:
    return None if agreeing is None else frozenset(agreeing.tolist())


def probability(logits: Floats, token: int, agreeing: Ids | None) -> float:
    """Return the probability of a token among the agreeing tokens; None means all tokens."""
    some = logits.astype(np.float64) if agreeing is None else logits[agreeing].astype(np.float64)
    most = some.max()
    return float(np.exp(logits[token] - most) / np.exp(some - most).sum())


def cuts(files: Sequence[Path], number: int, seed: int) -> Iterator[tuple[bytes, bytes, bytes]]:
    """Yield rests of lines, each between the text before it and the text after it."""
    rng = random.Random(seed)  # noqa: S311 - repeatable, not secret
    while number > 0:
        text = rng.choice(files).read_bytes()
        lines = text.splitlines(keepends=True)
        line = rng.randrange(len(lines))
        content = lines[line].rstrip(b"\r\n")
        indent = len(content) - len(content.lstrip())
        if indent == len(content):
            continue
        cut = rng.randrange(indent, len(content))
        left = b"".join(lines[:line]) + content[:cut]
        # The line end is separate from the right context, as it is while a user types.
        yield left, content[cut:] + b"\n", b"".join(lines[line + 1 :])
        number -= 1


def written(shares: Iterable[Iterable[float]]) -> str:
    """Format shares as in a model's file."""
    return "; ".join(" ".join(f"{share:.3f}" for share in order) for order in shares)


def main() -> None:
    """Read lines of files below a folder, and print the shares."""
    parser = argparse.ArgumentParser(
        prog="python -m quoin.engine.starter.measures.shares", description=__doc__
    )
    parser.add_argument("model", type=Path, help="the GGUF file")
    parser.add_argument("folder", type=Path, help="Python files that the model never saw")
    parser.add_argument("--lines", type=int, default=1500, help="how many are read (default: 1500)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (default: 1)")
    options = parser.parse_args()
    started = time.monotonic()
    files = sorted(file for file in options.folder.rglob("*.py") if 0 < file.stat().st_size <= LARGEST)
    reader = Reader(options.model)
    seen = [one for cut in cuts(files, options.lines, options.seed) for one in reader.read(*cut)]
    print(written(fitted(seen)))  # noqa: T201 - the program's result
    print(f"{len(seen)} tokens, {time.monotonic() - started:.0f} s")  # noqa: T201


if __name__ == "__main__":
    main()
