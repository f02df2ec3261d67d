"""Where a completion ends, if that is left to quoin."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.decoding.outcome import Stop
    from lsp_server import settings

_OPENERS = (":", "{")


def stop_for(wanted: settings.Stop, left: str) -> Stop:
    """Settle `auto` by the text before the cursor.

    On an empty line behind a line that opens a block (that ends in `:` or `{`) it is the block that is
    wanted, everywhere else a statement.
    """
    if wanted != "auto":
        return wanted
    lines = left.replace("\r", "\n").rsplit("\n", 1)
    opens = len(lines) > 1 and not lines[-1].strip() and lines[0].rstrip().endswith(_OPENERS)
    return "block" if opens else "statement"
