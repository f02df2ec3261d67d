"""Remarks: what a completion does with names besides fitting, in words for a person."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quoin.engine.decoding.result import Candidate
    from quoin.lsp_server.offer import Import

MAX_LINES = 3
"""The largest number of lines whose names are told."""


def remarks_on(
    candidate: Candidate,
    imports: Sequence[Import] = (),
    present: Sequence[str] = (),
    *,
    is_added: bool = True,
) -> list[str]:
    """Return what a completion binds for the text after it, what it imports, and what may be bound nowhere.

    The imports are added with the completion, unless it is said that the user has to. Before all else it is
    told what is taken as present.

    Each remark is a clause that continues "the completion …", or a sentence with "it".
    """
    found = []
    for line, names in groupby(candidate.binds, key=lambda one: one.line):
        found.append(f"binds {_listed([one.name for one in names])}, which line {line} reads")
    told = [f"fits with {_listed(present)}, which is still to come"] if present else []
    told += found[:MAX_LINES]
    told += [f"{'adds' if is_added else 'needs'} `{one.line}`" for one in imports]
    imported = {one.name for one in imports}
    unknown = [name for name in candidate.unknown if name not in imported]
    if unknown:
        told.append(f"reads {_listed(unknown)}, which nothing is known to bind")
    return told


def _listed(names: Sequence[str]) -> str:
    *most, last = (f"`{name}`" for name in names)
    return f"{', '.join(most)} and {last}" if most else last
