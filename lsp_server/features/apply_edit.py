"""`workspace/applyEdit`: the imports of a completion that was accepted, as a whole or up to a name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lsprotocol import types

from quoin.lsp_server.errors import UnknownDocumentError
from quoin.lsp_server.languages.import_edit import imports_edit
from quoin.lsp_server.logs import log

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quoin.lsp_server.documents.documents import Document
    from quoin.lsp_server.offer import Import
    from quoin.lsp_server.server import QuoinServer
    from quoin.lsp_server.usage.acceptance import Shown

METHOD = types.WORKSPACE_APPLY_EDIT


def imports_read(ls: QuoinServer, shown: Shown, characters: int) -> tuple[Import, ...]:
    """Return the imports of the names that the first characters of an offer read, the last one as a whole."""
    try:
        buffer = ls.documents.get(shown.uri).buffer
    except UnknownDocumentError:
        return ()
    line, index = buffer.locate(shown.start)
    before = buffer.line(line)[:index] + shown.given
    text, end = before + shown.offer.text, len(before) + characters
    return tuple(
        one
        for one in shown.offer.imports
        if any(found.end() <= end for found in re.finditer(rf"(?<![\w.]){re.escape(one.name)}\b", text))
    )


def edit_for(ls: QuoinServer, document: Document, imports: Sequence[Import]) -> types.TextEdit | None:
    """Return the edit that adds the lines of some imports; None if the document needs none."""
    known = ls.languages.of(document.language_id, document.uri)
    rules = None if known is None else known.manifest.names.imports
    edit = None if rules is None or not imports else imports_edit(document.buffer.text, imports, rules)
    if edit is None:
        return None
    lines = types.Range(types.Position(edit.first, 0), types.Position(edit.after, 0))
    return types.TextEdit(lines, edit.text)


async def add_imports(ls: QuoinServer, uri: str, imports: Sequence[Import]) -> None:
    """Have the client add the lines that bind the names which an accepted text reads."""
    try:
        document = ls.documents.get(uri)
    except UnknownDocumentError:
        return
    edit = edit_for(ls, document, imports)
    if edit is None:
        return
    changes = types.WorkspaceEdit(changes={document.uri: [edit]})
    answer = await ls.workspace_apply_edit_async(types.ApplyWorkspaceEditParams(changes, "quoin: import"))
    if not answer.applied:
        log.info("the client has not added the import of a completion")
