"""The model's prompt: what of the buffer it sees around the cursor.

A buffer larger than the context is cut at line starts. The cuts move in steps, not with each key:
a prompt that begins as the last one did costs only what is new, and one that has moved by a line
costs everything.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from engine.decoding.healing import give_back

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.decoding.vocabulary_index import VocabularyIndex
    from engine.model.fim import FimTokens

LEFT_SHARE = 0.7
"""Share of the context that the text before the cursor may take when both sides are long."""

_STEPS = 8
"""The right side's room changes in steps of this part of the whole."""

_BYTES_PER_TOKEN = 8
"""Tokens of source text are shorter on average, so that this many bytes fill the room."""

_MARKERS = 4
_HIGH_BITS, _CONTINUATION = 0xC0, 0x80


class PromptModel(Protocol):
    """What is needed of a model to write its prompt."""

    @property
    def pieces(self) -> Sequence[bytes]:
        """Bytes of each token."""

    @property
    def start(self) -> list[int]:
        """Tokens that each prompt begins with."""

    @property
    def fim(self) -> FimTokens:
        """The markers."""

    @property
    def context_size(self) -> int:
        """Tokens of prompt and completion together."""

    def tokenise(self, text: bytes) -> list[int]:
        """Tokens of a text."""


@dataclass(frozen=True)
class Prompt:
    """Tokens for the model, and the bytes before the cursor that it is to repeat first."""

    tokens: list[int]
    given_back: bytes


def build_prompt(
    model: PromptModel, index: VocabularyIndex, left: bytes, right: bytes, max_tokens: int
) -> Prompt:
    """The prompt for a cursor between two texts, with room for `max_tokens` after it."""
    room = max(2, model.context_size - max_tokens - _MARKERS - len(model.start))
    around = fit_left(model, left, room)
    unused = room - min(len(around), int(room * LEFT_SHARE))
    step = max(1, room // _STEPS)
    after = fit_right(model, right, unused // step * step)
    around = fit_left(model, left, room - len(after)) if len(around) + len(after) > room else around
    kept, given_back = give_back(around, left, model.pieces, index)
    return Prompt(model.start + model.fim.arrange(kept, after), given_back)


def fit_left(model: PromptModel, text: bytes, room: int) -> list[int]:
    """Tokens of the end of a text, from a line start on, at most `room`.

    The start is a line start behind a multiple of `room` bytes, so that it stays where it is
    while the text grows by less.
    """
    start = max(0, len(text) - room * _BYTES_PER_TOKEN)
    tokens = model.tokenise(text[start:])
    while len(tokens) > room:
        surplus = sum(len(model.pieces[token]) for token in tokens[: len(tokens) - room])
        start = _line_start(text, start + max(1, surplus), room)
        tokens = model.tokenise(text[start:])
    return tokens


def fit_right(model: PromptModel, text: bytes, room: int) -> list[int]:
    """Tokens of the beginning of a text, up to a line end, at most `room`."""
    end = min(len(text), room * _BYTES_PER_TOKEN)
    tokens = model.tokenise(text[:end])
    while len(tokens) > room:
        fitting = sum(len(model.pieces[token]) for token in tokens[:room])
        end = _line_end(text, min(end - 1, fitting))
        tokens = model.tokenise(text[:end])
    return tokens


def _line_start(text: bytes, least: int, step: int) -> int:
    """A place to begin, at `least` or later: a line start behind a multiple of `step` if there is one."""
    stepped = -(-least // step) * step
    for place in (stepped, least):
        line = text.find(b"\n", place - 1, len(text) - 1)
        if line >= 0:
            return line + 1
    return _character(text, least, 1)


def _line_end(text: bytes, most: int) -> int:
    """A place to end, at `most` or earlier: behind a line end if there is one."""
    line = text.rfind(b"\n", 0, most)
    return line + 1 if line >= 0 else _character(text, most, -1)


def _character(text: bytes, place: int, direction: int) -> int:
    """The nearest place that is not inside a UTF-8 character."""
    while 0 < place < len(text) and text[place] & _HIGH_BITS == _CONTINUATION:
        place += direction
    return place
