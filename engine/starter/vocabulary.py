"""Learn a vocabulary from texts: `python -m quoin.engine.starter.vocabulary DIR FILE`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from quoin.engine.starter import bpe, shards
from quoin.engine.starter.mixture import mixed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quoin.engine.starter.shards import Texts

SEED = 1


def part(texts: Texts, characters: int) -> Iterator[str]:
    """Yield random texts with at most `characters` characters, in which languages have their shares."""
    random = np.random.default_rng(SEED)
    for group, share in zip(*mixed(texts), strict=True):
        room = int(characters * share)
        for index in random.permutation(len(group)):
            room -= len(group[index].text)
            if room < 0:
                break
            yield group[index].text


def main() -> None:
    """Learn a vocabulary from a part of the texts."""
    parser = argparse.ArgumentParser(prog="python -m quoin.engine.starter.vocabulary", description=__doc__)
    parser.add_argument("texts", type=Path, help="the folder with the texts")
    parser.add_argument("out", type=Path, help="the file to write")
    parser.add_argument("--size", type=int, default=16_384, help="how many entries (default: 16,384)")
    parser.add_argument(
        "--characters",
        type=int,
        default=60_000_000,
        help="how much of the texts is read (default: 60 million)",
    )
    options = parser.parse_args()
    texts = part(shards.training(options.texts), options.characters)
    bpe.vocabulary(bpe.train(texts, options.size)).write(options.out)


if __name__ == "__main__":
    main()
