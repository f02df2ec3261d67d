"""`reads_itself` says whether a completion declares a variable whose own value reads it.

In `const kind = kinds[kind]` and `copy := clone(copy)` the name stands for nothing yet, unless an outer one
is shadowed; so only names count that stand nowhere above. A text with a function in it reads the name later.
Behind a `=` that ends the text, the value would be the line below.
"""

from __future__ import annotations

import re

from quoin.engine.util.characters import has_word, without_pairs, without_strings
from quoin.engine.util.lines import column, first_line, last_line, line_below, line_spans

ABOVE = 60_000
"""The number of bytes above the cursor in which a name may stand; beyond it nothing is known."""

LONGEST = 500
"""The largest number of bytes of a line that is judged."""

_DECLARED = re.compile(
    rb"[ \t]*(?:export[ \t]+)?(?:(?:const|let|var|val|auto)[ \t]+(?:mut[ \t]+)?(?P<name>[A-Za-z_$][\w$]*)"
    rb"[ \t]*(?::[^=]*)?=(?![=>])|(?P<short>[a-z_]\w*)(?:[ \t]*,[ \t]*\w+)?[ \t]*:=)(?P<value>.*)",
    re.DOTALL,
)
_COMMENT = re.compile(rb"//.*|/\*.*?(?:\*/|\Z)")
_LATER = re.compile(rb"[=-]>|\b(?:func(?:tion)?|fn|if|match|let)\b|\|[^|]*\||!\(|\bnew\(|\*\w")
_READ = rb"(?<![\w.$:'*&])%s(?![\w$])(?!\s*(?::|=(?!=)|\(|\{)|![(\[{])"


def reads_itself(whole: bytes, left: bytes, right: bytes) -> bool:
    """Return whether a line of a completion declares what it reads, and nothing above has that name.

    Args:
        whole: The completion.
        left: The left context.
        right: The right context.
    """
    if len(left) > ABOVE:
        return False
    begun = last_line(left)
    above = left[: len(left) - len(begun)]
    for start, end in line_spans(whole):
        line = begun + whole[start:end]
        found = None if len(line) > LONGEST else _DECLARED.match(_COMMENT.sub(b"", without_strings(line)))
        if found is not None and found.end() > len(begun):
            name, value = found["name"] or found["short"], found["value"]
            # Behind a comma, another variable may begin.
            is_one = b"," not in without_pairs(value) and not _LATER.search(value)
            if (
                is_one
                and re.search(_READ % re.escape(name), value)
                and not has_word(name, above + whole[:start])
            ):
                return True
        begun = b""
    return _takes_line_below(whole, left, right)


def _takes_line_below(whole: bytes, left: bytes, right: bytes) -> bool:
    """Return whether a text ends with the `=` of what the line below reads, a statement of its own."""
    line, below = last_line(left + whole), line_below(right)
    found = (
        _DECLARED.fullmatch(line) if line.rstrip().endswith(b"=") and not first_line(right).strip() else None
    )
    if found is None or found["value"].strip() or column(below) > column(line):
        return False
    name = found["name"] or found["short"]
    return has_word(name, below) and not has_word(name, left[: len(left) - len(last_line(left))])
