"""Remarks: what a completion does with names besides fitting, in words for a person."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quoin.engine.decoding.result import Candidate

MAX_LINES = 3
"""The largest number of lines whose names are told."""


def remarks_on(candidate: Candidate) -> list[str]:
    """Return what a completion binds for the text after it, and what it reads that may be bound nowhere.

    Each remark is a clause that continues "the completion …", or a sentence with "it".
    """
    found = []
    for line, names in groupby(candidate.binds, key=lambda one: one.line):
        found.append(f"binds {_listed([one.name for one in names])}, which line {line} reads")
    told = found[:MAX_LINES]
    if candidate.unknown:
        told.append(f"reads {_listed(list(candidate.unknown))}, which nothing is known to bind")
    return told


def _listed(names: list[str]) -> str:
    *most, last = (f"`{name}`" for name in names)
    return f"{', '.join(most)} and {last}" if most else last
