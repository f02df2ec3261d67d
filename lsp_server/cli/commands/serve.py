"""The command `quoin serve`."""

from typing import Annotated

import typer


def serve(
    tcp: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=65535,
            metavar="PORT",
            help="Listen on this port of 127.0.0.1, for one client; 0 takes a free one.",
        ),
    ] = None,
) -> None:
    """Serve an editor: the language server, over standard input and output."""
    if tcp is None:
        from quoin.lsp_server.serve import serve as serve_standard_input

        code = serve_standard_input()
    else:
        from quoin.lsp_server.run import serve_tcp

        code = serve_tcp(tcp)
    raise typer.Exit(code)
