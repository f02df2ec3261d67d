"""The other open files, and the name of the file being edited, have a layout in the prompt.

Each family of models was trained with a layout of its own (`quoin.engine.model.fim.families`). For a model
without a separator, other files stand as text before the file being edited, each under a line with its name.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from quoin.engine.errors import LanguageError
from quoin.engine.languages.loader import manifest_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from quoin.engine.model.fim.tokens import FimTokens
    from quoin.engine.model.prompt.other_files import Excerpt

UNNAMED = "untitled"
"""The name of a file that has none."""

REPOSITORY = "project"
"""The name of the repository for models that were trained with one."""

COMMENT = "#"
"""The start of a line comment if the language does not define one."""


@dataclass(frozen=True)
class Placed:
    """Other files in the layout of a prompt.

    Attributes:
        front: The tokens before the markers.
        prefix: The text at the start of the prefix.
        headings: The lines that name files, without line ends.
    """

    front: list[int] = field(default_factory=list)
    prefix: bytes = b""
    headings: tuple[bytes, ...] = ()


class Layout:
    """A writer of other files in the layout of a model.

    Args:
        fim: The model's markers; None for a model without markers.
        tokens: A function that returns the tokens of a text.
    """

    def __init__(self, fim: FimTokens | None, tokens: Callable[[bytes], Sequence[int]]) -> None:
        self._tokens = tokens
        self._separator = [] if fim is None or fim.separator is None else [fim.separator]
        self._repository = [] if fim is None or fim.repository is None else [fim.repository]
        knows = fim is not None and (self._separator or fim.others == "plus")
        self._others = fim.others if fim is not None and knows else "comment"

    def heading(self, path: str) -> int:
        """Return the number of tokens of a file's name and of the separator from other files."""
        return len(self._tokens(self._name(path, ""))) + len(self._separator) + 1

    def place(self, excerpts: Sequence[Excerpt], path: str, language: str) -> Placed:
        """Place excerpts of other files before the file being edited; without excerpts nothing is placed."""
        if not excerpts:
            return Placed()
        own = self._name(path, language)
        named = {own: None} | {self._name(one.path, language): None for one in excerpts}
        headings = tuple(name.rstrip(b"\n") for name in named)
        if self._others in ("comment", "plus"):
            texts = [self._name(one.path, language) + one.text + b"\n" for one in excerpts]
            return Placed(prefix=b"".join(texts) + own, headings=headings)
        front = self._titled(excerpts, language)
        if self._others == "inside":
            return Placed(front + self._separator, own, headings)
        before = self._separator if self._others == "front" else []
        return Placed([*front, *before, *self._tokens(own)], headings=headings)

    def alone(self, path: str, language: str) -> Placed:
        """Place the name of the file being edited, which is alone, for a model without a separator."""
        if self._others != "comment" or self._separator or not path:
            return Placed()
        own = self._name(path, language)
        return Placed(prefix=own, headings=(own.rstrip(b"\n"),))

    def _titled(self, excerpts: Sequence[Excerpt], language: str) -> list[int]:
        """Return the excerpts under their names, with separators before each or between them."""
        tokens = [*self._repository, *self._tokens(f"{REPOSITORY}\n".encode())] if self._repository else []
        for one in excerpts:
            text = [*self._tokens(self._name(one.path, language)), *self._tokens(one.text)]
            tokens += text + self._separator if self._others == "between" else self._separator + text
        return tokens

    def _name(self, path: str, language: str) -> bytes:
        """Return the line that names a file."""
        signs = {"comment": f"{_comment(language)} ", "plus": "+++++ "}.get(self._others, "")
        # A path may contain any characters, and a name of two lines would be read as text.
        return f"{signs}{' '.join((path or UNNAMED).split())}\n".encode("utf-8", "replace")


def _comment(language: str) -> str:
    """Return the start of a line comment in a language."""
    try:
        return manifest_of(language).comments.line or COMMENT
    except LanguageError:
        return COMMENT
