"""A prepared file in which the difference to the same model without quoin is seen at once."""

from __future__ import annotations

from typing import Any

LANGUAGE = "python"

CURSOR = "█"
"""The mark of a place for a suggestion."""

# Each place is a call with code after it. What the starter model suggests there, after the letter that the
# line's comment names if there is one, is tried by the tests.
MARKED = '''\
"""First steps with quoin.

The grey text is a suggestion: Tab takes it, and the whole file parses. There is
code after the cursor, and the suggestion ends where that code goes on. The same
model without quoin would write too much or too little in each of these places,
so that a bracket is left over or missing and the file does not parse.

Then put the cursor before the next bracket with a number, and type the letter
after the number. Nothing of this needs to be saved.
"""

import os
import sys


def newest(folder):
    names = os.listdir(folder)
    return max(names, key=lambda name: os.path.getmtime(█))  # 1


def sizes(folder):
    found = {}
    for name in sorted(█):  # 2: o
        found[name] = os.path.getsize(os.path.join(folder, name))
    return found


def mean(numbers):
    return round(sum(numbers) / max(len(█), 1), 2)  # 3: n


def main():
    print(newest(sys.argv[1]), mean(sizes(sys.argv[1]).values()))
    print(max(len(name) for name in sizes(█)))  # 4: s
'''


def first_steps() -> dict[str, Any]:
    """Return the file's language, its text, and the places for suggestions as line and column, from zero."""
    places, before = [], ""
    *parts, _ = MARKED.split(CURSOR)
    for part in parts:
        before += part
        line = before.count("\n")
        places.append({"line": line, "character": len(before.rpartition("\n")[2])})
    return {"language": LANGUAGE, "text": MARKED.replace(CURSOR, ""), "places": places}
