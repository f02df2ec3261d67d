r"""A simulated user, who types a piece and takes the parts of shown texts that are right.

A shown text is right in a line if the line becomes the true line with it, apart from trailing blanks. The
user takes the whole text if all its lines are right, the first line if the text is right only there, and
otherwise the next word if it is right and long enough to be worth a key.

A first line is taken without its line end, which the user types.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quoin.lsp_server.documents.positions import content_length, split_lines
from quoin.lsp_server.harness.replay.keyboard import DELETE, Typed

if TYPE_CHECKING:
    from quoin.lsp_server.harness.replay.keyboard import Keyboard

_ENTER = re.compile(r"(\r\n|\n|\r)[ \t]*")
_WORD = re.compile(r"\s*(?:\w+|[^\w\s]+)")
_TOKEN = re.compile(r"\s*(\w+|[^\w\s])|\s*\Z")
_FIRST_LINE = re.compile(r"\s*[^\r\n]*")
_PAIRED = set("()[]{}'\"`")
_LEAST_WORD = 3
_LEAST_TEXT = 2


@dataclass(frozen=True)
class Shown:
    """A text that an editor shows at the cursor.

    Attributes:
        typed: the file and the cursor at which the text is shown.
        text: the shown text, from the cursor on.
        replaced: number of characters after the cursor that the text replaces.
        rest: the rest of the piece, which the user has yet to type.
        right: the true text after the piece.
    """

    typed: Typed
    text: str
    replaced: int
    rest: str
    right: str

    @property
    def after(self) -> str:
        """The text of the file after the shown text."""
        return self.typed.after[self.replaced :]

    @property
    def whole(self) -> str:
        """The file with the shown text."""
        return self.typed.before + self.text + self.after

    @property
    def lines(self) -> list[tuple[str, str]]:
        """Each line from the cursor on, with the shown text and in truth, without trailing blanks."""
        number = len(split_lines(self.text))
        ours = split_lines(self.text + _first_line(self.after))[:number]
        truth = split_lines(self.rest + self.right)[:number]
        truth += [""] * (number - len(truth))
        return [(one.rstrip(), other.rstrip()) for one, other in zip(ours, truth, strict=True)]

    @property
    def first_line(self) -> str:
        """The shown text up to the end of the first line that is not blank."""
        return _FIRST_LINE.match(self.text).group()  # type: ignore[union-attr]

    @property
    def first_line_right(self) -> bool:
        """Whether the lines up to the end of `first_line` become the true ones."""
        number = len(split_lines(self.first_line))
        return all(ours == truth for ours, truth in self.lines[:number])

    @property
    def right_so_far(self) -> bool:
        """Whether the first line is right, or is a prefix of the true text that ends no word midway."""
        line, truth = self.first_line, self.rest + self.right
        return self.first_line_right or (truth.startswith(line) and _ends_word(truth, len(line)))

    @property
    def all_right(self) -> bool:
        """Whether each line becomes the true line."""
        return all(ours == truth for ours, truth in self.lines)

    @property
    def first_token_right(self) -> bool:
        """Whether the next word or symbol is the true one."""
        return _token(self.text + _first_line(self.after)) == _token(self.rest + self.right)


@dataclass(frozen=True)
class Taken:
    """The part of a shown text that the user takes; `how` is `whole`, `line` or `word`."""

    how: str
    text: str
    replaced: int


def take(shown: Shown) -> Taken | None:
    """Return the part of a shown text that is worth a key, or None if there is none."""
    if not shown.first_line_right:
        return _word(shown)
    line = shown.first_line
    if shown.all_right and _fits(shown, shown.text) and shown.replaced <= shown.typed.closers:
        return Taken("whole", shown.text, shown.replaced)
    if line != shown.text and _fits(shown, line):
        return Taken("line", line, 0)
    return _word(shown)


def _fits(shown: Shown, text: str) -> bool:
    return len(text) >= _LEAST_TEXT and shown.rest.startswith(text)


def _word(shown: Shown) -> Taken | None:
    match = _WORD.match(shown.text)
    word = match.group() if match else ""
    if len(word) < _LEAST_WORD or _PAIRED & set(word) or "\n" in word or not shown.rest.startswith(word):
        return None
    # A word is not taken if it is only the beginning of the true word.
    return Taken("word", word, 0) if _ends_word(shown.rest + shown.right, len(word)) else None


def _ends_word(text: str, at: int) -> bool:
    return re.match(r"\w\w", text[at - 1 : at + 1]) is None


def apply(typed: Typed, taken: Taken) -> Typed:
    """Return the text after a part of a shown text is taken."""
    return Typed(typed.before + taken.text, typed.after[taken.replaced :], typed.closers - taken.replaced)


def next_key(rest: str, typed: Typed) -> str | None:
    """Return the next key that the user presses, or None if the piece is complete.

    Closers that the editor inserted and the piece lacks are deleted at the line's end. After a line end, the
    editor inserts the next line's indentation.
    """
    if typed.closers and rest[:1] in ("", "\n", "\r"):
        return DELETE
    enter = _ENTER.match(rest)
    return enter.group() if enter else rest[:1] or None


def keys_alone(keyboard: Keyboard, left: str, middle: str, right: str) -> int:
    """Return how many keys a piece takes without completions."""
    typed, keys = Typed(left, right), 0
    while (key := next_key(middle[len(typed.before) - len(left) :], typed)) is not None:
        typed = keyboard.press(typed, key)
        keys += 1
    return keys


def _first_line(text: str) -> str:
    line = split_lines(text)[0]
    return line[: content_length(line)]


def _token(text: str) -> str | None:
    match = _TOKEN.match(text)
    return match and match.group(1)
