"""Messages to the user: each is shown once while its cause lasts, and none before the client is ready."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from quoin.lsp_server.logs import log

if TYPE_CHECKING:
    from collections.abc import Callable


class Notices:
    """Shows messages through `window/showMessage`, each text once, an error once until it is mended."""

    def __init__(self, show: Callable[[types.ShowMessageParams], None]) -> None:
        self._show = show
        self._seen: set[str] = set()
        self._failures: set[str] = set()
        self._waiting: list[types.ShowMessageParams] | None = []

    def warn(self, message: str) -> None:
        """Show a warning: something is not as the user asked, and the server goes on."""
        log.warning("%s", message)
        self._post(types.MessageType.Warning, message)

    def advise(self, message: str) -> None:
        """Warn of what will come up again and again; the log has it once, too."""
        if message not in self._seen:
            self.warn(message)

    def fail(self, message: str) -> None:
        """Show an error: there will be no completions until something is changed."""
        log.error("%s", message)
        self._failures.add(message)
        self._post(types.MessageType.Error, message)

    def recovered(self) -> None:
        """There are completions again: a failure that comes back is shown again."""
        self._seen -= self._failures
        self._failures.clear()

    def ready(self) -> None:
        """Show what has been kept back; the client takes messages from now on."""
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
