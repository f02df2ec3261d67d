"""What is completed in a file that is broken elsewhere, beside the same file when it is whole.

    python -m benchmarks.broken python=DIR typescript=DIR [--cuts 12] [--ask]

A line is half typed, what follows in it is the true text. Of a file that fits with it, copies are broken at
one, two or three other places (`breakages.py`). The engine is asked whether the true text still fits there,
as while the user is typing: `fits` of `cases`. With `--ask` the server is asked for its text with the shipped
model: `whole` shows how often there is one in the whole file, `both` how often in the broken one too,
`silent` how often there is none in that, `shown` how often there is one in the broken file, and `sound` how
many of these fit into the whole one. Times are the processor's for reading and repairing, in milliseconds.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.broken.places import Case, Place, is_taken, planned, view_of
from benchmarks.timing import percentile
from quoin import Session
from quoin.engine.recovery import SPARED
from quoin.engine.recovery.headers import with_block
from quoin.lsp_server.documents.positions import split_lines
from quoin.lsp_server.harness.runner import language_id, report_of, serving
from quoin.lsp_server.harness.subject import Subject, known_language

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quoin.lsp_server.harness.client import Client


@dataclass
class Row:
    """The counts of a kind or a language."""

    cases: int = 0
    fits: int = 0
    milliseconds: list[float] = field(default_factory=list)
    asked: Counter[str] = field(default_factory=Counter)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("corpora", nargs="+", metavar="LANGUAGE=DIR")
    parser.add_argument("--cuts", type=int, default=12, help="for each language")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ask", action="store_true", help="ask the server, too")
    parser.add_argument(
        "--show", action="store_true", help="print each case in which the true text does not fit"
    )
    arguments = parser.parse_args()
    of_language, of_kind = defaultdict[str, Row](Row), defaultdict[str, Row](Row)
    for corpus in arguments.corpora:
        name, _, folder = corpus.partition("=")
        with Subject(known_language(name, Path(folder))) as subject:
            places = list(planned(subject, Path(folder), arguments.cuts, arguments.seed))
            asked = asyncio.run(answers(subject, places)) if arguments.ask else {}
            for place in places:
                for case in place.cases:
                    fits, seconds = judged(subject, case, place.truth)
                    if arguments.show and not fits:
                        show(name, case, place)
                    keys = (name, f"{name}: {case.kind}", f"{name}: {case.distance}")
                    for row in (*(of_language[key] for key in keys), of_kind[case.kind], of_kind["all"]):
                        row.cases += 1
                        row.fits += fits
                        row.milliseconds.append(seconds * 1e3)
                        row.asked.update(asked.get(case, ()))
    for rows in (of_kind, of_language):
        print_rows(rows)


def judged(subject: Subject, case: Case, truth: str) -> tuple[bool, float]:
    """Return whether the true text fits into a broken file, and the processor's seconds for its view."""
    started = time.thread_time()
    view = view_of(subject, case.left, case.right, closing=True)
    seconds = time.thread_time() - started
    if view is None or is_taken(view, truth):
        return view is not None, seconds
    if is_taken(with_block(Session(subject.language, spare=SPARED), view), truth):
        return True, seconds
    return view.closed and is_taken(view_of(subject, case.left, case.right, closing=False), truth), seconds


async def answers(subject: Subject, places: Sequence[Place]) -> dict[Case, tuple[str, ...]]:
    """Ask the server in the whole and the broken files; return what is to be counted of each case."""
    found: dict[Case, tuple[str, ...]] = {}
    if not places:
        return found
    async with serving(subject, {"cache.entries": 0, "debounceMs": 0}, places[0].cases[0].file) as client:
        for number, place in enumerate(places):
            file = place.cases[0].file
            whole = await ask(client, subject, f"file:///{number}/{file}", place.left, place.right)
            start = view_of(subject, place.left, place.right, closing=False)
            for count, case in enumerate(place.cases):
                uri = f"file:///{number}/{count}/{file}"
                text = await ask(client, subject, uri, case.left, case.right)
                counts = ["whole"] if whole else []
                if text:
                    counts += ["shown", *(["both"] if whole else [])]
                    is_sound = is_taken(start, text) or text == whole
                    counts += ["sound"] if is_sound else []
                elif whole:
                    counts += ["silent"]
                found[case] = tuple(counts)
    return found


async def ask(client: Client, subject: Subject, uri: str, left: str, right: str) -> str | None:
    """Return the text that the server shows to a user who is typing; None if there is none."""
    client.open(uri, left + right, language_id(subject))
    lines = split_lines(left)
    number, answer = client.begin_completion(uri, len(lines) - 1, len(lines[-1]), automatic=True)
    items: list[dict[str, Any]] = await answer
    report_of(client, number)
    client.close(uri)
    return items[0]["insertText"] if items else None


def show(language: str, case: Case, place: Place) -> None:
    """Print the lines around the cursor of a case, and where the file is broken."""
    whole = set(split_lines(place.left + place.right))
    print(f"--- {language}, {case.kind}, {case.distance}, {case.file}")
    line = case.left.count("\n") + 1
    for number, text in enumerate(split_lines(case.left + "‖" + place.truth + "‖" + case.right), 1):
        if abs(number - line) <= 2 or text not in whole:
            print(f"{number:5} {text.rstrip()}")


def print_rows(rows: dict[str, Row]) -> None:
    """Print the table of some rows, in the order of the names."""
    columns = ("", "cases", "fits", "ms, 50th", "95th", "most", "whole", "both", "silent", "shown", "sound")
    print("\n| " + " | ".join(columns) + " |\n" + "| --- " * len(columns) + "|")
    for name, row in sorted(rows.items()):
        times = (percentile(row.milliseconds, 50), percentile(row.milliseconds, 95), max(row.milliseconds))
        counts = [row.asked[column] for column in columns[6:]]
        share = f"{row.fits} ({row.fits / row.cases:.0%})"
        print(
            "| "
            + " | ".join(map(str, (name, row.cases, share, *(f"{one:.0f}" for one in times), *counts)))
            + " |"
        )


if __name__ == "__main__":
    main()
