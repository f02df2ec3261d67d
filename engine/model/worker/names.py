"""Names in requests and answers: what counts as known, what is promised, and what a completion binds."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from quoin.engine.decoding.result import BoundName

if TYPE_CHECKING:
    from quoin.engine.decoding.result import Candidate
    from quoin.engine.model.ipc.messages import CompletionRequest, NamesPromise
    from quoin.engine.recovery import View


def known_names(request: CompletionRequest, view: View, sides: tuple[bytes, bytes]) -> tuple[str, ...] | None:
    """Return the names that count as known besides those that the view binds; None if all may be read.

    The lines that are absent from the view may bind any name that they hold.
    """
    if request.names == "off":
        return None
    if not view.absent:
        return request.known_names
    lines = b"".join(sides).decode("utf-8", "replace").splitlines()
    absent = (lines[number - 1] for number in view.absent if number <= len(lines))
    return (*request.known_names, *(name for line in absent for name in re.findall(r"[^\W\d]\w*", line)))


def promise(request: CompletionRequest, view: View | None) -> NamesPromise:
    """Return what candidates promise of the names that they read."""
    if view is None or request.names == "off" or not view.quotient.language.knows_names:
        return "off"
    return "known" if view.filters_names else "open"


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
    bound = (
        BoundName(one.name, before + view.right[: one.at].count(b"\n")) for one in missing if one not in still
    )
    return replace(candidate, binds=tuple(bound))
