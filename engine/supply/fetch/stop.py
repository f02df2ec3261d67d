"""A `Stop` ends a download from another thread, also while it waits for the network."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress

from quoin.engine.errors import SupplyError


class StoppedError(SupplyError):
    """The user has stopped the download; what has come is kept."""


class Stop:
    """Keeps whether a download is to end, and the socket that it waits for."""

    def __init__(self) -> None:
        self._wanted = threading.Event()
        self._socket: socket.socket | None = None

    def stop(self) -> None:
        """End the download soon; another call does nothing."""
        self._wanted.set()
        self._shut()

    def watch(self, connected: socket.socket) -> None:
        """Note the socket that is waited for from now on."""
        self._socket = connected
        if self._wanted.is_set():
            self._shut()

    def check(self) -> None:
        """Raise `StoppedError` if the download is to end."""
        if self._wanted.is_set():
            raise StoppedError("the download was stopped; what has come is kept")

    def wait(self, seconds: float) -> None:
        """Wait, and raise `StoppedError` as soon as the download is to end."""
        self._wanted.wait(seconds)
        self.check()

    def _shut(self) -> None:
        # Closing the socket alone would leave the other thread waiting.
        if self._socket is not None:
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)
