"""The quotient against the size of its contexts: cold, and warm after one typed character.

The baseline is CPython's own parser reading the whole text, in the same run. Cold is everything
from the two texts to the first state; warm is the same request again with one more character left
of the cursor, charts kept. The least of several rounds is shown.
"""

from __future__ import annotations

import argparse
import ast
import re

import engine
from benchmarks.sources import programs_of
from benchmarks.timing import best

SIZES = (10_000, 30_000, 100_000, 300_000, 1_000_000)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    language = engine.load_language("python")
    print("  bytes    cold ms  ns/byte    warm ms  ast.parse ms  cold/ast.parse")
    for program in programs_of(SIZES, arguments.seed):
        show(language, program, arguments.rounds)


def show(language: engine.Language, program: str, rounds: int) -> None:
    """Put the cursor half-way, behind a name, so that typing goes on with the name."""
    found = re.compile(r"\n +return \w+").search(program, len(program) // 2)
    middle = found.end() if found else len(program)
    left, right = program[:middle], program[middle:]
    cold = best(lambda: language.quotient(left, right).start(), rounds)
    session = engine.Session(language)
    session.quotient(left, right)
    typed = iter(range(1, rounds + 1))
    warm = best(lambda: session.quotient(left + "x" * next(typed), right).start(), rounds)
    parse = best(lambda: ast.parse(program), rounds)
    size = len(program.encode())
    print(
        f"{size:7d} {cold * 1e3:10.2f} {cold * 1e9 / size:8.0f} {warm * 1e3:10.3f} "
        f"{parse * 1e3:13.2f} {cold / parse:15.3f}"
    )


if __name__ == "__main__":
    main()
