"""The cost of a token: `accepts` along true middles, and the full `mask`.

For each cut the true middle is split greedily into tokens of the vocabulary; before each token the
next one is asked for by `accepts`, and every so often the whole mask is made. The baseline is what
the paper's authors compare with: `ast.parse` of the whole text for every token.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import engine
from benchmarks.sources import library_cuts, parses
from benchmarks.timing import seconds, summary
from benchmarks.vocabularies import read_tokens

STARTER = Path(engine.__file__).parent / "starter" / "starter.gguf"
MASK_EVERY = 7


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("vocabularies", nargs="*", type=Path, default=[STARTER], help="GGUF files")
    parser.add_argument("--cuts", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    language = engine.load_language("python")
    print("microseconds                                mean       p50       p95       p99")
    for file in arguments.vocabularies:
        measure(language, file, arguments.cuts, arguments.seed)


def measure(language: engine.Language, file: Path, cuts: int, seed: int) -> None:
    tokens = read_tokens(file)
    begun = time.perf_counter()
    vocabulary = engine.Vocabulary(tokens)
    built = time.perf_counter() - begun
    known = {token for token in tokens if token}
    longest = max(map(len, known))
    accepts: list[float] = []
    masks: list[float] = []
    parse: list[float] = []
    for number, cut in enumerate(library_cuts("randspan", cuts, seed)):
        state = language.quotient(cut.left, cut.right).start()
        middle = cut.middle.encode()
        position = 0
        while position < len(middle):
            token = next_token(middle, position, known, longest)
            if len(accepts) % MASK_EVERY == 0:
                begun = time.perf_counter()
                state.mask(vocabulary)
                masks.append(time.perf_counter() - begun)
            begun = time.perf_counter()
            accepted = state.advance(token)
            accepts.append(time.perf_counter() - begun)
            if not accepted:
                raise SystemExit(f"cut {number}: a true token was refused")
            position += len(token)
        parse.append(seconds(lambda text=cut.left + cut.middle + cut.right: parses(text)))  # type: ignore[misc]
    print(f"{file.name}: {len(tokens)} tokens, set up in {built * 1e3:.0f} ms")
    print(f"  advance by a true token, {len(accepts):6d} {summary(accepts):>45}")
    print(f"  mask,                    {len(masks):6d} {summary(masks):>45}")
    print(f"  ast.parse of the text,   {len(parse):6d} {summary(parse):>45}")


def next_token(middle: bytes, position: int, known: set[bytes], longest: int) -> bytes:
    """The longest token at the position; a single byte where there is none."""
    for length in range(longest, 1, -1):
        if middle[position : position + length] in known and position + length <= len(middle):
            return middle[position : position + length]
    return middle[position : position + 1]


if __name__ == "__main__":
    main()
