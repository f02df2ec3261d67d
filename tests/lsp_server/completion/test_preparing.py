"""What is said of the preparation of a document's languages, whatever becomes of one of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

from quoin.engine.model import ModelInfo
from quoin.lsp_server.completion.completer import ModelCompleter
from quoin.lsp_server.completion.requests import Wanted
from quoin.lsp_server.notifications.status import Status

if TYPE_CHECKING:
    from quoin.lsp_server.completion.model_host import ModelHost
    from quoin.lsp_server.completion.requests import RequestBuilder
    from quoin.lsp_server.documents.documents import Document

MODEL = ModelInfo(Path("m.gguf"), "m", "llama", 1, 1, 1, 1, 1, {}, "spm", 0.0)


class _Host:
    """A host whose model cannot be had."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def loaded(self) -> None:
        """Return no model."""

    async def client(self) -> None:
        """Fail."""
        raise self._error


class _Requests:
    """A page with code in another language."""

    def to_prepare(self, document: object) -> Wanted:
        """Return the page's language."""
        del document
        return Wanted("html", "html", None)

    def parts_to_prepare(self, document: object) -> list[Wanted]:
        """Return that of its code."""
        del document
        return [Wanted("css", "css", None)]


async def test_no_language_is_said_to_be_prepared_for_ever() -> None:
    said: list[str] = []
    status = Status(lambda told: said.append(told["state"]))
    status.open()
    status.loaded(MODEL)
    host, requests = cast("ModelHost", _Host(OSError("no more files"))), cast("RequestBuilder", _Requests())
    completer = ModelCompleter(host, requests, status)
    with pytest.raises(OSError, match="no more files"):
        await completer.prepare(cast("Document", None))
    assert set(said) == {"ready", "loading"}
    assert said[-1] == "ready"
