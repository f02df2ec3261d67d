r"""A simulated user, who types a piece and takes what is right of what is shown.

What is shown is right in a line if the line becomes the true one with it, but for blanks at its end. The
user takes the whole where all its lines are right, the first line where only that one is, and otherwise the
next word if it is right and long enough to be worth a key.

A line of which only a part is taken ends without its line end: the user types that.
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
    """What an editor shows at a cursor.

    Attributes:
        typed: the text that it is shown in.
        text: what is shown, from the cursor on.
        replaced: how many characters after the cursor it takes the place of.
        rest: what the user has yet to type.
        right: the true text after that.
    """

    typed: Typed
    text: str
    replaced: int
    rest: str
    right: str

    @property
    def after(self) -> str:
        """What stands after the text shown."""
        return self.typed.after[self.replaced :]

    @property
    def whole(self) -> str:
        """The file with it."""
        return self.typed.before + self.text + self.after

    @property
    def lines(self) -> list[tuple[str, str]]:
        """Each line as it would be from the cursor on, and as it truly is, without blanks at their ends."""
        number = len(split_lines(self.text))
        ours = split_lines(self.text + _first_line(self.after))[:number]
        truth = split_lines(self.rest + self.right)[:number]
        truth += [""] * (number - len(truth))
        return [(one.rstrip(), other.rstrip()) for one, other in zip(ours, truth, strict=True)]

    @property
    def first_line(self) -> str:
        """What is shown up to the end of the first line that has a text."""
        return _FIRST_LINE.match(self.text).group()  # type: ignore[union-attr]

    @property
    def first_line_right(self) -> bool:
        """Whether the cursor's line becomes the true one; with a line end shown first, the next one too."""
        number = len(split_lines(self.first_line))
        return all(ours == truth for ours, truth in self.lines[:number])

    @property
    def right_so_far(self) -> bool:
        """Whether the first line shown is true as far as it goes, to the end of a word or sign."""
        line, truth = self.first_line, self.rest + self.right
        return self.first_line_right or (truth.startswith(line) and _ends_word(truth, len(line)))

    @property
    def all_right(self) -> bool:
        """Whether each line becomes the true one."""
        return all(ours == truth for ours, truth in self.lines)

    @property
    def first_token_right(self) -> bool:
        """Whether the next word, or sign, is the true one."""
        return _token(self.text + _first_line(self.after)) == _token(self.rest + self.right)


@dataclass(frozen=True)
class Taken:
    """What the user takes: `how` is `whole`, `line` or `word`."""

    how: str
    text: str
    replaced: int


def take(shown: Shown) -> Taken | None:
    """What of a text shown is worth a key; None for none of it."""
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
    # Half of a word is not the next one.
    return Taken("word", word, 0) if _ends_word(shown.rest + shown.right, len(word)) else None


def _ends_word(text: str, at: int) -> bool:
    return re.match(r"\w\w", text[at - 1 : at + 1]) is None


def apply(typed: Typed, taken: Taken) -> Typed:
    """The text with what was taken."""
    return Typed(typed.before + taken.text, typed.after[taken.replaced :], typed.closers - taken.replaced)


def next_key(rest: str, typed: Typed) -> str | None:
    """What the user presses; None if the piece is there and nothing else.

    Closers that the editor wrote and the piece does not have are deleted at the line's end. With a line end
    the editor writes the next line's indentation.
    """
    if typed.closers and rest[:1] in ("", "\n", "\r"):
        return DELETE
    enter = _ENTER.match(rest)
    return enter.group() if enter else rest[:1] or None


def keys_alone(keyboard: Keyboard, left: str, middle: str, right: str) -> int:
    """How many keys a piece takes with no help."""
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
