"""Texts made to be slow to read: how the time of a cold quotient grows with their size.

Each family is read at sizes of a factor of about three, with the cursor half-way and with the whole text
after it; a line is fitted through the logarithms of sizes and times. Its slope is 1 where the time grows as
the text does. The baseline of a family is its own smallest size. Figures are the least of several rounds.
"""

from __future__ import annotations

import argparse
import math
from functools import partial
from typing import TYPE_CHECKING

import quoin
from benchmarks.timing import best

if TYPE_CHECKING:
    from collections.abc import Callable

SIZES = (30_000, 100_000, 300_000, 1_000_000)
NESTED = (300, 1_000, 3_000, 10_000)


def repeated(text: str) -> Callable[[int], tuple[str, str]]:
    """A text over and over, in two halves."""
    return lambda size: (text * (size // len(text) // 2),) * 2


# Name, language, sizes, and the two halves of a text of a size: what stands on both sides of the cursor.
FAMILIES: tuple[tuple[str, str, tuple[int, ...], Callable[[int], tuple[str, str]]], ...] = (
    ("nested brackets", "json", NESTED, lambda size: ("[" * size, "]" * size)),
    ("brackets one after another", "python", SIZES, repeated("[]\n")),
    ("one line of statements", "python", SIZES, repeated("x = 1; ")),
    (
        "one line, one sum",
        "python",
        SIZES,
        lambda size: ("x = 0" + " + a" * (size // 8), " + a" * (size // 8)),
    ),
    (
        "one list over many lines",
        "python",
        SIZES,
        lambda size: ("x = [\n" + "1,\n" * (size // 6), "1,\n" * (size // 6) + "]\n"),
    ),
    ("short lines", "python", SIZES, repeated("x\n")),
    ("blocks", "python", SIZES, repeated("if x:\n if x:\n  x\n")),
    ("one name", "python", SIZES, lambda size: ("x" * (size // 2), "x" * (size // 2))),
    ("one comment", "python", SIZES, lambda size: ("#" * (size // 2), "#" * (size // 2))),
    ("blanks", "python", SIZES, lambda size: ("x =" + " " * (size // 2), " " * (size // 2) + "1")),
    ("string prefixes", "python", SIZES, repeated("rb''\n")),
    ("quotes of all kinds", "python", SIZES, repeated("'\"' \"'\"\n")),
    (
        "one string of quotes",
        "python",
        SIZES,
        lambda size: ('"""' + "' " * (size // 4), "' " * (size // 4) + '"""\n'),
    ),
    ("formatted strings", "python", SIZES, repeated('f"{x}"\n')),
    (
        "closing brackets and commas",
        "json",
        SIZES,
        lambda size: ("[" + "[]," * (size // 6), "[]," * (size // 6) + "[]]"),
    ),
)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    print(f"{'milliseconds':28} {'cursor':>9}", *("".rjust(9) for _ in SIZES), "  slope")
    for name, language, sizes, halves in FAMILIES:
        loaded = quoin.load_language(language)
        for where in ("half-way", "in front"):
            texts = [contexts(*halves(size), where) for size in sizes]
            times = [best(partial(cold, loaded, *text), arguments.rounds) for text in texts]
            row = " ".join(f"{seconds * 1e3:9.2f}" for seconds in times)
            print(f"{name:28} {where:>9} {row} {slope(sizes, times):7.2f}", flush=True)


def contexts(left: str, right: str, where: str) -> tuple[str, str]:
    return (left, right) if where == "half-way" else ("", left + right)


def cold(language: quoin.Language, left: str, right: str) -> None:
    """A quotient in a process that has read nothing of the language."""
    language.forget()
    language.quotient(left, right).start()


def slope(sizes: tuple[int, ...], times: list[float]) -> float:
    """Of the line with the least squares through the logarithms."""
    xs, ys = [math.log(size) for size in sizes], [math.log(time) for time in times]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True)) / sum((a - x) ** 2 for a in xs)


if __name__ == "__main__":
    main()
