"""The model's prompt: what of the buffer it sees around the cursor.

The text is tokenised line by line, blank lines with the one before: the tokenisers' patterns break
there anyhow, and so only the line that is being typed is ever tokenised twice.

A buffer larger than the context is cut at line starts. The cuts move in steps, not with each key:
a prompt that begins as the last one did costs only what is new, and one that has moved by a line
costs everything.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Protocol

from engine.decoding.healing import give_back

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from engine.decoding.vocabulary_index import VocabularyIndex
    from engine.model.fim import FimTokens

LEFT_SHARE = 0.7
"""Share of the context that the text before the cursor may take when both sides are long."""

KEPT_LINES = 1 << 14
"""Lines whose tokens are remembered."""

_STEPS = 8
"""The right side's room changes in steps of this part of the whole."""

_BYTES_PER_TOKEN = 8
"""Of a line longer than the context, so many bytes for each token of room are looked at."""

_MARKERS = 4
_LINE = re.compile(rb"[^\n]*\n(?:[ \t\f\r]*\n)*|[^\n]+")

Tokens = tuple[int, ...]


class PromptModel(Protocol):
    """What is needed of a model to write its prompt."""

    @property
    def pieces(self) -> Sequence[bytes]:
        """Bytes of each token."""

    @property
    def start(self) -> Sequence[int]:
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


class PromptBuilder:
    """Writes the prompts of a model.

    Args:
        model: whose markers and tokens they are made of.
        index: of its vocabulary.
    """

    def __init__(self, model: PromptModel, index: VocabularyIndex) -> None:
        self._model = model
        self._index = index
        self._tokens = lru_cache(KEPT_LINES)(lambda line: tuple(model.tokenise(line)))

    def build(self, left: bytes, right: bytes, max_tokens: int) -> Prompt:
        """The prompt for a cursor between two texts, with room for `max_tokens` after it."""
        model = self._model
        room = max(2, model.context_size - max_tokens - _MARKERS - len(model.start))
        wanted = sum(map(len, self._fitting(lines_backwards(left), room)))
        step = max(1, room // _STEPS)
        after = self.right(right, (room - min(wanted, int(room * LEFT_SHARE))) // step * step)
        before = self.left(left, room - len(after))
        kept, given_back = give_back(before, left, model.pieces, self._index)
        return Prompt([*model.start, *model.fim.arrange(kept, after)], given_back)

    def left(self, text: bytes, room: int) -> list[int]:
        """Tokens of the end of a text, from a line start on, at most `room`.

        The start of a text that does not fit lies behind a multiple of `room / 2` bytes, so that it
        stays where it is while the text grows by less.
        """
        lines = list(zip(lines_backwards(text), self._fitting(lines_backwards(text), room), strict=False))
        start = len(text) - sum(len(line) for line, _ in lines)
        if start > 0 and not lines:
            return list(self._tokens(text[-room * _BYTES_PER_TOKEN :])[-room:]) if room else []
        step = max(1, room // 2)
        least = -(-start // step) * step
        while len(lines) > 1 and start < least:
            start += len(lines.pop()[0])
        return list(chain.from_iterable(tokens for _, tokens in reversed(lines)))

    def right(self, text: bytes, room: int) -> list[int]:
        """Tokens of the beginning of a text, up to a line end, at most `room`."""
        lines = list(self._fitting(lines_forwards(text), room))
        if text and not lines:
            return list(self._tokens(text[: room * _BYTES_PER_TOKEN])[:room])
        return list(chain.from_iterable(lines))

    def _fitting(self, lines: Iterable[bytes], room: int) -> Iterator[Tokens]:
        """Tokens of the first lines, as long as all of them together are at most `room`."""
        for line in lines:
            if len(line) > room * _BYTES_PER_TOKEN:
                return
            tokens = self._tokens(line)
            room -= len(tokens)
            if room < 0:
                return
            yield tokens


def lines_forwards(text: bytes) -> Iterator[bytes]:
    """The lines of a text with their ends, each with the blank lines after it."""
    return (match.group() for match in _LINE.finditer(text))


def lines_backwards(text: bytes) -> Iterator[bytes]:
    """The lines of a text from its end, each with the blank lines after it."""
    end = start = len(text)
    while start > 0:
        start = text.rfind(b"\n", 0, start - 1) + 1
        if start == 0 or not text[start:end].isspace():
            yield text[start:end]
            end = start
