"""The command `quoin`."""

from __future__ import annotations

import sys


def main() -> None:
    """Run what the arguments say, and exit.

    Editors wait for the server, which takes no arguments from them: it is started without the parser of
    arguments, and its model's process before anything else is imported.
    """
    if sys.argv[1:] == ["serve"]:
        from quoin.lsp_server.serve import serve  # noqa: PLC0415 - each takes its time

        sys.exit(serve())
    from quoin.lsp_server.cli.app import run  # noqa: PLC0415

    run()
