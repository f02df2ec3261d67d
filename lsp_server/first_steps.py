"""A prepared file in which the difference to the same model without quoin is seen at once."""

from __future__ import annotations

from typing import Any

LANGUAGE = "python"

CURSOR = "█"
"""The mark of a place for a suggestion."""

# Each place is a call with code after it. What the starter model suggests there, also after the letter that
# the line's comment names, is tried by the tests.
MARKED = '''\
"""First steps with quoin.

The grey text is a suggestion: Tab takes it, and the whole file parses. There is
code after the cursor, and the suggestion ends where that code goes on. The same
model without quoin would write more in each of these places, so that a bracket
is left over and the file does not parse.

Then put the cursor before the next bracket with a number, and type the letter
after the number. Nothing of this needs to be saved.
"""

import json
import os


def sizes(folder):
    if not isinstance(folder, █):  # 1
        raise TypeError(folder)
    found = {}
    for name in os.listdir(█):  # 2: f
        path = os.path.join(folder, name)
        if os.path.isfile(█):  # 3: p
            found[name] = os.path.getsize(path)
    return found


def save(found, path):
    with open(path, "w", █) as file:  # 4: e
        json.dump(found, file)
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
