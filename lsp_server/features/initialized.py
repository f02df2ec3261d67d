"""`initialized`, after which the client accepts messages and the model can be loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from quoin.lsp_server.server import QuoinServer

METHOD = types.INITIALIZED


def handle(ls: QuoinServer, _: types.InitializedParams) -> None:
    """Show the notices that had to wait, and load languages and the model in the background."""
    ls.notices.ready()
    ls.load()
