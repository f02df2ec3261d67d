"""`python -m tests.promises`: each promise tried, and the table of what came of it.

    python -m tests.promises --effort hour
    python -m tests.promises --only 2 11 --cases 100000 --seed 3

The exit status is 1 if a promise was broken; each broken case is printed with what repeats it.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import TYPE_CHECKING, get_args

from tests.promises.promise import Effort
from tests.promises.table import PROMISES

if TYPE_CHECKING:
    from tests.promises.promise import Outcome, Promise

# The number of broken cases that are printed for a promise.
SHOWN = 20
HEAD = "| | promise | tried | verdict | figures | time |\n| --- | --- | --- | --- | --- | --- |"


def row(promise: Promise, outcome: Outcome, seconds: float) -> str:
    """A row of the table in Markdown."""
    verdict = f"broken in {len(outcome.broken)}" if outcome.broken else "held"
    notes = "; ".join(note for note in (outcome.figures, outcome.not_tried) if note)
    cells = (str(promise.number), promise.claim, f"{outcome.tried:,} {promise.unit}", verdict, notes)
    return f"| {' | '.join(cells)} | {seconds:.0f} s |"


def main() -> None:
    """Read the command line, try the promises, print the table."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.promises",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--effort", choices=get_args(Effort), default="hour")
    parser.add_argument("--only", type=int, nargs="+", metavar="N", help="the numbers of the promises")
    parser.add_argument("--cases", type=int, help="this number of cases each")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(HEAD, flush=True)
    broken = 0
    for promise in PROMISES:
        if options.only and promise.number not in options.only:
            continue
        begun = time.monotonic()
        outcome = promise.tried(options.cases or promise.sizes[options.effort], options.seed)
        print(row(promise, outcome, time.monotonic() - begun), flush=True)
        for line in outcome.broken[:SHOWN]:
            print(f"  {promise.number}: {line}", file=sys.stderr, flush=True)
        broken += len(outcome.broken)
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
