"""The cost of a token: `accepts` along true middles, and the full `mask`.

For each cut the true middle is split greedily into tokens of the vocabulary; before each token the
next one is asked for by `accepts`, and the whole mask is made. The baseline is what
the paper's authors compare with: `ast.parse` of the whole text for every token. Masks are measured by the
processor's time, the rest by the clock.
"""

from __future__ import annotations

import argparse
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import engine
from benchmarks.sources import library_cuts
from benchmarks.timing import busy_seconds, seconds, summary
from benchmarks.vocabularies import read_tokens
from grammars.python.judge import parses

if TYPE_CHECKING:
    from collections.abc import Iterator

STARTER = Path(engine.__file__).parent / "starter" / "starter.gguf"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("vocabularies", nargs="*", type=Path, default=[STARTER], help="GGUF files")
    parser.add_argument("--cuts", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    language = engine.load_language("python")
    language.prepare()
    print("microseconds                                mean       p50       p95       p99")
    for file in arguments.vocabularies:
        measure(language, file, arguments.cuts, arguments.seed)


def measure(language: engine.Language, file: Path, cuts: int, seed: int) -> None:
    """Print the times for one vocabulary."""
    tokens = read_tokens(file)
    begun = time.perf_counter()
    vocabulary = engine.Vocabulary(tokens)
    vocabulary.prepare(language)
    built = time.perf_counter() - begun
    known = {token for token in tokens if token}
    accepts: list[float] = []
    masks: list[float] = []
    parse: list[float] = []
    for cut in library_cuts("randspan", cuts, seed):
        path = list(split(cut.middle.encode(), known))
        state = language.quotient(cut.left, cut.right).start()
        accepts += [seconds(partial(state.advance, token)) for token in path]
        state = language.quotient(cut.left, cut.right).start()
        for token in path:
            masks.append(busy_seconds(partial(state.mask, vocabulary)))
            if not state.advance(token):
                raise SystemExit(f"a token of a true middle was refused: {token!r}")
        parse.append(seconds(partial(parses, cut.left + cut.middle + cut.right)))
    print(f"{file.name}: {len(tokens)} tokens, set up in {built * 1e3:.0f} ms")
    print(f"  advance by a true token, {len(accepts):6d} {summary(accepts):>45}")
    print(f"  mask,                    {len(masks):6d} {summary(masks):>45}")
    print(f"  ast.parse of the text,   {len(parse):6d} {summary(parse):>45}")


def split(middle: bytes, known: set[bytes]) -> Iterator[bytes]:
    """The middle as tokens, each the longest possible; a single byte where there is none."""
    longest = max(map(len, known))
    position = 0
    while position < len(middle):
        fits = (middle[position : position + length] for length in range(longest, 0, -1))
        token = next((piece for piece in fits if piece in known), middle[position : position + 1])
        yield token
        position += len(token)


if __name__ == "__main__":
    main()
