"""Messages to the user: each is shown once while its cause lasts, and none before the client is ready."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from quoin.lsp_server.logs import log

if TYPE_CHECKING:
    from collections.abc import Callable


class Notices:
    """Shows messages by `window/showMessage`: each text once, an error again after a recovery."""

    def __init__(self, show: Callable[[types.ShowMessageParams], None]) -> None:
        self._show = show
        self._seen: set[str] = set()
        self._failures: set[str] = set()
        self._waiting: list[types.ShowMessageParams] | None = []

    def warn(self, message: str) -> None:
        """Log and show a warning: something is not as the user asked, but the server keeps working."""
        log.warning("%s", message)
        self._post(types.MessageType.Warning, message)

    def advise(self, message: str) -> None:
        """Log and show a warning, only the first time, for a cause that recurs often."""
        if message not in self._seen:
            self.warn(message)

    def fail(self, message: str) -> None:
        """Log and show an error, after which there are no completions until its cause is removed."""
        log.error("%s", message)
        self._failures.add(message)
        self._post(types.MessageType.Error, message)

    def recovered(self) -> None:
        """Record that completions work again, so that a repeated failure is shown again."""
        self._seen -= self._failures
        self._failures.clear()

    def ready(self) -> None:
        """Show the waiting messages; from now on the client accepts messages."""
        waiting, self._waiting = self._waiting or [], None
        for params in waiting:
            self._show(params)

    def _post(self, kind: types.MessageType, message: str) -> None:
        if message in self._seen:
            return
        self._seen.add(message)
        params = types.ShowMessageParams(type=kind, message=f"quoin: {message}")
        if self._waiting is None:
            self._show(params)
        else:
            self._waiting.append(params)
