"""A `Session` computes one document's quotients, and keeps the work on both contexts between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quoin.engine import _core
from quoin.engine.quotient.quotient import Quotient, as_bytes, core_errors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quoin.engine.languages.definition import Definition
    from quoin.engine.quotient.quotient import Spare


class Session:
    """A document's state, which makes the cost of a quotient depend on what has changed since the last one.

    Args:
        language: The language of the texts.
        spare: The parts of the right context that a middle must not change; see
            `quoin.engine.quotient.quotient.Spare`.
        max_at_once: How many positions of the right context are read at once; none stands for the core's own
            number. The answers do not depend on it.
    """

    def __init__(
        self, language: Definition, *, spare: Spare = "code", max_at_once: int | None = None
    ) -> None:
        self.language = language
        self._spare = spare
        self._left = Encoded()
        self._right = Encoded()
        self._variants: dict[str, Session] = {}
        with core_errors():
            limits = {} if max_at_once is None else {"max_at_once": max_at_once}
            self._core = _core.Session(language.core, spare=spare, **limits)

    def quotient(
        self,
        left: str | bytes,
        right: str | bytes,
        *,
        names: Sequence[str] | None = None,
        importable: Sequence[str] = (),
    ) -> Quotient:
        """Return the quotient by two contexts, at the cost of what has changed since the last call.

        If `names` are given, middles read known names only, and these names count as known. An import can
        bind those that are `importable`.
        """
        sides = self._left.of(left), self._right.of(right)
        return Quotient(self.language, *sides, self._core, names=names, importable=importable)

    def variant(self, kind: str) -> Session:
        """Return the session for variants of the document's text of a kind; it lives as long as this one.

        While a user types, a variant changes by a key as the document does, but each differs from the others.
        """
        if kind not in self._variants:
            self._variants[kind] = Session(self.language, spare=self._spare)
        return self._variants[kind]

    def read_ahead(self, text: str | bytes) -> bool:
        """Read a text from both ends, so that a cursor at another position of it costs little.

        If the text is not a program, each end is read up to the error. The right context may also lie in a
        formatted string that a middle begins; each call reads a part of these other readings, which takes
        milliseconds.

        Returns:
            Whether the next call with this text reads another part.
        """
        with core_errors():
            return self._core.read_ahead(as_bytes(text))


class Encoded:
    """A text in UTF-8; if the text grows or shrinks at one end, only the difference is encoded."""

    def __init__(self) -> None:
        self._text = ""
        self._data = b""

    def of(self, text: str | bytes) -> bytes:
        """Return a text in UTF-8."""
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
