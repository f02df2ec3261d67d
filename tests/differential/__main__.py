"""Holds the engine against a language's own parser, on cuts of real files and on mutants of their middles.

    python -m tests.differential --turns 33400 --mutants 0 --with-tests --corpus DIR DIR
    python -m tests.differential --turns 33400 --mutants 10 --python /usr/bin/python3.14 --jobs 2
    python -m tests.differential --language json --kinds randspan,typing --turns 1000 --corpus DIR

In a turn, one file is cut once in each kind. Turns depend on the files, on the seed and on their own
number alone, so that `--first-turn` goes on where a run has ended.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from quoin.lsp_server.harness.cuts import KINDS
from tests.differential.runs import Run, run


def main() -> int:
    """Print differences as they are found, and the counts; 1 if there is any difference."""
    options = _options()
    return int(run(Run(**vars(options))))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.differential",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--language", default="python", metavar="NAME", help="the language (default: python)")
    add("--python", metavar="PATH", help="the interpreter that decides (default: the running one)")
    add(
        "--corpus",
        nargs="+",
        type=Path,
        default=[],
        metavar="DIR",
        help="trees of files (default: those of the oracle)",
    )
    add("--with-tests", action="store_true", help="take the trees' folders of tests too")
    add("--max-bytes", type=int, default=60_000, help="leave out larger files (default: 60000)")
    add("--turns", type=int, default=100, help="cuts of each kind (default: 100)")
    add("--first-turn", type=int, default=0, help="the number of the first turn (default: 0)")
    add("--mutants", type=int, default=5, help="mutants of each middle (default: 5)")
    add("--seed", type=int, default=0)
    add("--kinds", type=lambda text: text.split(","), default=list(KINDS), help=f"of {','.join(KINDS)}")
    add("--jobs", type=int, default=1, help="processes (default: 1)")
    add("--seconds", type=float, help="begin no turn later than this")
    add("--show", type=int, default=3, help="differences of each kind to show, made small (default: 3)")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
