"""All short sequences of some pieces: `python -m tests.differential.exhaustive [--python PATH] [--longer N]`.

Every sequence of a frame's pieces up to a length stands in the frame as a middle: what follows a refused
piece too, so that a prefix that the engine gives up has no completion among them.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quoin.lsp_server.grammar_test.differences import REFUSED, TAKEN, Difference, smaller
from quoin.lsp_server.harness.judges.oracle import GAVE_UP
from tests.differential.oracles import oracle_of
from tests.support.case_lines import Parts

if TYPE_CHECKING:
    from collections.abc import Iterator

    import quoin
    from tests.differential.oracles import Oracle

_AT_ONCE = 2000


@dataclass(frozen=True)
class Frame:
    """Contexts, the pieces that stand between them, and how many of them the tests take."""

    left: str
    pieces: tuple[str, ...]
    right: str
    length: int


FRAMES = {
    "formatted string": Frame("f'", ("{", "}", "x", "!r", ":", "=", "\\", "'", '"', "\n", " "), "'", 4),
    "formatted, triple": Frame("f'''", ("{", "}", "x", "!", ":", "'", "\n", "#", "\\", "f'"), "'''\n", 4),
    "specification": Frame("f'{x:", ("{", "}", "x", "!", ":", "\\N", "=", "'", "\n", "(", ")"), "}'", 4),
    "string": Frame("", ("'", '"', "\\", "\n", "x", "b", "r", "f", "u", " "), "", 4),
    "escape": Frame("'", ("\\", "N", "{", "}", "DASH", "EN ", "x4", "u", "1", "'"), "'", 4),
    "number": Frame("", ("0", "1", "7", "9", "_", ".", "e", "j", "x", "b", "o", "or", "if", "-"), "", 3),
    "number before a word": Frame("x=", ("0", "1", "_", ".", "e", "j", "x", "-"), "if x else y", 4),
    "layout": Frame("", ("if x:", "x", "\n", " ", "\t", "\\\n", "#", "\f", "(", ")"), "", 4),
    "layout, between": Frame("if x:\n  y\n", ("x", "\n", " ", "\t", "\\\n", "#", "else:", ";"), " y\nz\n", 4),
    "line ends": Frame("if x:\r", ("\r", "\n", " ", "x", "\\", "'''", "#"), "\n y", 4),
    "targets": Frame("", ("x", ",", "*", "(", ")", "[", "]", "=", ".y", ":"), "=z", 4),
    "annotated": Frame("", ("x", "(", ")", ".y", "[z]", ":", ",", "=", "*", "yield"), "", 4),
    "loop": Frame("for ", ("x", ",", "*", "(", ")", " in ", ".y", ":=", "y"), ": pass", 4),
    "with": Frame("with ", ("x", ",", "(", ")", " as ", "*", ".y", ":="), ": pass", 5),
    "deletion": Frame("del ", ("x", ",", "(", ")", "[", "]", ".y", "*", "1"), "", 4),
    "call": Frame("f(", ("x", "=", ",", "*", "**", "(", ")", " for x in y", ":=", ":"), ")", 4),
    "subscript": Frame("f[", ("x", ":", ",", "*", "]", ":=", "=", "("), "]", 4),
    "parameters": Frame("def f(", ("x", ",", "/", "*", "**", "=y", ":z", ")"), "): pass", 5),
    "lambda": Frame("lambda ", ("x", ",", "/", "*", "**", "=y", ":", "(", ")"), ": x", 4),
    "type parameters": Frame("class C[", ("x", ",", "*", "**", ":y", "=", "z", "]", "("), "]: pass", 4),
    "imports": Frame("from ", (".", "...", "x", " import ", "*", "(", ")", ",", " as "), "y", 4),
    "patterns": Frame(
        "match x:\n case ", ("x", ",", "*", "(", ")", "|", "1", "-", "+", " as ", "_"), ": pass", 4
    ),
    "mappings": Frame(
        "match x:\n case {", ("x", ":", ",", "**", "1", "}", ".y", "'s'", "-", "_"), "}: pass", 4
    ),
    "soft keywords": Frame("", ("match", "case", "type", "_", " ", "x", ":", "=", "(", ")", "\n "), "", 4),
    "exceptions": Frame(
        "try: x\n", ("except", "*", " x", ",", " as y", ": z\n", "else", "finally", "("), "", 4
    ),
    "decorators": Frame("@", ("x", ".y", "(", ")", "*", ",", ":=", "\n", "[z]"), "\ndef f(): pass", 4),
    "walrus": Frame("x", (":=", "=", "y", "(", ")", ",", "[", "]", "{", "}", ":"), "", 4),
    "comprehension": Frame("[", ("x", "*", "**", ",", " for ", " in ", " if ", ":=", "(", ")", ":"), "]", 4),
    "display": Frame("{", ("x", ":", ",", "*", "**", ":=", " for x in y", "(", ")"), "}", 4),
    "await": Frame("", ("await", "async", " ", "x", "for", "with", "def", ":", " in ", "(", ")"), "", 4),
    "operators": Frame("x", ("not", " ", "in", "is", "<", ">", "=", "-", "*", "~", "y", "!"), "y", 4),
    "conditional": Frame("x=", ("if", " ", "else", "y", "lambda", ":", "or", "not", "*", "(", ")"), "", 5),
    "statements": Frame("", ("x", ";", "\n", "pass", "return ", "yield", "*", ",", "=", "+=", " "), "", 4),
    "future": Frame(
        "", ("from __future__ import ", "annotations", "x", "\n", ";", "'s'", "(", ")", ","), "", 4
    ),
    "byte order mark": Frame("", ("\ufeff", "x", "\n", " ", "#", "\t", "'"), "", 4),
}


def disagreements(oracle: Oracle, frame: Frame, length: int) -> Iterator[tuple[int, list[Difference]]]:
    """Again and again: how many more sequences have been looked at, and those on which verdicts differ."""
    start = oracle.language.quotient(frame.left, frame.right, spare="nothing").start()
    waiting: list[tuple[str, bool]] = []
    for found in _middles(frame.pieces, "", start, length):
        waiting.append(found)
        if len(waiting) == _AT_ONCE:
            yield len(waiting), _compare(oracle, frame, waiting)
            waiting = []
    yield len(waiting), _compare(oracle, frame, waiting)


def _middles(
    pieces: tuple[str, ...], text: str, state: quoin.State | None, length: int
) -> Iterator[tuple[str, bool]]:
    yield text, state is not None and state.member
    for piece in pieces if length else ():
        after = None if state is None else state.copy()
        taken = after is not None and after.advance(piece.encode())
        yield from _middles(pieces, text + piece, after if taken else None, length - 1)


def _compare(oracle: Oracle, frame: Frame, middles: list[tuple[str, bool]]) -> list[Difference]:
    reasons = oracle.refusals([frame.left + text + frame.right for text, _ in middles])
    return [
        Difference(TAKEN if member else REFUSED, Parts(frame.left, text, frame.right), reason or "")
        for (text, member), reason in zip(middles, reasons, strict=True)
        if member != (reason is None) and not (reason or "").startswith(GAVE_UP)
    ]


def main() -> int:
    """Print differences and counts; 1 if there is any difference."""
    options = _options()
    oracle = oracle_of(options.python)
    print(f"Python {oracle.facts['release']}", flush=True)
    whole = 0
    for name in options.frames or FRAMES:
        begun = time.monotonic()
        frame = FRAMES[name]
        count = 0
        different: list[Difference] = []
        for more, found in disagreements(oracle, frame, frame.length + options.longer):
            count += more
            different += found
        whole += len(different)
        print(
            f"{count:9,} {name}: {len(different):,} differences, {time.monotonic() - begun:.0f} s", flush=True
        )
        small = {str(smaller(oracle.language, oracle, found)) for found in different[: options.show]}
        print("\n".join(sorted(small)), end="\n" if small else "", flush=True)
    return int(bool(whole))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.differential.exhaustive", description=__doc__)
    add = parser.add_argument
    add("frames", nargs="*", help="names of frames (default: all)")
    add("--python", metavar="PATH", help="the interpreter that decides (default: the running one)")
    add("--longer", type=int, default=0, help="pieces to add to the length in the tests (default: 0)")
    add("--show", type=int, default=20, help="differences of each frame to make small and show (default: 20)")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
