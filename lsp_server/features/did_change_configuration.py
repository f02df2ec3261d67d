"""`workspace/didChangeConfiguration`, which contains settings or asks the server to request them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.exceptions import JsonRpcException

from quoin.lsp_server.about import NAME
from quoin.lsp_server.logs import describe, log

if TYPE_CHECKING:
    from collections.abc import Sequence
    from concurrent.futures import Future

    from quoin.lsp_server.server import QuoinServer

METHOD = types.WORKSPACE_DID_CHANGE_CONFIGURATION


def handle(ls: QuoinServer, params: types.DidChangeConfigurationParams) -> None:
    """Apply the settings; if the client sends null, request them from it."""
    if params.settings is not None:
        _take(ls, params.settings)
    elif get_capability(ls.client_capabilities, "workspace.configuration", default=False):
        item = types.ConfigurationItem(section=NAME)
        request = ls.workspace_configuration(types.ConfigurationParams(items=[item]))
        request.add_done_callback(lambda answer: _answered(ls, answer))


def _answered(ls: QuoinServer, answer: Future[Sequence[object]]) -> None:
    try:
        sections = answer.result()
    except JsonRpcException as error:
        log.warning("the client did not give its settings: %s", describe(error))
        return
    if sections:
        _take(ls, sections[0])


def _take(ls: QuoinServer, settings: object) -> None:
    ls.configuration.push(settings)
    ls.suggestions.forget()
    ls.load()
