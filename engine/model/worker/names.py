"""Names in requests and answers: what counts as known, what is promised, and what a completion binds."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from quoin.engine.decoding.result import BoundName
from quoin.engine.quotient.cursor_context import cursor_context
from quoin.engine.util.lines import first_line, last_line

if TYPE_CHECKING:
    from collections.abc import Collection

    from quoin.engine.decoding.result import Candidate
    from quoin.engine.model.ipc.messages import CompletionRequest, NamesPromise
    from quoin.engine.quotient.quotient import State
    from quoin.engine.recovery import View

_TYPED = re.compile(rb"(?<![\w.])([^\W\d]\w*)((?:\.\w*)*)\Z")
"""A name at the end of a line, with its attributes, the last of which may be unfinished."""

LONGEST_NAME = 100
"""The largest number of bytes of a name that the user has begun."""

NEEDED = 0.5
"""The least probability of a line of nothing but names that the rest of the scope reads and nothing binds.

A model that wavers between several imports does not know which of them the file still lacks.
"""


def known_names(request: CompletionRequest, view: View, sides: tuple[bytes, bytes]) -> tuple[str, ...] | None:
    """Return the names that count as known besides those that the view binds; None if all may be read.

    The lines that are absent from the view may bind any name that they hold, and so may the other cells of a
    notebook, in whatever order they are run.
    """
    if request.names == "off":
        return None
    known = (*request.known_names, *_names_of_cells((*request.cells_before, *request.cells_after)))
    if not view.absent:
        return known
    lines = b"".join(sides).decode("utf-8", "replace").splitlines()
    absent = (lines[number - 1] for number in view.absent if number <= len(lines))
    return (*known, *(name for line in absent for name in re.findall(r"[^\W\d]\w*", line)))


@lru_cache(1)
def _names_of_cells(cells: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names that the texts of cells may bind, without attributes."""
    found = (name for text in cells for name in re.findall(r"(?<![\w.])[^\W\d]\w*", text))
    return tuple(dict.fromkeys(found))


def binds_all(view: View) -> bool:
    """Return whether no name is missing in the scope of the cursor, as far as the view shows."""
    finds_missing = view.quotient.language.manifest.names.finds_missing
    is_seen = finds_missing and view.filters_names and not view.absent
    return is_seen and not any(one.is_near for one in view.start().missing)


def missing_imports(state: State, right: bytes, version: str | None) -> dict[bytes, bytes]:
    """Return the lines that bind those missing names which the language's library has, by name.

    What follows a name where it is read first must say that it is meant: an attribute of a module, or
    arguments or an attribute of one of its members. A member's capital letter says so too.
    """
    manifest = state.language.manifest
    rules = manifest.names.imports
    if rules is None:
        return {}
    library = rules.library(version, manifest.versions)
    found = {}
    for one in state.missing:
        line = library.get(one.name) if one.is_near else None
        if line is None:
            continue
        name = one.name.encode()
        is_module = line == rules.line(one.name, one.name)
        after = rb"\s*\." if is_module else b"" if one.name[0].isupper() else rb"\s*[.(]"
        read = re.compile(rb"(?<![\w.])" + name + rb"\b").search(right, one.at)
        if read is not None and re.compile(after).match(right, read.end()):
            found[name] = line.encode()
    return found


def promise(request: CompletionRequest, view: View | None) -> NamesPromise:
    """Return what candidates promise of the names that they read."""
    if view is None or request.names == "off" or not view.quotient.language.knows_names:
        return "off"
    return "known" if view.filters_names else "open"


def with_imports_first(candidate: Candidate, view: View, version: str | None) -> Candidate:
    """Return a candidate whose imports of missing names stand before its other lines, if it begins a line."""
    indentation = last_line(view.left).decode("utf-8", "replace")
    lines = {line.decode() for line in missing_imports(view.start(), view.right, version).values()}
    if indentation.strip() or not lines:
        return candidate
    between = "\n" + indentation
    parts = sorted(candidate.text.split(between), key=lambda part: part not in lines)
    text, state = between.join(parts), view.start()
    fits = state.advance(text.encode()) and state.member
    return replace(candidate, text=text) if fits else candidate


def with_names_left(candidate: Candidate, left: bytes) -> Candidate:
    """Return a candidate with the unknown names that are left in its text, of which a part was cut off."""
    text = (last_line(left) + candidate.text.encode()).decode("utf-8", "replace")
    there = (name for name in candidate.unknown if re.search(rf"(?<![\w.]){re.escape(name)}\b", text))
    return replace(candidate, unknown=tuple(there))


def with_typed_name(candidate: Candidate, view: View, importable: Collection[str]) -> Candidate:
    """Return a candidate that also reads the name before the cursor which it continues, if it is importable.

    The name is certainly bound nowhere if it stands nowhere else. What follows it must say that it is read:
    an attribute, or arguments if the line defines nothing.
    """
    rules = view.quotient.language.manifest.names.imports
    if rules is None or not view.filters_names or cursor_context(view.start()) != "code":
        return candidate
    line = last_line(view.left)
    typed = _TYPED.search(line)
    name = "" if typed is None else typed.group(1).decode("utf-8", "replace")
    if typed is None or name not in importable or name in candidate.unknown:
        return candidate
    begun = line.lstrip().decode("utf-8", "replace")
    is_call = candidate.text.startswith("(") and not begun.startswith(rules.apart)
    is_read = typed.group(2) or candidate.text.startswith(".") or is_call
    if begun.startswith(rules.begins) or not is_read:
        return candidate
    before = view.left[: len(view.left) - len(line) + typed.start()]
    elsewhere = re.compile(rb"\b" + typed.group(1) + rb"\b")
    if elsewhere.search(before) or elsewhere.search(view.right):
        return candidate
    return replace(candidate, unknown=(name, *candidate.unknown))


def with_needed_names(candidate: Candidate, view: View) -> Candidate:
    """Return a candidate, a surer one if its line has no words but names that the scope lacks."""
    line = first_line(candidate.text.encode())
    typed = re.search(rb"\w*\Z", last_line(view.left)[-LONGEST_NAME:])
    words = set(re.findall(rb"\w+", (typed[0] if typed else b"") + line))
    if not line.strip() or not words:
        return candidate
    state = view.start()
    lacking = {one.name.encode() for one in state.missing if one.is_near}
    if not words <= lacking or not state.advance(line):
        return candidate
    if words & {one.name.encode() for one in state.still_missing()}:
        return candidate
    own = [mark for mark in candidate.marks if mark.begin < len(line)]
    surer = math.log(NEEDED) / min(math.log(NEEDED), sum(mark.logprob for mark in own))
    marks = [mark._replace(logprob=mark.logprob * surer) for mark in own]
    return replace(candidate, marks=(*marks, *candidate.marks[len(own) :]))


def with_bound_names(candidate: Candidate, view: View) -> Candidate:
    """Return a candidate with the names that it binds and that the right context lacks."""
    state = view.start()
    missing = state.missing
    if not missing:
        return candidate
    if candidate.unknown:
        state.admit_all()
    if not state.advance(candidate.text.encode()):
        return candidate
    still = set(state.still_missing())
    before = view.left.count(b"\n") + 1
    bound = (BoundName(one.name, before + view.lines_before(one.at)) for one in missing if one not in still)
    return replace(candidate, binds=tuple(bound))
