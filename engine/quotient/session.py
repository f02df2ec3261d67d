"""One document's quotients, with the work on both contexts kept from one to the next."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from quoin.engine import _core
from quoin.engine.quotient.quotient import Quotient, as_bytes, core_errors

if TYPE_CHECKING:
    from quoin.engine.languages.definition import Definition
    from quoin.engine.quotient.quotient import Spare


class Session:
    """Keeps what it knows of both contexts, so that a request costs what changed since the last one.

    Args:
        language: Of the texts.
        spare: What middles leave alone of the right context, see `quoin.engine.quotient.quotient.Spare`.
    """

    def __init__(self, language: Definition, *, spare: Spare = "code") -> None:
        self.language = language
        self._spare = spare
        self._left = Encoded()
        self._right = Encoded()
        with core_errors():
            self._core = _core.Session(language.core, spare=spare)

    def quotient(self, left: str | bytes, right: str | bytes) -> Quotient:
        """The same as `Language.quotient`, at the cost of what changed since the last call."""
        return Quotient(self.language, self._left.of(left), self._right.of(right), self._core)

    @cached_property
    def beside(self) -> Session:
        """Another session, for texts that differ from the document's, kept as long as this one is."""
        return Session(self.language, spare=self._spare)

    def read_ahead(self, text: str | bytes) -> bool:
        """Read a text from both ends, so that a cursor that goes elsewhere in it costs little.

        Of a text that is no program, what can be read is read. What else may be open in it (the right context
        may lie in a formatted string that a middle begins) is read part by part, milliseconds at a time.

        Returns:
            Whether the next call with this text reads another part.
        """
        with core_errors():
            return self._core.read_ahead(as_bytes(text))


class Encoded:
    """A text in UTF-8, encoded again only where it has grown or shrunk at one end."""

    def __init__(self) -> None:
        self._text = ""
        self._data = b""

    def of(self, text: str | bytes) -> bytes:
        """The text in UTF-8."""
        if isinstance(text, bytes):
            return text
        self._data = self._changed(text)
        self._text = text
        return self._data

    def _changed(self, text: str) -> bytes:
        before, data = self._text, self._data
        if text.startswith(before):
            return data + as_bytes(text[len(before) :]) if len(text) > len(before) else data
        if text.endswith(before):
            return as_bytes(text[: len(text) - len(before)]) + data
        if before.startswith(text):
            return data[: len(data) - len(as_bytes(before[len(text) :]))]
        if before.endswith(text):
            return data[len(as_bytes(before[: len(before) - len(text)])) :]
        return as_bytes(text)
