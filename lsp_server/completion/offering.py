"""Decides by the settings and the model's languages whether completions are offered in a document at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quoin.lsp_server.completion.model_host import model_settings
from quoin.lsp_server.languages.languages import filename_of
from quoin.lsp_server.reasons import Kind, Reason, reason

if TYPE_CHECKING:
    from quoin.lsp_server.documents.documents import Document
    from quoin.lsp_server.languages.languages import LanguageEntry
    from quoin.lsp_server.settings.settings import Settings


def refusal(
    settings: Settings, document: Document, known: LanguageEntry | None, *, automatic: bool
) -> Reason | None:
    """Return the reason why nothing is offered anywhere in a document; None if completions are possible.

    Args:
        settings: the current settings.
        document: the document in which a completion is requested.
        known: the document's language, if quoin has one for it.
        automatic: whether the editor requests the completion by itself.
    """
    if not settings.enable:
        return reason(Kind.OFF)
    names = {document.language_id} if known is None else {document.language_id, known.name}
    if not all(settings.languages.get(name, True) for name in names):
        return reason(Kind.LANGUAGE_OFF, language=document.language_id if known is None else known.name)
    if automatic and settings.trigger == "manual":
        return reason(Kind.MANUAL)
    if known is not None:
        called = known.called(document.language_id, filename_of(document.uri))
        if not model_settings(settings).supports(called):
            return reason(Kind.STARTER, language=called)
    return None
