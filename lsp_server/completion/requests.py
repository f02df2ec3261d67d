"""What the model is asked: a cursor in a document, as the settings of now have it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from quoin.engine.decoding.endings.stop_rule import stop_for
from quoin.engine.model import CompletionRequest
from quoin.lsp_server.languages.python_version import LANGUAGE
from quoin.lsp_server.logs import log

if TYPE_CHECKING:
    from collections.abc import Collection

    from quoin.engine.quotient.cursor_context import Place
    from quoin.lsp_server.completion.open_files import OpenFiles
    from quoin.lsp_server.documents.cursor import Context
    from quoin.lsp_server.documents.documents import Document
    from quoin.lsp_server.languages.languages import LanguageEntry, Languages
    from quoin.lsp_server.languages.python_version import NamedVersions
    from quoin.lsp_server.settings.configuration import Configuration


class Wanted(NamedTuple):
    """A language that is to be ready: what it is called, what the engine loads it by, and its version."""

    name: str
    source: str
    version: str | None


class RequestBuilder:
    """Writes requests to the model."""

    def __init__(
        self,
        configuration: Configuration,
        languages: Languages,
        versions: NamedVersions,
        neighbours: OpenFiles,
    ) -> None:
        self._configuration = configuration
        self._languages = languages
        self._versions = versions
        self._neighbours = neighbours

    def write(
        self,
        document: Document,
        context: Context,
        *,
        bounded: bool = False,
        unasked: bool = False,
        unwanted_in: Collection[Place] = (),
    ) -> CompletionRequest | None:
        """Ask for a cursor's completions; None, with a line in the log, where no language is known.

        `bounded`: whether they are to stay in context (see the setting `stayInContext`). `unasked`: whether
        only what is worth showing to somebody who types is wanted. `unwanted_in`: places in which there are
        to be none.
        """
        settings = self._configuration.settings
        known = self._languages.of(document.language_id, document.uri)
        if known is None:
            log.info("no completion: no grammar for language %r", document.language_id)
            return None
        return CompletionRequest(
            language=known.source,
            left="",
            right="",
            cut=context,
            document=document.uri,
            max_tokens=settings.max_tokens,
            max_seconds=settings.max_latency_ms / 1000,
            stop=stop_for(settings.stop, context.recent),
            candidates=settings.candidates,
            guarantee=settings.guarantee,
            explain=False,
            max_lines=settings.max_lines,
            version=self._version(known, document.uri),
            left_lines=settings.left_lines,
            right_lines=settings.right_lines,
            stay_in_context=bounded,
            other_files=self._neighbours.of(document, settings.other_files),
            path=self._neighbours.path(document),
            unasked=unasked,
            least_confidence=settings.min_confidence if unasked else 0.0,
            unwanted_in=tuple(sorted(unwanted_in)),
        )

    def to_prepare(self, document: Document) -> Wanted | None:
        """Name what a document needs; None if there is no language for it."""
        known = self._languages.of(document.language_id, document.uri)
        return None if known is None else Wanted(known.name, known.source, self._version(known, document.uri))

    def _version(self, known: LanguageEntry, uri: str) -> str | None:
        if known.source != LANGUAGE:
            return None
        return self._configuration.settings.python_version or self._versions.of(LANGUAGE, uri)
