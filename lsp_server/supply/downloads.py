"""Downloads that the user has confirmed, in threads, with progress for the client.

A client names a known model and the address that it has shown to the user. Addresses come from the list in
the package alone: the client's must be the one that is used, so that what was confirmed is what is done.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from quoin.engine.errors import SupplyError
from quoin.lsp_server.logs import log

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from quoin.engine.supply.fetch.download import Download

PROGRESS = "$/progress"
PERIOD = 0.25
"""The time in seconds between two reports of progress."""

_PERCENT = 100


@dataclass(frozen=True)
class Wish:
    """What the user has confirmed.

    Attributes:
        name: The name of a known model.
        address: The address that was shown to the user.
        sha256: The digest that the user has named; None if the list has one.
        token: The client's token for progress; None if it wants none.
    """

    name: str
    address: str
    sha256: str | None = None
    token: str | int | None = None


class Downloads:
    """The downloads of one client; `tell` sends it a notification."""

    def __init__(self, tell: Callable[[str, dict[str, Any]], None]) -> None:
        self._tell = tell
        self._running: set[Download] = set()

    async def get(self, wish: Wish) -> dict[str, Any]:
        """Download a model, and return its path, or the problem; neither if the client has stopped it."""
        # The import is late, since the network's modules take time and few servers use them.
        from quoin.engine.supply.fetch.stop import StoppedError  # noqa: PLC0415

        try:
            path: Path | None = await self._run(wish)
        except StoppedError:
            path = None
        except SupplyError as error:
            log.warning("%s", error)
            return {"path": None, "problem": str(error)}
        return {"path": None if path is None else str(path), "problem": None}

    async def _run(self, wish: Wish) -> Path:
        from quoin.engine.supply.catalogue import known_model, models_folder  # noqa: PLC0415
        from quoin.engine.supply.fetch.download import Download  # noqa: PLC0415

        model = known_model(wish.name)
        if wish.address != model.address:
            raise SupplyError(f"{model.title} is at {model.address}, which is not what was confirmed")
        progress = _Progress(self._tell, wish.token, model.title)
        work = Download(model, models_folder(), wish.sha256)
        log.info("downloading %s from %s", model.name, model.address)
        self._running.add(work)
        progress.begin()
        try:
            return await asyncio.to_thread(work.run, progress.came)
        finally:
            # After a cancellation the thread still runs.
            work.stop()
            self._running.discard(work)
            progress.end()

    def close(self) -> None:
        """Stop all downloads, whose parts are kept."""
        for work in self._running:
            work.stop()


class _Progress:
    """Reports the progress of one download; `came` is called in its thread, the others in the loop's."""

    def __init__(
        self, tell: Callable[[str, dict[str, Any]], None], token: str | int | None, title: str
    ) -> None:
        self._tell = tell
        self._token = token
        self._title = f"quoin: downloading {title}"
        self._loop = asyncio.get_running_loop()
        self._said = 0.0
        self._ended = False

    def begin(self) -> None:
        self._say({"kind": "begin", "title": self._title, "cancellable": True, "percentage": 0})

    def came(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now - self._said >= PERIOD or done == total:
            self._said = now
            share = min(_PERCENT, _PERCENT * done // max(1, total))
            message = f"{done / 1e6:,.0f} of {total / 1e6:,.0f} MB"
            self._loop.call_soon_threadsafe(
                self._say, {"kind": "report", "percentage": share, "message": message}
            )

    def end(self) -> None:
        self._say({"kind": "end"})
        self._ended = True

    def _say(self, value: dict[str, Any]) -> None:
        if self._token is not None and not self._ended:
            self._tell(PROGRESS, {"token": self._token, "value": value})
