"""What it costs that middles read known names only: with names, and without them as the baseline.

- `another text`: a quotient half-way in a text that the process has not read; the charts have been made.
- `typed`: the quotient of a session after each character typed, at places all over the text.
- `accepts`, `mask`: a token of a true middle, and the mask before it.

Both ways are at the level `compiles`, and take turns. All times are the processor's, in microseconds.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from functools import partial
from pathlib import Path

import quoin
from benchmarks.contexts import cursors, walk
from benchmarks.sources import library_cuts, programs_of
from benchmarks.timing import best, busy_seconds, percentile
from benchmarks.tokens import STARTER, split
from benchmarks.vocabularies import read_tokens

SIZES = (10_000, 100_000, 500_000)
WAYS: tuple[tuple[str, tuple[str, ...] | None], ...] = (("without", None), ("with", ()))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("vocabularies", nargs="*", type=Path, default=[STARTER], help="GGUF files")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--places", type=int, default=60)
    parser.add_argument("--cuts", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    language = quoin.load_language("python", level="compiles")
    print(f"{'':32} {'without: p50':>14} {'p99':>9} {'with: p50':>12} {'p99':>9}")
    for program in programs_of(SIZES, arguments.seed):
        contexts(language, program, arguments.rounds, arguments.places, arguments.seed)
    for file in arguments.vocabularies:
        tokens(language, file, arguments.cuts, arguments.seed)


def show(what: str, times: dict[str, list[float]]) -> None:
    """Print the 50th and 99th percentile of both ways."""
    columns = (f"{percentile(times[way], share) * 1e6:.1f}" for way, _ in WAYS for share in (50, 99))
    widths = (14, 9, 12, 9)
    print(
        f"{what:32}",
        *(f"{column:>{width}}" for column, width in zip(columns, widths, strict=True)),
        flush=True,
    )


def contexts(language: quoin.Language, program: str, rounds: int, places: int, seed: int) -> None:
    """Print what the contexts of one text cost."""
    at = cursors(program)[len(cursors(program)) // 2]
    anew, typed = defaultdict(list), defaultdict(list)
    for _ in range(rounds):
        for way, names in WAYS:
            quotient = partial(language.quotient, program[:at], program[at:], names=names)
            anew[way].append(best(lambda quotient=quotient: quotient().start(), 1))  # type: ignore[misc]
    show(f"another text of {len(program.encode())} bytes", anew)
    sessions = {way: quoin.Session(language) for way, _ in WAYS}
    for kind, left, right in walk(program, places, random.Random(seed)):
        for way, names in WAYS:
            taken = busy_seconds(partial(start, sessions[way], left, right, names))
            if kind == "typed":
                typed[way].append(taken)
    show(f"typed in {len(program.encode())} bytes", typed)


def start(session: quoin.Session, left: str, right: str, names: tuple[str, ...] | None) -> None:
    """Make a quotient of a session, and its first state."""
    session.quotient(left, right, names=names).start()


def tokens(language: quoin.Language, file: Path, cuts: int, seed: int) -> None:
    """Print what tokens and masks of one vocabulary cost."""
    pieces = read_tokens(file)
    vocabulary = quoin.Vocabulary(pieces)
    vocabulary.prepare(language)
    known = {piece for piece in pieces if piece}
    advance, mask = defaultdict(list), defaultdict(list)
    for cut in library_cuts("randspan", cuts, seed):
        path = list(split(cut.middle.encode(), known))
        for way, names in WAYS:
            state = language.quotient(cut.left, cut.right, names=names).start()
            for piece in path:
                mask[way].append(busy_seconds(partial(state.mask, vocabulary)))
                begun = busy_seconds(partial(state.accepts, piece))
                advance[way].append(begun)
                if not state.advance(piece):
                    break
    show(f"accepts, {file.name}", advance)
    show(f"mask, {len(pieces)} tokens", mask)


if __name__ == "__main__":
    main()
