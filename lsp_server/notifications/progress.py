"""Work-done progress while a model loads, for clients that can show it."""

from __future__ import annotations

import asyncio
import uuid
from typing import TYPE_CHECKING, Protocol

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from quoin.lsp_server.logs import describe, log

if TYPE_CHECKING:
    from collections.abc import Callable

    from pygls.progress import Progress

_PERCENT = 100


class LoadListener(Protocol):
    """A listener to a load's progress; `finished` is called exactly once in every case."""

    def progressed(self, share: float) -> None:
        """Note that a share of the file, 0 to 1, is loaded."""

    def finished(self, message: str) -> None:
        """Note that the load has succeeded, failed or been cancelled."""


class LoadProgress:
    """Reports one load's progress in percent, from the client's consent until the load has ended."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._token = f"quoin-load-{uuid.uuid4()}"
        self._begun = False
        self._percentage = 0
        self._outcome: str | None = None
        self._task = asyncio.ensure_future(self._begin())

    def progressed(self, share: float) -> None:
        """Report a share of the load, 0 to 1."""
        percentage = min(_PERCENT, max(self._percentage, int(share * _PERCENT)))
        if self._begun and self._outcome is None and percentage > self._percentage:
            report = types.WorkDoneProgressReport(percentage=percentage)
            self._progress.report(self._token, report)
        self._percentage = percentage

    def finished(self, message: str) -> None:
        """End the progress; nothing is reported after that."""
        self._outcome = message
        if self._begun:
            self._progress.end(self._token, types.WorkDoneProgressEnd(message=message))

    async def _begin(self) -> None:
        try:
            await self._progress.create_async(self._token)
        except JsonRpcException as error:
            log.info("the client takes no progress: %s", describe(error))
            return
        begin = types.WorkDoneProgressBegin(
            title="quoin: loading the model", percentage=self._percentage, cancellable=False
        )
        self._progress.begin(self._token, begin)
        self._begun = True
        if self._outcome is not None:
            self.finished(self._outcome)


class SilentProgress:
    """A listener that reports nothing, for clients that cannot show progress."""

    def progressed(self, share: float) -> None:
        """Do nothing."""

    def finished(self, message: str) -> None:
        """Do nothing."""


class StatusProgress:
    """Reports the load's progress to `loading`, until the load's end, and to another listener."""

    def __init__(self, loading: Callable[[float], None], other: LoadListener) -> None:
        self._loading: Callable[[float], None] | None = loading
        self._other = other
        loading(0.0)

    def progressed(self, share: float) -> None:
        """Report a share of the load, 0 to 1."""
        if self._loading is not None:
            self._loading(share)
        self._other.progressed(share)

    def finished(self, message: str) -> None:
        """End the progress; nothing is reported after that."""
        self._loading = None
        self._other.finished(message)
