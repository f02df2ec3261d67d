"""Schedules requests: each is answered from the cache, by the model after a pause, or not at all.

- The newest request of a document wins among those for ghost text, and among those for the completion list;
  requests of both for the same completion get it from the same work. An edit ends the requests under way.
- While the user types along a completion, its rest is the answer, at once and without the model; nothing is
  offered along one that was dismissed, nor the same again behind what is deleted before it.
- An automatic request waits for a pause in the typing; a request made by the user does not.
- After an acceptance the next completion is prefetched, and so is that at a cursor that rests.
- A request made by the user binds what the rest of the file lacks, if the user has just asked for that.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Literal, get_args

from quoin.lsp_server.completion.apart import follows_word, is_apart
from quoin.lsp_server.completion.cache import CompletionCache
from quoin.lsp_server.completion.completer import NOTHING, Answer, nothing
from quoin.lsp_server.completion.offering import refusal
from quoin.lsp_server.completion.tasks import LatestOnly, SharedWork, unwatched
from quoin.lsp_server.documents.cursor import Context, Cursor, context_at
from quoin.lsp_server.reasons import Kind, in_place

if TYPE_CHECKING:
    from quoin.engine.quotient.cursor_context import Place
    from quoin.lsp_server.completion.completer import ModelCompleter
    from quoin.lsp_server.documents.documents import Document
    from quoin.lsp_server.languages.languages import Languages
    from quoin.lsp_server.offer import Offer
    from quoin.lsp_server.reasons import Reason
    from quoin.lsp_server.settings.configuration import Configuration


Shown = Literal["ghost text", "list"]
"""Where a client shows the completions that it requests."""


class CompletionProvider:
    """Answers the requests for completions in all documents."""

    def __init__(self, completer: ModelCompleter, configuration: Configuration, languages: Languages) -> None:
        self._completer = completer
        self._configuration = configuration
        self._languages = languages
        self._memory = CompletionCache()
        self._newest = LatestOnly()
        self._asking: SharedWork[Answer] = SharedWork()
        self._prefetched: dict[str, tuple[Context, asyncio.Task[None]]] = {}
        self._binding: set[str] = set()

    async def suggest(
        self, document: Document, cursor: Cursor, *, automatic: bool, shown: Shown = "ghost text"
    ) -> Answer:
        """Answer a request.

        A newer request that is shown in the same way, or an edit, ends it without completions.
        """
        language = self._languages.of(document.language_id, document.uri)
        refused = refusal(self._configuration.settings, document, language, automatic=automatic)
        if refused is not None:
            return Answer((), reason=refused)
        context = context_at(document, cursor)
        if context is None:
            return nothing(Kind.UNREADABLE if document.buffer.is_text else Kind.HALVED)
        # It is determined while the text is that of the context: behind the work it may be another one.
        part = self._completer.language_of_part(document, context)
        if automatic and self._before_word(context):
            return replace(nothing(Kind.WORD), language=part)
        if not automatic and document.uri in self._binding:
            self._binding.discard(document.uri)
            work = self._ask_model(document, context, automatic=False, pay=True)
        else:
            answer = self._undismissed if shown == "ghost text" and automatic else self._answer
            work = answer(document, context, automatic=automatic)
        found = await self._newest.run(_turn(document.uri, shown), work, NOTHING)
        return replace(found, language=part)

    def bind_next(self, uri: str) -> None:
        """Let the next completion that the user requests in a document bind what is missing."""
        self._binding.add(uri)

    def dismiss(self, offer_id: str) -> None:
        """Offer a completion, and those beside it, no more while the user types along it without asking."""
        self._memory.dismiss(offer_id)

    def prefetch(self, document: Document, cursor: Cursor) -> None:
        """Compute and cache the completion at a cursor before it is requested."""
        context = context_at(document, cursor)
        if context is not None:
            self._prefetch(document, context, quiet=False)

    def rests(self, document: Document, cursor: Cursor) -> None:
        """Prefetch where the cursor rests, if a key there gets a completion by a model on this machine.

        The key is then answered soon, also in a place whose prompt the model has not seen.
        """
        settings = self._configuration.settings
        language = self._languages.of(document.language_id, document.uri)
        if settings.remote_url is not None or refusal(settings, document, language, automatic=True):
            return
        context = context_at(document, cursor)
        if context is not None and not self._before_word(context):
            self._prefetch(document, context, quiet=True)

    def edited(self, uri: str) -> None:
        """End the work for a document whose text has changed."""
        for shown in get_args(Shown):
            self._newest.stop(_turn(uri, shown))
        self._asking.forget(uri)
        self._end_prefetch(uri)
        self._binding.discard(uri)

    def closed(self, uri: str) -> None:
        """End the work for a document and forget its completions: it may be reopened in another language."""
        self.edited(uri)
        self._memory.drop(uri)

    def forget(self) -> None:
        """Forget all completions, since they depend on settings that have changed."""
        # Requests under way, which use the former settings, keep the former cache.
        self._memory = CompletionCache()

    async def _answer(self, document: Document, context: Context, *, automatic: bool) -> Answer:
        known = self._recalled(document, context, automatic=automatic)
        if known:
            hidden = await self._hidden(document, context, automatic=automatic)
            return Answer(known) if hidden is None else Answer((), reason=hidden)
        if await self._await_prefetch(document.uri, context) or (automatic and await self._pause()):
            known = self._recalled(document, context, automatic=automatic)
            if known:
                return Answer(known)
        return await self._ask_model(document, context, automatic=automatic)

    async def _undismissed(self, document: Document, context: Context, *, automatic: bool) -> Answer:
        """Answer unless that was dismissed; what the model says is known to be so once it is remembered."""
        if self._is_dismissed(document.uri, context):
            return nothing(Kind.DISMISSED)
        answer = await self._answer(document, context, automatic=automatic)
        if answer.offers and self._is_dismissed(document.uri, context):
            return nothing(Kind.DISMISSED)
        return answer

    async def _pause(self) -> bool:
        """Wait for the user to stop typing; return whether there was a pause to wait for."""
        seconds = self._configuration.settings.debounce_ms / 1000
        if seconds:
            await asyncio.sleep(seconds)
        return seconds > 0

    async def _hidden(self, document: Document, context: Context, *, automatic: bool) -> Reason | None:
        """Return the reason why cached completions are not shown at a cursor; None if they are.

        A user who types along a completion has already seen its rest, so it is shown everywhere.
        """
        unwanted = self._unwanted_in(automatic=automatic)
        if not unwanted or self._recalled(document, context, automatic=automatic, begun=True):
            return None
        place = await self._completer.place(document, context)
        return in_place(place) if place in unwanted else None

    def _recalled(
        self, document: Document, context: Context, *, automatic: bool, begun: bool = False
    ) -> tuple[Offer, ...]:
        bounded = self._bounded(automatic=automatic)
        return self._memory.recall(document.uri, context, bounded=bounded, unasked=automatic, begun=begun)

    def _is_dismissed(self, uri: str, context: Context) -> bool:
        return self._memory.is_dismissed(uri, context, bounded=self._bounded(automatic=True))

    async def _ask_model(
        self,
        document: Document,
        context: Context,
        *,
        automatic: bool,
        pay: bool = False,
        quiet: bool = False,
    ) -> Answer:
        what = context, automatic, pay, self._configuration.settings
        work = partial(self._complete, document, context, automatic=automatic, pay=pay, quiet=quiet)
        return await self._asking.run(document.uri, what, work)

    async def _complete(
        self, document: Document, context: Context, *, automatic: bool, pay: bool, quiet: bool
    ) -> Answer:
        memory, entries = self._memory, self._configuration.settings.cache_entries
        bounded, unwanted_in = self._bounded(automatic=automatic), self._unwanted_in(automatic=automatic)
        answer = await self._completer.complete(
            document,
            context,
            bounded=bounded,
            unasked=automatic,
            unwanted_in=unwanted_in,
            pay=pay,
            quiet=quiet,
        )
        memory.keep(document.uri, context, answer.offers, entries, bounded=bounded, unasked=automatic)
        return answer

    def _prefetch(self, document: Document, context: Context, *, quiet: bool) -> None:
        """Prefetch a completion; `quiet` says whether the status tells nothing of it."""
        if self._configuration.settings.prefetch:
            self._end_prefetch(document.uri)
            self._prefetched[document.uri] = context, unwatched(self._ask(document, context, quiet=quiet))

    def _before_word(self, context: Context) -> bool:
        """Return whether a cursor stands where nothing is offered by itself, since a word follows."""
        if self._configuration.settings.guarantee == "off":
            return False
        word = follows_word(context)
        return bool(word) and not is_apart(context, word)

    async def _ask(self, document: Document, context: Context, *, quiet: bool) -> None:
        if not self._recalled(document, context, automatic=True):
            await self._ask_model(document, context, automatic=True, quiet=quiet)

    def _unwanted_in(self, *, automatic: bool) -> frozenset[Place]:
        return self._configuration.settings.suppress_in if automatic else frozenset()

    async def _await_prefetch(self, uri: str, context: Context) -> bool:
        """Wait for a prefetch of the context and return whether there was one; end any other prefetch."""
        expected, task = self._prefetched.get(uri, (None, None))
        if task is None or expected != context:
            self._end_prefetch(uri)
            return False
        # Unlike awaiting the task itself, this wait can be cancelled without cancelling the prefetch.
        await asyncio.wait([task])
        return True

    def _end_prefetch(self, uri: str) -> None:
        _, task = self._prefetched.pop(uri, (None, None))
        if task is not None:
            task.cancel()

    def _bounded(self, *, automatic: bool) -> bool:
        """Return whether completions must stay in context."""
        wanted = self._configuration.settings.stay_in_context
        return automatic if wanted == "automatic" else wanted == "always"


def _turn(uri: str, shown: Shown) -> str:
    return f"{shown} {uri}"


def is_word(text: str) -> bool:
    """Return whether a text of one character is a word character."""
    return text.isalnum() or text == "_"
