"""A check of the server's guarantee for a completion by the language's own parser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quoin import Session
from quoin.engine.recovery import SPARED, recover

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quoin.lsp_server.harness.cuts import Cut
    from quoin.lsp_server.harness.subject import Subject


def holds(subject: Subject, guarantee: str, absent: Sequence[int], cut: Cut, completion: str) -> bool | None:
    """Return whether the file, or the region that the guarantee covers, parses with a completion.

    It returns None where the judge gave up.

    Args:
        subject: the language.
        guarantee: `file`, `region`, or `none`, which never holds.
        absent: numbers from 1 of the lines that a region leaves out.
        cut: the contexts.
        completion: the text between the contexts.
    """
    if guarantee == "file":
        return subject.verdict(cut.left + completion + cut.right)
    if guarantee != "region":
        return False
    view = recover(Session(subject.language, spare=SPARED), cut.left.encode(), cut.right.encode())
    if view is None or list(view.absent) != list(absent):
        return False
    return subject.verdict(view.left.decode() + completion + view.right.decode())
