"""`workspace/applyEdit`: the imports of a completion that was accepted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from quoin.lsp_server.errors import UnknownDocumentError
from quoin.lsp_server.languages.import_edit import imports_edit
from quoin.lsp_server.logs import log

if TYPE_CHECKING:
    from quoin.lsp_server.server import QuoinServer
    from quoin.lsp_server.usage.acceptance import Shown

METHOD = types.WORKSPACE_APPLY_EDIT


async def add_imports(ls: QuoinServer, accepted: Shown) -> None:
    """Have the client add the lines that bind the names which an accepted completion reads."""
    try:
        document = ls.documents.get(accepted.uri)
    except UnknownDocumentError:
        return
    known = ls.languages.of(document.language_id, document.uri)
    rules = None if known is None else known.manifest.names.imports
    edit = None if rules is None else imports_edit(document.buffer.text, accepted.offer.imports, rules)
    if edit is None:
        return
    lines = types.Range(types.Position(edit.first, 0), types.Position(edit.after, 0))
    changes = types.WorkspaceEdit(changes={document.uri: [types.TextEdit(lines, edit.text)]})
    answer = await ls.workspace_apply_edit_async(types.ApplyWorkspaceEditParams(changes, "quoin: import"))
    if not answer.applied:
        log.info("the client has not added the import of a completion")
