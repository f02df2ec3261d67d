"""Loads the languages of the setting `grammars`, and uses those whose folders pass a trial."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from quoin.engine.errors import LanguageError
from quoin.lsp_server.languages.grammar_trial import try_folder
from quoin.lsp_server.languages.languages import LanguageEntry
from quoin.lsp_server.logs import log

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from quoin.lsp_server.languages.languages import Languages


class Grammars:
    """Updates the user's own languages when the setting changes.

    `complain` gets one message for each folder that cannot be used. `changed` is called after the languages
    have been replaced.
    """

    def __init__(
        self, languages: Languages, complain: Callable[[str], None], changed: Callable[[], None]
    ) -> None:
        self._languages = languages
        self._complain = complain
        self._changed = changed
        self._wanted: Sequence[Path] = ()
        self._trying: asyncio.Task[None] | None = None

    def use(self, folders: Sequence[Path]) -> None:
        """Load the languages in these folders in the background, unless they are in use already."""
        if folders == self._wanted:
            return
        self.close()
        self._wanted = folders
        self._trying = asyncio.ensure_future(self._try(folders))

    def close(self) -> None:
        """Cancel the loading, if it is under way."""
        if self._trying is not None:
            self._trying.cancel()

    async def _try(self, folders: Sequence[Path]) -> None:
        tried = [await self._language(folder) for folder in folders]
        self._languages.use([known for known in tried if known is not None])
        self._changed()

    async def _language(self, folder: Path) -> LanguageEntry | None:
        try:
            manifest = await try_folder(folder)
        except LanguageError as error:
            self._complain(f"setting grammars: {error}")
            return None
        log.info("language %s from %s", manifest.name, folder)
        return LanguageEntry(manifest, str(folder), own=True)
