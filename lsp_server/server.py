"""The server object: the state that the features share, and the loop that serves one client."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

from lsprotocol import converters, types
from pygls.capabilities import get_capability
from pygls.lsp.server import LanguageServer

from quoin.engine.util.gc_pauses import Garbage
from quoin.engine.util.system import on_end_signals
from quoin.lsp_server.about import NAME, VERSION
from quoin.lsp_server.completion.completer import ModelCompleter
from quoin.lsp_server.completion.model_host import ModelHost, model_settings
from quoin.lsp_server.completion.open_files import OpenFiles
from quoin.lsp_server.completion.requests import RequestBuilder
from quoin.lsp_server.completion.scheduling import CompletionProvider
from quoin.lsp_server.documents.cursor import Cursor
from quoin.lsp_server.documents.documents import Document, Documents
from quoin.lsp_server.documents.notebooks import Notebooks
from quoin.lsp_server.errors import UnknownDocumentError
from quoin.lsp_server.languages.importables import Importables
from quoin.lsp_server.languages.languages import Languages, packaged
from quoin.lsp_server.languages.own_grammars import Grammars
from quoin.lsp_server.languages.python_version import NamedVersions
from quoin.lsp_server.logs import describe, log
from quoin.lsp_server.notifications.notices import Notices
from quoin.lsp_server.notifications.progress import LoadListener, LoadProgress, SilentProgress, StatusProgress
from quoin.lsp_server.notifications.status import STATUS, Status
from quoin.lsp_server.reasons import Kind, is_held_back
from quoin.lsp_server.settings.configuration import Configuration
from quoin.lsp_server.supply.downloads import Downloads
from quoin.lsp_server.transport.client_watch import client_gone
from quoin.lsp_server.transport.jsonrpc import QuoinProtocol
from quoin.lsp_server.transport.listener import Listener
from quoin.lsp_server.usage.acceptance import Acceptance, Shown
from quoin.lsp_server.usage.statistics import Statistics

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable, Coroutine, Sequence

    from pygls.server import ServerErrors

    from quoin.engine.model import ModelInfo
    from quoin.lsp_server.completion.completer import Answer
    from quoin.lsp_server.offer import Offer
    from quoin.lsp_server.transport.stdio import Output

_CLOSE_SECONDS = 3.0
# Seconds between an answer and the tidying: the answer has been written, the next key is not typed yet.
_PAUSE_SECONDS = 0.005
# Seconds for which counts are collected before they are written.
_GATHER_SECONDS = 1.0


def _cells() -> types.NotebookDocumentSyncOptions:
    """Ask for the cells of notebooks of all kinds, in the languages that come with quoin."""
    languages = [types.NotebookCellLanguage(name) for one in packaged() for name in one.manifest.lsp_ids]
    return types.NotebookDocumentSyncOptions(
        notebook_selector=[types.NotebookDocumentFilterWithNotebook(notebook="*", cells=languages)]
    )


class QuoinServer(LanguageServer):
    """Serves one client: holds its documents, its settings, the model, and the work under way.

    `spare` is a process for the model, if one was started already.
    """

    protocol: QuoinProtocol

    def __init__(self, spare: subprocess.Popen[bytes] | None = None) -> None:
        super().__init__(
            NAME,
            VERSION,
            protocol_cls=QuoinProtocol,
            converter_factory=converters.get_converter,
            notebook_document_sync=_cells(),
        )
        self.documents = Documents()
        self.notebooks = Notebooks(self.documents)
        self.client_draws_ghost_text = False
        self.notices = Notices(self.window_show_message)
        self.configuration = Configuration(self.notices.warn)
        self.status = Status(self._tell)
        self.models = ModelHost(self._load_listener, self._loaded, self._fail, self._prepare_open, spare)
        self.statistics = Statistics()
        self.acceptance = Acceptance(self.statistics)
        self.downloads = Downloads(self.protocol.tell)
        self.languages = Languages()
        self.grammars = Grammars(self.languages, self.notices.warn, self._prepare_all)
        self.neighbours = OpenFiles(self.documents, self.languages, self.notebooks)
        self._versions = NamedVersions()
        importables = Importables(self.documents, self.languages)
        self.requests = RequestBuilder(
            self.configuration, self.languages, self._versions, self.neighbours, importables
        )
        self.completer = ModelCompleter(self.models, self.requests, self.status)
        self.suggestions = CompletionProvider(self.completer, self.configuration, self.languages)
        self._ended: asyncio.Event | None = None
        self._garbage = Garbage()
        self._tidies = False
        self._writing: asyncio.Task[None] | None = None
        self._background: set[asyncio.Task[None]] = set()

    def note_ghost_text(self) -> None:
        """Note that the client draws ghost text, whose imports are edits that the client is asked for."""
        self.client_draws_ghost_text = True
        edits = get_capability(self.client_capabilities, "workspace.apply_edit", default=False)
        self.requests.imports = edits is True

    def load(self) -> None:
        """Bring the languages and the model in line with the settings."""
        settings = self.configuration.settings
        self.grammars.use(settings.grammars)
        self.models.use(model_settings(settings) if settings.enable else None)
        if not settings.enable:
            self.status.switched_off()

    def count(
        self, document: Document, answer: Answer, shown: Sequence[tuple[Offer, Cursor]], seconds: float
    ) -> None:
        """Count completions that are sent to the client so many seconds after the request, or why none is."""
        language = answer.language or self.languages.of(document.language_id, document.uri)
        name = document.language_id if language is None else language.name
        for offer, cursor in shown:
            self.acceptance.show(Shown(document.uri, name, cursor.start, cursor.given, offer), seconds)
        if answer.reason is not None and is_held_back(answer.reason):
            self.statistics.count_held_back(name, answer.reason.kind.name.lower())
        if self.statistics.pending:
            self._keep_statistics()

    def explain(self, document: Document, answer: Answer) -> None:
        """Report why an answer has no completions, or clear the last report if it has some."""
        language = answer.language or self.languages.of(document.language_id, document.uri)
        promise = None if language is None else language.manifest.promise.told
        self.status.asked(document.uri, promise, None if answer.language is None else answer.language.name)
        if answer.offers:
            self.status.offered(answer.offers[0].remarks)
        elif answer.reason is not None:
            self.status.explain(answer.reason)
            if answer.reason.kind is Kind.STARTER:
                self.notices.advise(answer.reason.told)

    def answered(self) -> None:
        """Schedule the tidying that is done in the pause after an answer."""
        if not self._tidies:
            self._tidies = True
            asyncio.get_running_loop().call_later(_PAUSE_SECONDS, self._tidy)

    def _tidy(self) -> None:
        self._tidies = False
        self._garbage.collect()
        self._versions.refresh()

    def accepted(self, offer_id: str) -> Shown | None:
        """Count a completion that the user has accepted, and return it; None if it is not known.

        The completion after it is prefetched, unless the file is about to get imports, or a line in an empty
        block.
        """
        shown = self.acceptance.accept(offer_id)
        if shown is None:
            return None
        self._keep_statistics()
        with contextlib.suppress(UnknownDocumentError):
            document = self.documents.get(shown.uri)
            end = document.buffer.end_of(shown.start, shown.text)
            if end is not None and not shown.offer.imports and not shown.offer.below:
                self.suggestions.prefetch(document, Cursor(end, end))
        return shown

    def watch_client(self, process_id: int | None) -> None:
        """Stop serving when the client's process ends."""
        gone = client_gone(process_id)

        async def watch() -> None:
            await gone
            log.warning("the client's process has ended")
            self.end()

        self._watch = asyncio.ensure_future(watch())

    def in_background(self, work: Coroutine[object, object, None]) -> None:
        """Run a coroutine whose result is not awaited."""
        task = asyncio.ensure_future(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    def end(self) -> None:
        """Stop serving and abandon the work under way."""
        if self._ended is not None:
            self._ended.set()

    async def serve(self, read_into: Callable[[Listener], None], output: Output) -> int:
        """Serve a client until it disconnects, and return the exit code that LSP prescribes.

        `read_into` starts to feed a listener with the client's bytes.
        """
        self._ended = asyncio.Event()
        self.protocol.set_writer(output)
        on_end_signals(asyncio.get_running_loop(), self.end)
        listener = Listener(self.protocol.receive)
        read_into(listener)
        ending = asyncio.ensure_future(self._ended.wait())
        ends: list[asyncio.Future[Any]] = [listener.ended, ending]
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            listener.ended.cancel()
            ending.cancel()
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self.models.close(), _CLOSE_SECONDS)
            self.grammars.close()
            self.downloads.close()
            self.statistics.write()
            output.close()
        return self.protocol.exit_code

    def _prepare_all(self) -> None:
        self.suggestions.forget()
        self._prepare_open()

    def _prepare_open(self) -> None:
        for document in self.documents.latest_first():
            self.in_background(self.completer.prepare(document))

    def _keep_statistics(self) -> None:
        async def write() -> None:
            await asyncio.sleep(_GATHER_SECONDS)
            self.statistics.write()
            self._writing = None

        if self._writing is None:
            self._writing = asyncio.ensure_future(write())

    def _tell(self, said: dict[str, Any]) -> None:
        # The status is sent in the loop's next turn, after a request to the model has been sent.
        asyncio.get_running_loop().call_soon(self.protocol.tell, STATUS, said)

    def _loaded(self, model: ModelInfo) -> None:
        # The preparation is scheduled first, so that it has begun when the client learns of the model.
        self._prepare_open()
        self.status.loaded(model)
        self.notices.recovered()
        self._garbage.settle()

    def _fail(self, message: str) -> None:
        self.status.failed(message)
        self.notices.fail(message)

    def _load_listener(self) -> LoadListener:
        wanted = get_capability(self.client_capabilities, "window.work_done_progress", default=False)
        shown = LoadProgress(self.work_done_progress) if wanted else SilentProgress()
        return StatusProgress(self.status.loading, shown)

    def report_server_error(self, error: Exception, source: ServerErrors) -> None:
        """Log an error of a handler without its message, which may quote the user's code."""
        log.error("%s: %s", source.__name__, describe(error.__cause__ or error))
