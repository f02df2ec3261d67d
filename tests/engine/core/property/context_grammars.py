"""Grammars over one-letter terminals whose alternatives have marks: written ones, and random ones."""

from __future__ import annotations

import json

from hypothesis import strategies as st

CONTEXTS = json.dumps(
    {
        "facts": {"x": ["0", "1"], "y": ["0", "1", "2"]},
        "marks": {
            "in_1": {"only": {"x": ["1"]}},
            "in_0": {"only": {"x": ["0"]}},
            "as_1": {"becomes": {"x": "1"}},
            "as_0": {"becomes": {"x": "0", "y": "0"}},
            "next": {"becomes": {"y": {"0": "1", "1": "2"}}},
            "last": {"only": {"y": ["2"]}},
            "swap": {"only": {"y": ["0", "1"]}, "becomes": {"x": {"0": "1", "1": "0"}, "y": "0"}},
        },
    }
)
MARKS = tuple(json.loads(CONTEXTS)["marks"])

WRITTEN = {
    "what only a block may hold": 'start: item*\nitem: "a" -> in_1\n | block\nblock: "b" item* "b" -> as_1',
    "at the end of a right context": 'start: one "a"\none: "b" -> in_1\n | two -> as_1\ntwo: one | "a" one',
    "two ways in": 'start: one -> as_1\n | one\none: "a" -> in_1\n | "a" "b" -> in_0\n | "b" one',
    "counted depth": 'start: one\none: "a" one "b" -> next\n | "a" -> last',
    "never": 'start: "a" | one\none: "b" -> last\n | one "a"',
    "back again": 'start: one\none: "a" two -> as_1\n | "b" -> in_0\ntwo: "b" one -> swap\n | "a" -> in_1',
    "left recursion with a mark": 'start: start "a" -> as_1\n | "b" -> in_0\n | "a" -> in_1',
    "one text in two contexts": 'start: one one\none: two -> as_1\n | two\ntwo: "a" -> in_1\n | "a" "b"',
}


@st.composite
def grammars(draw: st.DrawFn) -> str:
    """A grammar of a few rules in lark's format, some of whose alternatives have marks."""
    names = ["start", "one", "two", "three"][: draw(st.integers(1, 4))]
    symbols = st.sampled_from([*names, '"a"', '"b"'])
    repeats = st.sampled_from(["", "", "", "+"])
    items = st.tuples(symbols, repeats).map("".join)
    alternatives = st.lists(items, min_size=1, max_size=3).map(" ".join)
    marked = st.tuples(alternatives, st.sampled_from(["", *(f" -> {mark}" for mark in MARKS)])).map("".join)
    bodies = st.lists(marked, min_size=1, max_size=4, unique=True).map("\n | ".join)
    return "\n".join(f"{name}: {draw(bodies)}" for name in names)
