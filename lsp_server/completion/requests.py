"""Builds requests to the model from a cursor in a document and the current settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from quoin.engine.decoding.endings.stop_rule import stop_for
from quoin.engine.model import CompletionRequest
from quoin.lsp_server.completion.offering import refusal
from quoin.lsp_server.languages.embedded import known_part, languages_in
from quoin.lsp_server.languages.languages import filename_of
from quoin.lsp_server.languages.python_version import LANGUAGE
from quoin.lsp_server.logs import log

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from quoin.engine.quotient.cursor_context import Place
    from quoin.lsp_server.completion.open_files import OpenFiles
    from quoin.lsp_server.documents.cursor import Context
    from quoin.lsp_server.documents.documents import Document
    from quoin.lsp_server.languages.embedded import KnownPart
    from quoin.lsp_server.languages.importables import Importables
    from quoin.lsp_server.languages.languages import LanguageEntry, Languages
    from quoin.lsp_server.languages.python_version import NamedVersions
    from quoin.lsp_server.settings.configuration import Configuration


class Wanted(NamedTuple):
    """A language to prepare.

    Attributes:
        name: its name, as people call it.
        source: the source from which the engine loads it.
        version: its version.
    """

    name: str
    source: str
    version: str | None


class RequestBuilder:
    """Builds requests to the model.

    Attributes:
        imports: Whether the client can add an import when a completion is accepted.
    """

    def __init__(
        self,
        configuration: Configuration,
        languages: Languages,
        versions: NamedVersions,
        neighbours: OpenFiles,
        importables: Importables,
    ) -> None:
        self._configuration = configuration
        self._languages = languages
        self._versions = versions
        self._neighbours = neighbours
        self._importables = importables
        self.imports = True
        self._part: tuple[Context, KnownPart | None] | None = None

    def write(
        self,
        document: Document,
        context: Context,
        *,
        bounded: bool = False,
        unasked: bool = False,
        unwanted_in: Collection[Place] = (),
        pay: bool = False,
        part: KnownPart | None = None,
    ) -> CompletionRequest | None:
        """Build the request for a cursor's completions; log a line and return None if no language is known.

        Args:
            document: the document to complete in.
            context: the left and the right context of the cursor.
            bounded: whether completions must stay in context (see the setting `stayInContext`).
            unasked: whether only completions worth showing to a user who is typing are wanted.
            unwanted_in: kinds of places that get no completions.
            pay: whether completions must bind what the rest of the file lacks.
            part: the part around the cursor that is of another language.
        """
        settings = self._configuration.settings
        known = self._languages.of(document.language_id, document.uri)
        if known is None:
            log.info("no completion: no grammar for language %r", document.language_id)
            return None
        cells = self._neighbours.cells(document)
        request = CompletionRequest(
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
            names=settings.names,
            known_names=settings.known_names,
            importable=tuple(self.importable(document)),
            pay=pay,
            explain=False,
            max_lines=settings.max_lines,
            version=self._version(known, document.uri),
            left_lines=settings.left_lines,
            right_lines=settings.right_lines,
            stay_in_context=bounded,
            cells_before=cells.before,
            cells_after=cells.after,
            other_files=self._neighbours.of(document, settings.other_files),
            path=self._neighbours.path(document),
            unasked=unasked,
            least_confidence=settings.min_confidence if unasked else 0.0,
            unwanted_in=tuple(sorted(unwanted_in)),
        )
        if part is None:
            return request
        return part.requested(request, self._version(part.language, document.uri))

    def importable(self, document: Document) -> Mapping[str, str]:
        """Return the names that completions may read because an import can bind them, and the imports."""
        settings = self._configuration.settings
        known = self._languages.of(document.language_id, document.uri)
        if known is None or not self.imports or not settings.imports or settings.names != "prefer":
            return {}
        return self._importables.of(document, known, self._version(known, document.uri))

    def part(self, document: Document, context: Context) -> KnownPart | None:
        """Return the part around a cursor that is of another language than its document."""
        if self._part is None or self._part[0] is not context:
            self._part = context, self._found_part(document, context)
        return self._part[1]

    def _found_part(self, document: Document, context: Context) -> KnownPart | None:
        known = self._with_parts(document)
        found = None if known is None else known_part(known, context.sides, self._languages.named)
        # With a part that has no end, the whole file does not parse, whatever is completed.
        is_lost = found and found.text.owed and self._configuration.settings.guarantee == "file"
        return None if is_lost else found

    def _with_parts(self, document: Document) -> LanguageEntry | None:
        """Return a document's language, if parts of the document are completed as of another one."""
        known = self._languages.of(document.language_id, document.uri)
        is_off = self._configuration.settings.guarantee == "off"
        return None if known is None or not known.has_parts or is_off else known

    def is_on(self, language: LanguageEntry) -> bool:
        """Return whether the settings let a language of a part be completed."""
        return self._configuration.settings.languages.get(language.name, True)

    def to_prepare(self, document: Document, part: KnownPart | None = None) -> Wanted | None:
        """Return the language that a document needs, or that of a part of it.

        None if there is none, or nothing is offered there.
        """
        known = self._languages.of(document.language_id, document.uri)
        if known is None or refusal(self._configuration.settings, document, known, automatic=False):
            return None
        if part is not None:
            return self._wanted(part.language, document)
        name = known.called(document.language_id, filename_of(document.uri))
        return self._wanted(known, document)._replace(name=name)

    def parts_to_prepare(self, document: Document) -> list[Wanted]:
        """Return the other languages of which a document has code, if completions are possible in them."""
        known = self._with_parts(document)
        if known is None or refusal(self._configuration.settings, document, known, automatic=False):
            return []
        named = map(self._languages.named, languages_in(known.manifest, document.buffer.text))
        return [self._wanted(one, document) for one in named if one is not None and self.is_on(one)]

    def _wanted(self, known: LanguageEntry, document: Document) -> Wanted:
        return Wanted(known.name, known.source, self._version(known, document.uri))

    def _version(self, known: LanguageEntry, uri: str) -> str | None:
        wanted = self._configuration.settings.python_version if known.source == LANGUAGE else None
        return wanted or self._versions.of(known.source, uri)
