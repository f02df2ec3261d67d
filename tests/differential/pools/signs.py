"""Every sign of Unicode: `python -m tests.differential.pools.signs [--python PATH]`.

Each is a text by itself, stands after the letter of a name, and stands in a comment, a text and the
literal text of a formatted string; the interpreter says which of those it takes.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from typing import TYPE_CHECKING

from quoin.lsp_server.grammar_test.differences import REFUSED, TAKEN, Difference
from tests.differential.oracles import oracle_of
from tests.support.case_lines import Parts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tests.differential.oracles import Oracle

FRAMES = (("", ""), ("x", ""), ("#", ""), ("'", "'"), ("f'", "'"), ("f'{", "}'"))
_AT_ONCE = 5000


def disagreements(oracle: Oracle, signs: Iterable[int], frame: tuple[str, str]) -> Iterator[Difference]:
    """Signs, in one frame, on which engine and oracle disagree."""
    left, right = frame
    start = oracle.language.quotient(left, right, spare="nothing").start()
    texts = [chr(sign) for sign in signs]
    for at in range(0, len(texts), _AT_ONCE):
        some = texts[at : at + _AT_ONCE]
        reasons = oracle.refusals([left + text + right for text in some])
        for text, reason in zip(some, reasons, strict=True):
            state = start.copy()
            member = state.advance(text.encode("utf-8", "surrogatepass")) and state.member
            if member != (reason is None):
                yield Difference(REFUSED if reason is None else TAKEN, Parts(left, text, right), reason or "")


def main() -> int:
    """Print differences and counts; 1 if there is any difference."""
    parser = argparse.ArgumentParser(prog="python -m tests.differential.pools.signs", description=__doc__)
    parser.add_argument(
        "--python", metavar="PATH", help="the interpreter that decides (default: the running one)"
    )
    parser.add_argument(
        "--show", type=int, default=10, help="differences to show in each frame (default: 10)"
    )
    options = parser.parse_args()
    oracle = oracle_of(options.python)
    counts: Counter[str] = Counter()
    for frame in FRAMES:
        for difference in disagreements(oracle, range(sys.maxunicode + 1), frame):
            counts[f"{frame}"] += 1
            if counts[f"{frame}"] <= options.show:
                print(difference, flush=True)
    print(f"Python {oracle.facts['release']}: {len(FRAMES)} frames, {sys.maxunicode + 1:,} signs in each")
    for name, count in counts.items():
        print(f"{count:9,} DIFFERENCES: {name}")
    return int(bool(counts))


if __name__ == "__main__":
    sys.exit(main())
