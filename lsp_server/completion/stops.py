"""Where a completion ends, if that is left to quoin."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.decoding.outcome import Stop
    from lsp_server.settings import settings

_OPENERS = (":", "{")


def stop_for(wanted: settings.Stop, left: str) -> Stop:
    """Settle `auto` by the text before the cursor.

    On an empty line behind a line that opens a block (that ends in `:` or `{`) it is the block that is
    wanted, everywhere else a statement.
    """
    if wanted != "auto":
        return wanted
    begin = max(left.rfind("\n"), left.rfind("\r"))
    opens = begin >= 0 and not left[begin:].strip() and _last_sign(left, begin) in _OPENERS
    return "block" if opens else "statement"


def _last_sign(text: str, end: int) -> str:
    """The last sign before an offset that is no white space; empty if there is none."""
    while end > 0 and text[end - 1].isspace():
        end -= 1
    return text[end - 1 : end]
