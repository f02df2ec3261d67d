"""The quotient against the size of its contexts: cold, and after edits.

The baseline is CPython's own parser reading the whole text, in the same run.

- `first`: everything from two texts to the first state, in a process that has read nothing of the language;
  the cursor half-way. The least of several rounds.
- `next`: the same in one that has: charts are shared by all texts of a language.
- `typed`: the same session once more after each character typed at the cursor, names, brackets and quotes
  with their partners after the cursor, at places all over the text: 50th and 99th percentile.
- `taken back`: after all of them are gone again.
- `changed`: after one more character elsewhere, left of the cursor, and right of it, and one less.
- `moved`: with the cursor elsewhere, where it was not before.

Before that the session has read the text `ahead`, as the server does. All times are the processor's.
"""

from __future__ import annotations

import argparse
import ast
import random
import re
from collections import defaultdict
from functools import partial
from typing import TYPE_CHECKING

import quoin
from benchmarks.sources import programs_of
from benchmarks.timing import best, busy_seconds, percentile

if TYPE_CHECKING:
    from collections.abc import Iterator

SIZES = (1_000, 10_000, 30_000, 100_000, 300_000, 1_000_000)
KEYS = (("x", ""), ("y", ""), ("(", ")"), ("a", ""), (",", ""), (" ", ""), ('"', '"'), ("b", ""))
COLUMNS = ("typed", "taken back", "changed left", "changed right", "moved")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--places", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    language = quoin.load_language("python")
    programs = programs_of(SIZES, arguments.seed)
    print("milliseconds; ratios to ast.parse of the text; 50th and 99th percentile of edits")
    names = (f"{name:>16}" for name in COLUMNS)
    print("  bytes   first ns/byte  ratio    next ns/byte  ast.parse   ahead", *names)
    for program in programs:
        show(language, program, arguments.rounds, arguments.places, arguments.seed)


def show(language: quoin.Language, program: str, rounds: int, places: int, seed: int) -> None:
    size = len(program.encode())
    first, another = cold(language, program, rounds)
    parse = best(lambda: ast.parse(program), rounds)
    row = [f"{size:7d} {first * 1e3:7.2f} {first * 1e9 / size:7.0f} {first / parse:6.2f}"]
    row += [f"{another * 1e3:7.2f} {another * 1e9 / size:7.0f} {parse * 1e3:10.2f}"]
    session = quoin.Session(language)
    row += [f"{busy_seconds(lambda: _read_ahead(session, program)) * 1e3:7.2f}"]
    times = edits(session, program, places, seed)
    row += [" ".join(shown(times[name])) for name in COLUMNS]
    print(*row, flush=True)


def shown(times: list[float]) -> tuple[str, str]:
    """The 50th and 99th percentile in milliseconds."""
    if not times:
        return " " * 8, "-".rjust(7)
    return f"{percentile(times, 50) * 1e3:8.3f}", f"{percentile(times, 99) * 1e3:7.2f}"


def cold(language: quoin.Language, program: str, rounds: int) -> tuple[float, float]:
    """Seconds of a quotient half-way, as the first text and as another one."""
    at = cursors(program)[len(cursors(program)) // 2]
    left, right = program[:at], program[at:]

    def first() -> None:
        language.forget()
        language.quotient(left, right).start()

    return best(first, rounds), best(lambda: language.quotient(left, right).start(), rounds)


def cursors(program: str) -> list[int]:
    """Places after a name that is assigned, where the user continues the name."""
    return [found.end() for found in re.finditer(r"\n +\w+ = \w+", program)] or [len(program)]


def edits(session: quoin.Session, program: str, places: int, seed: int) -> dict[str, list[float]]:
    """Seconds of a session's quotients after edits, by kind."""
    times: dict[str, list[float]] = defaultdict(list)
    for name, left, right in walk(program, places, random.Random(seed)):
        times[name].append(busy_seconds(partial(_start, session, left, right)))
    return times


def _read_ahead(session: quoin.Session, text: str) -> None:
    while session.read_ahead(text):
        pass


def _start(session: quoin.Session, left: str, right: str) -> None:
    session.quotient(left, right).start()


def walk(program: str, places: int, rng: random.Random) -> Iterator[tuple[str, str, str]]:
    """Kinds of edits, and the contexts after each of them."""
    spots = cursors(program)
    for _ in range(places):
        at = rng.choice(spots)
        left, right = program[:at], program[at:]
        yield "moved", left, right
        for before, after in KEYS:
            left, right = left + before, after + right
            yield "typed", left, right
        left, right = program[:at], program[at:]
        yield "taken back", left, right
        other = rng.choice(spots)
        if other < at:
            yield "changed left", left[:other] + "q" + left[other:], right
            yield "changed left", left, right
        elif other > at:
            other -= at
            yield "changed right", left, right[:other] + "q" + right[other:]
            yield "changed right", left, right


if __name__ == "__main__":
    main()
