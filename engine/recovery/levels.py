"""The level of a view: what is promised of the file in addition to its syntax.

The lines that are absent are found by syntax alone. A completion must then compile as well, if any text that
compiles fits between the contexts. If the compiler refuses the file for a reason elsewhere, no text does, and
the file keeps the level that it had.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quoin.engine.quotient.session import Session
    from quoin.engine.recovery import View


def compiling(
    view: View, session: Session, names: Sequence[str] | None = None, importable: Sequence[str] = ()
) -> View:
    """Return a view whose middles compile; the same view if there are none.

    Args:
        view: The view by syntax alone.
        session: A session of the document, in the language at the level `compiles`.
        names: Names that count as known besides those that the file binds; the middles then read known names
            only, if any fits so. None if they may read any.
        importable: Names that are not known, but that an import can bind.

    Raises:
        CoreError: The core failed.
    """
    found = _compiling(view, session, names, importable)
    if found is None and names is not None:
        found = _compiling(view, session, None, ())
    return view if found is None else found


def _compiling(
    view: View, session: Session, names: Sequence[str] | None, importable: Sequence[str]
) -> View | None:
    quotients = [
        session.quotient(*contexts, names=names, importable=importable) for contexts in view.contexts
    ]
    known = [view.quotient, *view.others]
    # What compiles by turning more of the right context into a comment or a string is not meant.
    if any(one.empty or one.spares != other.spares for one, other in zip(quotients, known, strict=True)):
        return None
    found = replace(view, quotient=quotients[0], others=tuple(quotients[1:]))
    start = found.start()
    # A name that is used already and declared nowhere is not to be declared by each text that is suggested.
    return found if start.viable and not start.lacks_members else None
