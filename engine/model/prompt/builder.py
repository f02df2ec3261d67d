"""A `PromptBuilder` writes a prompt from the text around the cursor and excerpts of other files.

The text is tokenised line by line, each line together with the blank lines after it. The tokenisers' patterns
break there anyway, so only the line that is being typed is ever tokenised twice.

A buffer larger than the context is cut at line starts. The cuts move in steps, not with each key: a prompt
with the beginning of the last prompt costs only its new tokens, and one that has moved by a line has to be
evaluated completely. Other files have a share of their own for this reason too.
"""

from __future__ import annotations

from array import array
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
"""The share of the context that the text before the cursor may take when both sides are long."""

OTHERS_SHARE = 0.25
"""The share of the context that other files may take."""

LEAST_FOR_OTHERS = 192
"""The minimum number of tokens for other files. A smaller share is not used: a small context is left to the
file that is being edited."""

SHORT = 300
"""The largest number of bytes of a file whose prompt begins with its name even if there are no other files.

The name tells the language where little text does. In the first twelve lines of files, with nothing after the
cursor, the starter model is surer of what follows in 14 of 15 languages (by 0.02 to 0.33 nats a token).
"""

KEPT_LINES = 1 << 13
"""The number of lines whose tokens are cached, at some hundred bytes each."""

_STEPS = 8
"""The room of the right side changes in steps of the whole room divided by this number."""

RIGHT_AFTER_LEFT = 192
"""The maximum number of tokens of the right side if it stands after the left one, on a CPU alone.

All of it is evaluated again when the cursor moves to another place, and after a key if the suffix cannot be
moved (`quoin.engine.model.llama.kv_cache`)."""

_MARKERS = 5


class PromptModel(Protocol):
    """The interface of a model that its prompt is written with."""

    @property
    def pieces(self) -> Sequence[bytes]:
        """The bytes of each token."""

    @property
    def start(self) -> Sequence[int]:
        """The tokens that each prompt begins with."""

    @property
    def fim(self) -> FimTokens | None:
        """The markers, if the model has any."""

    @property
    def context_size(self) -> int:
        """The number of tokens of prompt and completion together."""

    def tokenise(self, text: bytes, *, starts: bool = False) -> list[int]:
        """Return the tokens of a text; `starts` says whether it is the start of a prompt."""


@dataclass(frozen=True)
class Prompt:
    """The prompt for a model.

    Attributes:
        tokens: The tokens that the model reads.
        given_back: The bytes before the cursor that the model has to repeat first.
        suffix: The index in the tokens at which the right side begins, if it stands after the left one.
        headings: The lines that name files, which the files themselves do not have.
    """

    tokens: list[int]
    given_back: bytes
    suffix: int | None = None
    headings: tuple[bytes, ...] = ()


@dataclass(frozen=True)
class Surroundings:
    """The context of a prompt beyond the two sides of the cursor.

    Attributes:
        document: An identifier of the file. The choice of excerpts from other files is kept for each
            document.
        path: The path of the file.
        language: The language of the file.
        files: The paths and texts of other files, the most recently used first.
    """

    document: str = ""
    path: str = ""
    language: str = ""
    files: Sequence[tuple[str, str]] = ()


class PromptBuilder:
    """A writer of prompts for one model.

    Args:
        model: The model, whose markers and tokens the prompts consist of.
        index: The index of its vocabulary.
        right_after_left: The maximum number of tokens of the right side if it stands after the left one.
            None for no maximum.
    """

    def __init__(
        self, model: PromptModel, index: VocabularyIndex, right_after_left: int | None = RIGHT_AFTER_LEFT
    ) -> None:
        self._model = model
        self._index = index
        # Models have learned from texts whose lines end with `\n`.
        self.line_tokens = lru_cache(KEPT_LINES)(
            lambda line: array("i", model.tokenise(line.replace(b"\r\n", b"\n")))
        )
        self._first_tokens = lru_cache(16)(
            lambda line: tuple(model.tokenise(line.replace(b"\r\n", b"\n"), starts=True))
        )
        self._before = Lines(self.line_tokens, line_start)
        self._after = Lines(self.line_tokens, line_end)
        self._layout = Layout(model.fim, self._text_tokens)
        self._others = OtherFiles(lambda text: len(self._text_tokens(text)), self._layout.heading)
        self._in_psm = model.fim is not None and model.fim.order == "psm"
        self._most_right = right_after_left if self._in_psm else None

    def build(
        self, left: bytes, right: bytes, max_tokens: int, surroundings: Surroundings | None = None
    ) -> Prompt:
        """Return the prompt for a cursor between two texts, with room for `max_tokens` after it."""
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
        # The prefix's marker stands before the prefix.
        suffix = len(front) + 1 + len(prefix) if self._in_psm else None
        return Prompt([*front, *tokens], given_back, suffix, placed.headings)

    def _place(self, left: bytes, right: bytes, surroundings: Surroundings, room: int) -> Placed:
        """Return the excerpts of other files in the model's layout, or the name of a short file."""
        share, path, language = int(room * OTHERS_SHARE), surroundings.path, surroundings.language
        if share < LEAST_FOR_OTHERS:
            return Placed()
        share -= self._layout.heading(path)
        files = surroundings.files
        chosen = self._others.choose(surroundings.document, files, left, right, share) if files else []
        is_short = not chosen and len(left) + len(right) <= SHORT
        return self._layout.alone(path, language) if is_short else self._layout.place(chosen, path, language)

    def _right_room(self, left: bytes, room: int) -> int:
        """Return the number of tokens for the right side, rounded down to a step."""
        wanted = sum(len(tokens) for _, tokens in self._before.fitting(left, len(left), room))
        step = max(1, room // _STEPS)
        share = (room - min(wanted, int(room * LEFT_SHARE))) // step * step
        return share if self._most_right is None else min(share, self._most_right)

    def _started(self, header: bytes, left: bytes, tokens: list[int]) -> list[int]:
        """Return the prefix's tokens; some models need its first line tokenised as the start of a text."""
        fim = self._model.fim
        if fim is None or not fim.blank:
            return tokens
        line = next(lines_forwards(header or left), b"")
        plain = self.line_tokens(line)
        if not line or array("i", tokens[: len(plain)]) != plain:
            return tokens
        return [*self._first_tokens(line), *tokens[len(plain) :]]

    def _text_tokens(self, text: bytes) -> list[int]:
        return list(chain.from_iterable(map(self.line_tokens, lines_forwards(text))))

    def left(self, text: bytes, room: int) -> list[int]:
        """Return at most `room` tokens of the end of a text, from a line start on.

        If a text does not fit, the part that is kept starts after a multiple of `room / 2` bytes, so that the
        start does not move until the text has grown by this number of bytes.
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
        """Return at most `room` tokens of the beginning of a text, up to a line end."""
        lines = self._after.fitting(text, 0, room)
        if text and not lines:
            return list(self.line_tokens(text[: room * BYTES_PER_TOKEN])[:room])
        return list(chain.from_iterable(tokens for _, tokens in lines))
