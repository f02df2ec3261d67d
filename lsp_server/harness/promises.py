"""Whether what the server promises of a completion is so, by the language's own parser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import Session, load_language
from engine.recovery import recover
from lsp_server.harness.oracle import parses
from lsp_server.languages import DEFAULT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lsp_server.harness.cuts import Cut


def holds(
    guarantee: str, absent: Sequence[int], cut: Cut, completion: str, version: str | None = None
) -> bool:
    """Whether a completion makes the file parse, or the region that is promised.

    Args:
        guarantee: `file`, `region`, or `none`, which never holds.
        absent: numbers from 1 of the lines that a region leaves out.
        cut: the contexts.
        completion: between them.
        version: of the language; None for the newest.
    """
    if guarantee == "file":
        return parses(cut.left + completion + cut.right)
    if guarantee != "region":
        return False
    view = recover(Session(load_language(DEFAULT, version)), cut.left.encode(), cut.right.encode())
    if view is None or list(view.absent) != list(absent):
        return False
    return parses(view.left.decode() + completion + view.right.decode())
