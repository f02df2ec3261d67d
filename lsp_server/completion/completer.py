"""From a text around a cursor to completions by the model, within the time that the settings allow."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quoin.engine.model import CompletionResult, ModelClient, ModelError
from quoin.lsp_server.completion.tasks import within
from quoin.lsp_server.documents.positions import describe_lines
from quoin.lsp_server.logs import describe, log
from quoin.lsp_server.offer import Offer
from quoin.lsp_server.reasons import Kind, Reason, of_result, reason

if TYPE_CHECKING:
    from collections.abc import Collection, Coroutine, Sequence

    from quoin.engine.quotient.cursor_context import Place
    from quoin.lsp_server.completion.model_host import ModelHost
    from quoin.lsp_server.completion.requests import RequestBuilder, Wanted
    from quoin.lsp_server.documents.cursor import Context
    from quoin.lsp_server.documents.documents import Document
    from quoin.lsp_server.notifications.status import Status

# The worker keeps its own time; this is how much later than agreed its answer may come before it is
# given up, so that a stuck worker cannot hold an answer back.
GRACE_SECONDS = 0.25


@dataclass(frozen=True)
class Answer:
    """Completions, best first, the engine's own account (None if it was not asked), and why there are none.

    Without a reason an answer without completions says nothing: a newer request has taken its place.
    """

    offers: Sequence[Offer]
    result: CompletionResult | None = None
    reason: Reason | None = None


NOTHING = Answer(())


def nothing(kind: Kind, **told: object) -> Answer:
    """Answer with a reason in place of completions."""
    return Answer((), reason=reason(kind, **told))


class ModelCompleter:
    """Asks the model; what is set counts as it is when a request comes."""

    def __init__(self, models: ModelHost, requests: RequestBuilder, status: Status) -> None:
        self._models = models
        self._requests = requests
        self._status = status

    async def complete(
        self,
        document: Document,
        context: Context,
        *,
        bounded: bool,
        unasked: bool,
        unwanted_in: Collection[Place],
    ) -> Answer:
        """Complete at a cursor; an answer without texts where nothing can be said, with a line in the log.

        `bounded`: whether completions are to stay in context. `unasked`: whether the user is typing.
        `unwanted_in`: places that get none.
        """
        request = self._requests.write(
            document, context, bounded=bounded, unasked=unasked, unwanted_in=unwanted_in
        )
        if request is None:
            return nothing(Kind.NO_GRAMMAR, language=document.language_id or "this kind of file")
        try:
            client = await self._loaded()
            await self._prepared(client, document)
        except ModelError as error:
            log.info("no completion: %s", error)
            return nothing(Kind.NO_MODEL, problem=error)
        guarantee = None
        self._status.begin()
        try:
            result = await within(request.max_seconds + GRACE_SECONDS, client.complete(request))
            guarantee = result.guarantee if result.candidates else None
        except asyncio.TimeoutError:
            log.warning("no completion: the model's process did not answer in time")
            return nothing(Kind.SILENT)
        except ModelError as error:
            self._models.failed(client, error)
            return nothing(Kind.NO_MODEL, problem=error)
        finally:
            self._status.end(guarantee)
        loop = asyncio.get_running_loop()
        # Writing takes its time; two turns of the loop later the answer has been sent.
        why = of_result(result, request.max_seconds)
        loop.call_soon(loop.call_soon, _log, result, why)
        texts = dict.fromkeys(candidate.text for candidate in result.candidates if candidate.text)
        return Answer(tuple(map(Offer, texts)), result, why)

    async def place(self, document: Document, context: Context) -> Place:
        """Say what a cursor is in; code where that cannot be known."""
        request = self._requests.write(document, context)
        if request is None:
            return "code"
        try:
            client = await self._loaded()
            await client.prepare(request.language, request.version)
            return await within(request.max_seconds + GRACE_SECONDS, client.place(request))
        except (ModelError, asyncio.TimeoutError) as error:
            log.info("where the cursor is cannot be known: %s", describe(error))
            return "code"

    def prepare(self, document: Document) -> Coroutine[object, object, None]:
        """Have a document's language made ready, so that its first completion need not wait.

        The status says so from the call on.
        """
        return self._quietly(self._begin_preparing(document))

    async def _quietly(self, work: Coroutine[object, object, None]) -> None:
        # Whoever loads the model tells the user what is wrong with it, and a request what else is wrong.
        with contextlib.suppress(ModelError):
            await work

    def _begin_preparing(self, document: Document) -> Coroutine[object, object, None]:
        wanted = self._requests.to_prepare(document)
        loaded = self._models.loaded()
        if wanted is None or (loaded is not None and loaded.is_prepared(wanted.source, wanted.version)):
            return asyncio.sleep(0)
        self._status.begin_preparing(wanted.name)
        return self._prepare(wanted)

    async def _prepare(self, wanted: Wanted) -> None:
        try:
            client = await self._models.client()
            try:
                await client.prepare(wanted.source, wanted.version)
            except ModelError as error:
                if client.given_up:
                    self._models.failed(client, error)
                raise
        finally:
            self._status.end_preparing(wanted.name)

    async def _prepared(self, client: ModelClient, document: Document) -> None:
        """Wait until a document's language is ready, as for the model.

        Its request is not under way yet: given up, it leaves the work to those that come after it.

        Raises:
            ModelError: It cannot be made ready.
        """
        try:
            await self._begin_preparing(document)
        except ModelError as error:
            self._models.failed(client, error)
            raise

    async def _loaded(self) -> ModelClient:
        """Give the model's worker.

        A request that comes while the model is loaded waits for it, and its time begins then: a client
        that asks once, when the file is opened, would get nothing otherwise. A later request ends it.

        Raises:
            ModelError: it cannot be used.
        """
        if self._models.is_loading:
            self._status.explain(reason(Kind.PREPARING))
        return await self._models.client()


def _log(result: CompletionResult, why: Reason | None) -> None:
    """Say in one line why there is nothing, or that less than usual was promised."""
    if why is not None:
        log.info("no completion: %s", result.problem or why.because)
    elif result.guarantee == "region":
        log.info("completed in a broken file; taken as absent: %s", describe_lines(result.absent))
