"""The current settings, and the layers from which they are built."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quoin.lsp_server import logs
from quoin.lsp_server.settings.options import ClientOptions, read_options
from quoin.lsp_server.settings.settings import Complaint, Settings, flatten, read_settings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class Configuration:
    """Keeps `settings` up to date, and reports errors in the values that the client sends."""

    def __init__(self, complain: Callable[[str], None]) -> None:
        self._complain = complain
        self._pushed: Mapping[str, object] = {}
        self.options = ClientOptions(trusted=False, reports=False, status=False, settings={})
        self.settings = Settings()

    def initialize(self, raw: object) -> None:
        """Apply `initializationOptions`."""
        self.options, complaints = read_options(raw)
        self._rebuild(complaints)

    def push(self, raw: object) -> None:
        """Apply the settings of `workspace/didChangeConfiguration`, replacing those pushed before."""
        self._pushed = flatten(raw)
        self._rebuild([])

    def _rebuild(self, complaints: list[Complaint]) -> None:
        layers = [self.options.settings, self._pushed]
        settings, found = read_settings(layers, trusted=self.options.trusted)
        if (settings.log_level, settings.log_file) != (self.settings.log_level, self.settings.log_file):
            self._open_log(settings)
        self.settings = settings
        for complaint in complaints + found:
            self._complain(complaint.message)

    def _open_log(self, settings: Settings) -> None:
        try:
            logs.configure(settings.log_level, settings.log_file)
        except OSError as error:
            self._complain(f"setting log.file cannot be written to: {error.strerror}")
