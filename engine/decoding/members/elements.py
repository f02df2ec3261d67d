"""`collection_of` finds the collection through which a name goes, and `element_of` the type of its elements.

A loop (`for (const a of all)`, `for _, a := range all`) and the function that is given to a method of a
collection (`all.map((a) => …)`, `all.iter().map(|a| …)`) bind a name to one element after another.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from quoin.engine.decoding.members.bindings import last_binding, lines_with
from quoin.engine.languages.manifest.types import NAME_COLON, NAME_TYPE, TYPE_NAME

if TYPE_CHECKING:
    from collections.abc import Sequence

_PATH = r"(?<![\w$.)\]])(?P<path>[A-Za-z_$][\w$]*(?:(?:\??\.|->)[A-Za-z_$][\w$]*)*?)"
_ITERATOR = r"(?:\.(?:iter|iter_mut|into_iter|values)\(\))"
# The first parameter of these is what has been put together so far.
_METHOD = r"\??\.(?!(?:reduce|reduceRight|fold|try_fold|Aggregate)\b)\w+"
_BINDS = (
    r"\bfor(?:each)?\b\s*\(?\s*(?:(?:const|let|var|final|auto)\b\s*)*[&*]*\s*%s\s*(?:\bof\b|\bin\b|:)\s*&?(?:mut\s+)?"
    + _PATH
    + _ITERATOR
    + r"?\s*[){]",
    r"\bfor\s+\w+\s*,\s*%s\s*:=\s*range\s+" + _PATH + r"\s*\{",
    _PATH + _METHOD + r"\(\s*(?:async\s*)?\(?\s*%s(?:\s*,\s*\w+)?\s*\)?\s*(?:=>|->)",
    _PATH + _ITERATOR + _METHOD + r"\(\|\s*&*%s\|",
)
"""The expressions of what binds a name to the elements of a collection."""

_COLLECTIONS = r"(?:Array|ReadonlyArray|Set|ReadonlySet|Iterable|Vec|VecDeque|HashSet|BTreeSet)"
_ELEMENTS = {
    NAME_COLON: (
        r"(?<![\w$.])%s\s*[?!]?:\s*&?(?:mut\s+)?(?:readonly\s+)?(?P<type>\w+)\[\]\s*(?=[,;)=}{\n]|\Z)",
        r"(?<![\w$.])%s\s*[?!]?:\s*&?(?:mut\s+)?" + _COLLECTIONS + r"<(?P<type>\w+)>\s*(?=[,;)=}{\n]|\Z)",
        r"(?<![\w$.])%s\s*:\s*&(?:mut\s+)?\[(?P<type>\w+)\]",
        r"\[\s*%s\s*,\s*\w+\s*\]\s*=\s*[\w.]+<(?P<type>\w+)\[\]>",
    ),
    NAME_TYPE: (
        r"(?<![\w.])%s\s+(?:map\[\w+\]|\[\])\*?(?P<type>\w+)\s*(?=[,)`{\n]|\Z)",
        r"(?<![\w.])%s\s*:=\s*(?:map\[\w+\]|\[\])\*?(?P<type>\w+)\{",
    ),
    TYPE_NAME: (
        r"(?<![\w$])(?P<type>\w+)\[\]\s+%s\s*[;,=)]",
        r"(?<![\w$])\w+<(?P<type>\w+)>\s*[&*]*\s*%s\s*[;,=)]",
    ),
}
"""The expressions of declarations of collections, by how names and types stand in a declaration."""


def collection_of(name: str, typed: str, text: str) -> str | None:
    """Return the name of the collection whose element the last declaration of a name makes of it; else None.

    Args:
        name: The name.
        typed: How names and types stand in a declaration (`engine.languages.manifest.types`).
        text: The text.
    """
    lines = lines_with(name, text)
    here = rf"(?P<name>(?<![\w$.]){re.escape(name)}(?![\w$]))"
    found = (match for form in _BINDS for match in re.finditer(form % here, lines))
    last = max(found, key=lambda match: match.start("name"), default=None)
    if last is None or last.start("name") < last_binding(name, typed, lines)[0]:
        return None
    return re.split(r"\.|->", last["path"])[-1]


def element_of(collection: str, typed: str, texts: Sequence[str]) -> str | None:
    """Return the name of the type of a collection's elements; None if it is unknown, or there are several."""
    forms = [form % re.escape(collection) for form in _ELEMENTS[typed]]
    there = [text for text in texts if collection in text]
    kinds = {found["type"] for text in there for form in forms for found in re.finditer(form, text)}
    return kinds.pop() if len(kinds) == 1 else None
