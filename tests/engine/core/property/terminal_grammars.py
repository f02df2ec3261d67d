"""Grammars over one-letter terminals: written ones, each with what makes it hard, and random ones."""

from __future__ import annotations

from hypothesis import strategies as st

WRITTEN = {
    "right recursion": 'start: "a" start | "b"',
    "left recursion": 'start: start "a" | "b"',
    "both, and the empty text": 'start: start "a" start | "b" |',
    "hidden left recursion": 'start: maybe start "a" | "b"\nmaybe: "b" |',
    "hidden right recursion": 'start: "a" start maybe | "b"\nmaybe: "a" |',
    "a cycle of units": 'start: one | "a" start\none: two | "b"\ntwo: one | start',
    "a chain of units": 'start: one\none: two\ntwo: three\nthree: "a" | "b" three',
    "nullable throughout": 'start: one two one\none: two*\ntwo: "a"? "b"?',
    "brackets": 'start: ("a" start "b")*',
    "palindromes": 'start: "a" start "a" | "b" start "b" | "a" | "b" |',
    "as many of each": 'start: "a" start "b" start | "b" start "a" start |',
    "ambiguous sums": 'start: start "a" start | "b"',
    "more of one than of the other": 'start: "a" start "b" | "a" more\nmore: "a"*',
    "two ways over the same edge": 'start: one one\none: "a" one "b" | "a" "b" | "b"',
    "a rule that derives nothing": 'start: "a" start | "b" | never "b"\nnever: never "a"',
    "the empty text alone": "start:",
    "mutual recursion": 'start: "a" other | "b"\nother: start "b" | start start',
    "optional ends": 'start: "a"? middle "b"?\nmiddle: "a" middle "b" |',
    "loops in loops": 'start: ("a" ("b" start "b")* "a")+',
    "repeats": 'start: ("a" "b"?)~2..3',
}

LETTERS = "ab"

# The core refuses a language that has no text at all.
WITHOUT_TEXT = ("start: start", 'start: start "a" | "b" start', 'start: one "a"\none: one | start one')


@st.composite
def grammars(draw: st.DrawFn) -> str:
    """A grammar of a few rules in lark's format; some derive nothing, some the empty text only."""
    names = ["start", "one", "two", "three"][: draw(st.integers(1, 4))]
    symbols = st.sampled_from([*names, '"a"', '"b"'])
    repeats = st.sampled_from(["", "", "", "?", "*", "+"])
    items = st.tuples(symbols, repeats).map("".join)
    alternatives = st.lists(items, max_size=3).map(" ".join)
    bodies = st.lists(alternatives, min_size=1, max_size=3, unique=True).map(" | ".join)
    return "\n".join(f"{name}: {draw(bodies)}" for name in names)
