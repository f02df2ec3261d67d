"""The model's prompt: what of the buffer it sees around the cursor, and of the other files.

The text is tokenised line by line, blank lines with the one before: the tokenisers' patterns break
there anyhow, and so only the line that is being typed is ever tokenised twice.

A buffer larger than the context is cut at line starts. The cuts move in steps, not with each key:
a prompt that begins as the last one did costs only what is new, and one that has moved by a line
costs everything. What is shown of other files has a share of its own for the same reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Protocol

from quoin.engine.decoding.tokens.healing import give_back
from quoin.engine.model.prompt.lines import BYTES_PER_TOKEN, Lines, line_end, line_start, lines_forwards
from quoin.engine.model.prompt.other_files import OtherFiles
from quoin.engine.model.prompt.placement import Layout, Placed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quoin.engine.decoding.tokens.vocabulary_index import VocabularyIndex
    from quoin.engine.model.fim.tokens import FimTokens

LEFT_SHARE = 0.7
"""Share of the context that the text before the cursor may take when both sides are long."""

OTHERS_SHARE = 0.25
"""Share of the context that other files may take."""

LEAST_FOR_OTHERS = 192
"""Tokens below which that share is not worth the while: a small context is the file's own."""

KEPT_LINES = 1 << 14
"""Lines whose tokens are remembered."""

_STEPS = 8
"""The right side's room changes in steps of this part of the whole."""

RIGHT_BEHIND_LEFT = 192
"""Tokens of the right side in an order that has it behind the left one, on a processor alone.

A cursor that goes elsewhere has all of it evaluated again, and so has a key where it cannot be moved
(`quoin.engine.model.llama.kv_cache`)."""

_MARKERS = 5


class PromptModel(Protocol):
    """What is needed of a model to write its prompt."""

    @property
    def pieces(self) -> Sequence[bytes]:
        """Bytes of each token."""

    @property
    def start(self) -> Sequence[int]:
        """Tokens that each prompt begins with."""

    @property
    def fim(self) -> FimTokens | None:
        """The markers, if it has any."""

    @property
    def context_size(self) -> int:
        """Tokens of prompt and completion together."""

    def tokenise(self, text: bytes, *, starts: bool = False) -> list[int]:
        """Tokens of a text, which may be the start of one."""


@dataclass(frozen=True)
class Prompt:
    """What a model is asked.

    Attributes:
        tokens: for the model.
        given_back: bytes before the cursor that it is to repeat first.
        suffix: where in the tokens the right side begins if it stands behind the left one.
    """

    tokens: list[int]
    given_back: bytes
    suffix: int | None = None


@dataclass(frozen=True)
class Surroundings:
    """What is known beside the two sides of the cursor.

    Attributes:
        document: which file it is; the choice of excerpts of others is kept for each.
        path: its name.
        language: its language.
        files: paths and texts of other files, the one used last first.
    """

    document: str = ""
    path: str = ""
    language: str = ""
    files: Sequence[tuple[str, str]] = ()


class PromptBuilder:
    """Writes the prompts of a model.

    Args:
        model: whose markers and tokens they are made of.
        index: of its vocabulary.
        right_behind_left: most tokens of the right side where it stands behind the left one; None for
            any number.
    """

    def __init__(
        self, model: PromptModel, index: VocabularyIndex, right_behind_left: int | None = RIGHT_BEHIND_LEFT
    ) -> None:
        self._model = model
        self._index = index
        self.line_tokens = lru_cache(KEPT_LINES)(lambda line: tuple(model.tokenise(line)))
        self._first_tokens = lru_cache(16)(lambda line: tuple(model.tokenise(line, starts=True)))
        self._before = Lines(self.line_tokens, line_start)
        self._behind = Lines(self.line_tokens, line_end)
        self._layout = Layout(model.fim, self._text_tokens)
        self._others = OtherFiles(lambda text: len(self._text_tokens(text)), self._layout.heading)
        self._in_psm = model.fim is not None and model.fim.order == "psm"
        self._most_right = right_behind_left if self._in_psm else None

    def build(
        self, left: bytes, right: bytes, max_tokens: int, surroundings: Surroundings | None = None
    ) -> Prompt:
        """The prompt for a cursor between two texts, with room for `max_tokens` after it."""
        model, fim = self._model, self._model.fim
        room = max(2, model.context_size - max_tokens - _MARKERS - len(model.start))
        placed = self._place(left, right, surroundings or Surroundings(), room)
        header = self._text_tokens(placed.prefix)
        room = max(2, room - len(placed.front) - len(header))
        after = self.right(right, self._right_room(left, room)) if fim is not None else []
        before = self.left(left, room - len(after))
        kept, given_back = give_back(before, left, model.pieces, self._index)
        prefix = self._started(placed.prefix, left, [*header, *kept])
        front = [*model.start, *placed.front]
        tokens = prefix if fim is None else fim.arrange(prefix, after)
        # The prefix's marker stands before it.
        suffix = len(front) + 1 + len(prefix) if self._in_psm else None
        return Prompt([*front, *tokens], given_back, suffix)

    def _place(self, left: bytes, right: bytes, surroundings: Surroundings, room: int) -> Placed:
        """Other files as they stand in the prompt."""
        share = int(room * OTHERS_SHARE)
        if not surroundings.files or share < LEAST_FOR_OTHERS:
            return Placed()
        share -= self._layout.heading(surroundings.path)
        chosen = self._others.choose(surroundings.document, surroundings.files, left, right, share)
        return self._layout.place(chosen, surroundings.path, surroundings.language)

    def _right_room(self, left: bytes, room: int) -> int:
        """Tokens for the right side, in steps."""
        wanted = sum(len(tokens) for _, tokens in self._before.fitting(left, len(left), room))
        step = max(1, room // _STEPS)
        share = (room - min(wanted, int(room * LEFT_SHARE))) // step * step
        return share if self._most_right is None else min(share, self._most_right)

    def _started(self, header: bytes, left: bytes, tokens: list[int]) -> list[int]:
        """The prefix's tokens, its first line tokenised as the start of a text where the model wants that."""
        fim = self._model.fim
        if fim is None or not fim.blank:
            return tokens
        line = next(lines_forwards(header or left), b"")
        plain = self.line_tokens(line)
        if not line or tuple(tokens[: len(plain)]) != plain:
            return tokens
        return [*self._first_tokens(line), *tokens[len(plain) :]]

    def _text_tokens(self, text: bytes) -> list[int]:
        return list(chain.from_iterable(map(self.line_tokens, lines_forwards(text))))

    def left(self, text: bytes, room: int) -> list[int]:
        """Tokens of the end of a text, from a line start on, at most `room`.

        The start of a text that does not fit lies behind a multiple of `room / 2` bytes, so that it
        stays where it is while the text grows by less.
        """
        lines = self._before.fitting(text, len(text), room)
        start = len(text) - sum(length for length, _ in lines)
        if start > 0 and not lines:
            return list(self.line_tokens(text[-room * BYTES_PER_TOKEN :])[-room:]) if room else []
        step = max(1, room // 2)
        least = -(-start // step) * step
        while len(lines) > 1 and start < least:
            start += lines.pop()[0]
        return list(chain.from_iterable(tokens for _, tokens in reversed(lines)))

    def right(self, text: bytes, room: int) -> list[int]:
        """Tokens of the beginning of a text, up to a line end, at most `room`."""
        lines = self._behind.fitting(text, 0, room)
        if text and not lines:
            return list(self.line_tokens(text[: room * BYTES_PER_TOKEN])[:room])
        return list(chain.from_iterable(tokens for _, tokens in lines))
