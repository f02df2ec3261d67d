"""The command `quoin`."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command that the arguments name, and exit.

    Editors wait for the server and pass it no arguments. `quoin serve` is therefore started without the
    parser of arguments, and its model's process is started before other modules are imported.
    """
    if sys.argv[1:] == ["serve"]:
        from quoin.lsp_server.serve import serve  # noqa: PLC0415 - each takes its time

        sys.exit(serve())
    from quoin.lsp_server.cli.app import run  # noqa: PLC0415

    run()
