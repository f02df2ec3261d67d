"""CPython's own tests as an outside suite: `python -m tests.differential.snippets [--python PATH]`.

Every piece of source in the interpreter's own tests of its parser, and every piece in `pieces/`, is
given to the engine: whole, cut at every position with nothing in between, and, where it is short, cut
out between every pair of positions, byte by byte. The verdict is the interpreter's own on the whole.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import quoin
from quoin.lsp_server.grammar_test.differences import REFUSED, TAKEN, Difference, smaller
from quoin.lsp_server.harness.judges.oracle import GAVE_UP
from tests.differential.oracles import oracle_of
from tests.differential.pools import PYTHON
from tests.support.case_lines import Parts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.differential.oracles import Oracle

FILES = (
    *("test_syntax.py", "test_grammar.py", "test_fstring.py", "test_patma.py", "test_tokenize.py"),
    *(
        "test_string_literals.py",
        "test_unparse.py",
        "test_type_params.py",
        "test_tstring.py",
        "test_except_star.py",
    ),
    *("test_exceptions.py", "test_named_expressions.py", "test_positional_only_arg.py", "test_unpack_ex.py"),
    *(
        "test_generators.py",
        "test_coroutines.py",
        "test_pep646_syntax.py",
        "test_dictcomps.py",
        "test_eof.py",
    ),
    *(
        "test_genexps.py",
        "test_listcomps.py",
        "test_lambda.py",
        "test_with.py",
        "test_unicode_identifiers.py",
    ),
    *("test_ast.py", "test_ast/test_ast.py", "test_ast/snippets.py", "test_compile.py", "test_codeop.py"),
)
_LARGEST = 20_000


@dataclass
class Counted:
    """What has been compared, and where the verdicts differ."""

    counts: Counter[str] = field(default_factory=Counter)
    differences: list[Difference] = field(default_factory=list)


def snippets_of(oracle: Oracle, files: Iterable[str] = FILES) -> list[str]:
    """The pieces of source in those of the interpreter's test files that it has, each once."""
    folder = Path(oracle.facts["library"]) / "test"
    found = dict.fromkeys((*PYTHON.statements, *PYTHON.expressions))
    for path in (folder / name for name in files):
        if path.is_file():
            found.update(dict.fromkeys(oracle.snippets(path)))
            found[path.read_text(encoding="utf-8")] = None
    return [text for text in found if len(text) <= _LARGEST]


class Suite:
    """Pieces of source against one interpreter.

    Args:
        cut_up_to: Pieces up to this length in characters are cut at every position.
        pairs_up_to: Pieces up to this length are cut between every pair of positions.
    """

    def __init__(self, oracle: Oracle, cut_up_to: int, pairs_up_to: int) -> None:
        self.oracle = oracle
        self.cut_up_to = cut_up_to
        self.pairs_up_to = pairs_up_to
        self.counted = Counted()

    def add(self, text: str) -> None:
        """Compare on one piece; at most one difference is kept of it."""
        reason = self.oracle.refusal(text)
        if reason is not None and reason.startswith(GAVE_UP):
            self.counted.counts["on which the oracle gave up"] += 1
            return
        self.counted.counts["pieces that parse" if reason is None else "pieces that do not"] += 1
        session = quoin.Session(self.oracle.language, spare="nothing")
        for name, start, end in self._spans(len(text)):
            self.counted.counts[name] += 1
            parts = Parts(text[:start], text[start:end], text[end:])
            if agrees(session, parts, is_program=reason is None):
                continue
            what = REFUSED if reason is None else TAKEN
            self.counted.differences.append(Difference(what, parts, reason or ""))
            return

    def _spans(self, length: int) -> Iterable[tuple[str, int, int]]:
        yield "whole", 0, length
        if length <= self.cut_up_to:
            yield from (("cuts at a position", at, at) for at in range(length + 1))
        if length <= self.pairs_up_to:
            for start in range(length):
                yield from (("cuts at two positions", start, end) for end in range(start + 1, length + 1))


def agrees(session: quoin.Session, parts: Parts, *, is_program: bool) -> bool:
    """Whether the middle is a member just where it should be; if so, every byte is taken by itself too."""
    state = session.quotient(parts.left, parts.right).start()
    middle = parts.middle.encode("utf-8", "surrogatepass")
    taken = all(state.advance(bytes([byte])) for byte in middle)
    return (taken and state.member) == is_program


def main() -> int:
    """Print differences and counts; 1 if there is any difference."""
    options = _options()
    oracle = oracle_of(options.python)
    suite = Suite(oracle, options.cut_up_to, options.pairs_up_to)
    pieces = snippets_of(oracle)
    print(f"Python {oracle.facts['release']}, {len(pieces)} pieces", flush=True)
    begun = time.monotonic()
    for piece in pieces:
        suite.add(piece)
    kinds: Counter[str] = Counter()
    shown: set[str] = set()
    for difference in suite.counted.differences:
        kinds[difference.kind] += 1
        if kinds[difference.kind] <= options.show:
            small = str(smaller(oracle.language, oracle, difference))
            if small not in shown:
                print(small, flush=True)
            shown.add(small)
    print(f"{time.monotonic() - begun:.0f} s")
    for name, count in sorted(suite.counted.counts.items()):
        print(f"{count:9,} {name}")
    for name, count in kinds.most_common():
        print(f"{count:9,} DIFFERENCES: {name}")
    return int(bool(kinds))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.differential.snippets", description=__doc__)
    add = parser.add_argument
    add("--python", metavar="PATH", help="the interpreter that decides (default: the running one)")
    add("--cut-up-to", type=int, default=200, help="longest piece to cut at every position (default: 200)")
    add("--pairs-up-to", type=int, default=80, help="longest piece to cut at every pair (default: 80)")
    add("--show", type=int, default=30, help="differences of each kind to show, made small (default: 30)")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
