"""Completes at a cursor by the model, within the time that the settings allow."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quoin.engine.model import CompletionResult, ModelClient, ModelError
from quoin.lsp_server.completion.tasks import within
from quoin.lsp_server.documents.positions import describe_taken
from quoin.lsp_server.logs import describe, log
from quoin.lsp_server.offer import Offer, below_empty_block, imports_of
from quoin.lsp_server.reasons import Kind, Reason, of_result, reason
from quoin.lsp_server.remarks import remarks_on

if TYPE_CHECKING:
    from collections.abc import Collection, Coroutine, Mapping, Sequence

    from quoin.engine.decoding.result import Candidate
    from quoin.engine.quotient.cursor_context import Place
    from quoin.lsp_server.completion.model_host import ModelHost
    from quoin.lsp_server.completion.requests import RequestBuilder, Wanted
    from quoin.lsp_server.documents.cursor import Context
    from quoin.lsp_server.documents.documents import Document
    from quoin.lsp_server.languages.embedded import KnownPart
    from quoin.lsp_server.languages.languages import LanguageEntry
    from quoin.lsp_server.notifications.status import Status

# Seconds after its deadline for which a worker's answer is still awaited. The worker observes the deadline
# by itself; this limit keeps a stuck worker from delaying an answer for ever.
GRACE_SECONDS = 0.25


@dataclass(frozen=True)
class Answer:
    """The answer to a request for completions.

    An answer with neither completions nor a reason belongs to a request that a newer one has replaced.

    Attributes:
        offers: the completions, best first.
        result: the engine's result; None if the engine was not asked.
        reason: the reason why there are no completions.
        language: the language of the part around the cursor, if it is another one than the document's.
    """

    offers: Sequence[Offer]
    result: CompletionResult | None = None
    reason: Reason | None = None
    language: LanguageEntry | None = None


NOTHING = Answer(())


def nothing(kind: Kind, **told: object) -> Answer:
    """Make an answer with a reason and without completions."""
    return Answer((), reason=reason(kind, **told))


class ModelCompleter:
    """Asks the model for completions, with the settings at the time of each request."""

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
        pay: bool = False,
        quiet: bool = False,
    ) -> Answer:
        """Complete at a cursor; log one line if there is no completion.

        Args:
            document: the document to complete in.
            context: the left and the right context of the cursor.
            bounded: whether completions must stay in context.
            unasked: whether the editor asks by itself, while the user is typing.
            unwanted_in: kinds of places that get no completions.
            pay: whether completions must bind what the rest of the file lacks.
            quiet: whether the status says nothing of it, since nobody has asked.
        """
        part = self._requests.part(document, context)
        if part is not None and not self._requests.is_on(part.language):
            return nothing(Kind.LANGUAGE_OFF, language=part.language.name)
        request = self._requests.write(
            document,
            context,
            bounded=bounded,
            unasked=unasked,
            unwanted_in=unwanted_in,
            pay=pay,
            part=part,
        )
        if request is None:
            return nothing(Kind.NO_GRAMMAR, language=document.language_id or "this kind of file")
        try:
            client = await (self._models.client() if quiet else self._loaded())
            await self._prepared(client, document, part)
        except ModelError as error:
            log.info("no completion: %s", error)
            return nothing(Kind.NO_MODEL, problem=error)
        guarantee = None
        if not quiet:
            self._status.begin()
        try:
            result = await within(request.max_seconds + GRACE_SECONDS, client.complete(request))
            if part is not None:
                result = part.in_document(result)
            guarantee = result.guarantee if result.candidates else None
        except asyncio.TimeoutError:
            log.warning("no completion: the model's process did not answer in time")
            return nothing(Kind.SILENT)
        except ModelError as error:
            self._models.failed(client, error)
            return nothing(Kind.NO_MODEL, problem=error)
        finally:
            if not quiet:
                self._status.end(guarantee)
        loop = asyncio.get_running_loop()
        # Logging takes time, so it is done two turns of the loop later, when the answer has been sent.
        why = of_result(result, request.max_seconds)
        loop.call_soon(loop.call_soon, _log, result, why)
        lines = self._requests.importable(document)
        has_returns = context.has_returns
        found = (
            _offer(one, lines, result.present, has_returns=has_returns)
            for one in reversed(result.candidates)
            if one.text
        )
        offers = {one.text: one for one in found}
        return Answer(tuple(reversed(offers.values())), result, why)

    def language_of_part(self, document: Document, context: Context) -> LanguageEntry | None:
        """Return the language of the part around a cursor, if it is another one than its document's."""
        part = self._requests.part(document, context)
        return None if part is None else part.language

    async def place(self, document: Document, context: Context) -> Place:
        """Return the kind of place that a cursor is in; code if the kind cannot be determined."""
        part = self._requests.part(document, context)
        request = self._requests.write(document, context, part=part)
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
        """Prepare a document's language, and those of its parts, so that its first completion need not wait.

        The status shows the preparation from the call on.
        """
        wanted = [self._requests.to_prepare(document), *self._requests.parts_to_prepare(document)]
        return self._quietly([self._begin_preparing(one) for one in wanted])

    async def _quietly(self, works: Sequence[Coroutine[object, object, None]]) -> None:
        # Each is run to its end, whatever becomes of the others: the status shows them all.
        for failure in await asyncio.gather(*works, return_exceptions=True):
            # The load reports errors of the model to the user, and a request reports all others.
            if failure is not None and not isinstance(failure, ModelError):
                raise failure

    def _begin_preparing(self, wanted: Wanted | None) -> Coroutine[object, object, None]:
        loaded = self._models.loaded()
        if wanted is None:
            return asyncio.sleep(0)
        if loaded is not None and loaded.is_prepared(wanted.source, wanted.version):
            self._status.prepared(wanted.name)
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
            self._status.prepared(wanted.name)
        finally:
            self._status.end_preparing(wanted.name)

    async def _prepared(self, client: ModelClient, document: Document, part: KnownPart | None) -> None:
        """Wait until a document's language, or that of a part of it, is prepared.

        The time limit of the request does not run yet. If the request is cancelled, the preparation continues
        for later requests.

        Raises:
            ModelError: the language cannot be prepared.
        """
        try:
            await self._begin_preparing(self._requests.to_prepare(document, part))
        except ModelError as error:
            self._models.failed(client, error)
            raise

    async def _loaded(self) -> ModelClient:
        """Return the model's worker.

        A request during the load waits for its end, and the request's time limit starts to run then: a
        client that asks only once, when a file is opened, would get nothing otherwise. A later request ends
        the wait.

        Raises:
            ModelError: the model cannot be used.
        """
        if self._models.is_loading:
            self._status.explain(reason(Kind.PREPARING))
        return await self._models.client()


def _offer(
    candidate: Candidate, lines: Mapping[str, str], present: Sequence[str], *, has_returns: bool
) -> Offer:
    r"""Return the offer of a candidate, with the imports of the unknown names that it reads.

    `has_returns` says whether the file's lines end with `\r\n`, as the candidate's lines then have to.
    """
    imports, text = imports_of(candidate.unknown, lines), candidate.text
    if has_returns:
        text = text.replace("\r\n", "\n").replace("\n", "\r\n")
    remarks = tuple(remarks_on(candidate, imports, present))
    return Offer(text, imports=imports, remarks=remarks, below=below_empty_block(text))


def _log(result: CompletionResult, why: Reason | None) -> None:
    """Log in one line why there is no completion, or that only a weaker guarantee holds."""
    if why is not None:
        log.info("no completion: %s", result.problem or why.because)
    elif result.guarantee == "region":
        log.info("completed in a broken file; %s", describe_taken(result.absent, result.present))
