"""The protocol's methods, each in a file with its name as `METHOD` and its handler as `handle`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quoin.lsp_server.features import (
    did_change,
    did_change_configuration,
    did_close,
    did_open,
    execute_command,
    initialize,
    initialized,
    inline_completion,
)
from quoin.lsp_server.features.notebooks import did_change as did_change_notebook
from quoin.lsp_server.features.notebooks import did_close as did_close_notebook
from quoin.lsp_server.features.notebooks import did_open as did_open_notebook

if TYPE_CHECKING:
    from quoin.lsp_server.server import QuoinServer


def register(server: QuoinServer) -> None:
    """Register all methods and commands with a server."""
    for feature in (initialize, initialized, did_open, did_change, did_close, did_change_configuration):
        server.feature(feature.METHOD)(feature.handle)
    for of_notebooks in (did_open_notebook, did_change_notebook, did_close_notebook):
        server.feature(of_notebooks.METHOD)(of_notebooks.handle)
    for name, command in execute_command.commands(server).items():
        server.command(name)(command)
    # Clients look for a static capability, which is sent only with options.
    server.feature(inline_completion.METHOD, inline_completion.OPTIONS)(inline_completion.handle)
