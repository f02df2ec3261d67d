"""The cost of a token: `advance` along true middles, and the full `mask`.

For each cut the true middle is split greedily into tokens of the vocabulary; each token is taken, and before
it the whole mask is made: with a vocabulary that was prepared for the language, and with one that was not,
so that masks make what they need. The baseline is what the paper's authors compare with: `ast.parse` of the
whole text for every token. All is measured by the processor's time.
"""

from __future__ import annotations

import argparse
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import quoin
from benchmarks.sources import library_cuts
from benchmarks.timing import busy_seconds, summary
from benchmarks.vocabularies import empty_cache, read_tokens
from grammars.python.judge import parses

if TYPE_CHECKING:
    from collections.abc import Iterator

STARTER = Path(quoin.engine.__file__).parent / "starter" / "starter.gguf"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("vocabularies", nargs="*", type=Path, default=[STARTER], help="GGUF files")
    parser.add_argument("--cuts", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    language = quoin.load_language("python")
    language.prepare()
    print("microseconds                                mean       p50       p95       p99")
    for file in arguments.vocabularies:
        with empty_cache():
            measure(language, file, arguments.cuts, arguments.seed)


def measure(language: quoin.Language, file: Path, cuts: int, seed: int) -> None:
    """Print the times for one vocabulary."""
    tokens = read_tokens(file)
    (prepared, built), (_, kept) = set_up(language, tokens), set_up(language, tokens)
    not_prepared = quoin.Vocabulary(tokens)
    known = {token for token in tokens if token}
    times: dict[str, list[float]] = {"advance": [], "mask": [], "not prepared": [], "ast.parse": []}
    for cut in library_cuts("randspan", cuts, seed):
        path = list(split(cut.middle.encode(), known))
        state = language.quotient(cut.left, cut.right).start()
        times["advance"] += [busy_seconds(partial(state.advance, token)) for token in path]
        for name, vocabulary in (("mask", prepared), ("not prepared", not_prepared)):
            times[name] += masks(language.quotient(cut.left, cut.right).start(), path, vocabulary)
        times["ast.parse"].append(busy_seconds(partial(parses, cut.left + cut.middle + cut.right)))
    print(f"{file.name}: {len(tokens)} tokens, set up in {built:.0f} ms, from the cache in {kept:.0f} ms")
    for name, found in times.items():
        print(f"  {name:24s} {len(found):6d} {summary(found):>45}")


def set_up(language: quoin.Language, tokens: list[bytes]) -> tuple[quoin.Vocabulary, float]:
    """A prepared vocabulary, and how many milliseconds it took: the first one is kept for the second."""
    begun = time.thread_time()
    vocabulary = quoin.Vocabulary(tokens)
    vocabulary.prepare(language)
    return vocabulary, (time.thread_time() - begun) * 1e3


def masks(state: quoin.State, path: list[bytes], vocabulary: quoin.Vocabulary) -> list[float]:
    """The time of the mask before each token."""
    times = []
    for token in path:
        times.append(busy_seconds(partial(state.mask, vocabulary)))
        if not state.advance(token):
            raise SystemExit(f"a token of a true middle was refused: {token!r}")
    return times


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
