"""`python -m tests.differential --cuts N --mutants N --seed S`: as many cuts of each kind as wanted."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter

import engine
from lsp_server.harness.cuts import KINDS
from tests.differential.compare import compare
from tests.differential.library import library_files


def main() -> int:
    """Print each difference as it is found, and the counts; 1 if there is any difference."""
    options = _options()
    language = engine.load_language("python")
    files = library_files(options.max_bytes)
    kinds = options.kinds.split(",")
    counts: Counter[str] = Counter()
    begun = time.monotonic()
    reports = compare(language, files, kinds, cuts=options.cuts, mutants=options.mutants, seed=options.seed)
    for report in reports:
        counts += report.counts
        for difference in report.differences:
            counts[f"DIFFERENCE: {difference.what}"] += 1
            print(difference, flush=True)
    print(f"{len(files)} files, seed {options.seed}, {time.monotonic() - begun:.0f} s")
    for name, count in sorted(counts.items()):
        print(f"{count:8} {name}")
    return int(any(name.startswith("DIFFERENCE") for name in counts))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.differential", description=__doc__)
    parser.add_argument("--cuts", type=int, default=100, help="cuts of each kind (default: 100)")
    parser.add_argument("--mutants", type=int, default=5, help="mutants of each middle (default: 5)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--max-bytes", type=int, default=60_000, help="larger files are left out")
    parser.add_argument("--kinds", default=",".join(KINDS), help=f"of {', '.join(KINDS)}")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
