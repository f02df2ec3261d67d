"""One document's quotients, with the work on both contexts kept from one to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import _core
from engine.quotient import Quotient, core_errors

if TYPE_CHECKING:
    from engine.languages import Language


class Session:
    """Keeps the charts of the left context by common prefix and of the right by common suffix."""

    def __init__(self, language: Language) -> None:
        self.language = language
        with core_errors():
            self._core = _core.Session(language.core)

    def quotient(self, left: str | bytes, right: str | bytes) -> Quotient:
        """The same as `Language.quotient`, at the cost of what changed since the last call."""
        return Quotient(self.language, left, right, self._core)
