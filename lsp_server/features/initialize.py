"""`initialize`: the client's settings, its encoding, how it shows completions, and its process."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.capabilities import get_capability

from quoin.lsp_server.documents.positions import Encoding
from quoin.lsp_server.features import completion

if TYPE_CHECKING:
    from quoin.lsp_server.server import QuoinServer

METHOD = types.INITIALIZE


def handle(ls: QuoinServer, params: types.InitializeParams) -> None:
    """Store the client's encoding, options and folders, and watch its process."""
    ls.documents.encoding = Encoding(ls.workspace.position_encoding)
    ls.configuration.initialize(params.initialization_options)
    ls.neighbours.roots = _roots(params)
    if get_capability(params.capabilities, "text_document.inline_completion", default=None) is not None:
        ls.note_ghost_text()
    if completion.is_wanted(ls):
        ls.feature(completion.METHOD, completion.OPTIONS)(completion.handle)
    if ls.configuration.options.status:
        ls.status.open()
    ls.watch_client(params.process_id)


def _roots(params: types.InitializeParams) -> list[str]:
    """Return the URIs of the open folders."""
    folders = [str(folder.uri) for folder in params.workspace_folders or ()]
    return folders or ([params.root_uri] if params.root_uri else [])
