"""Where the files of a prompt stand: those that are open beside the one at hand, and its own name.

Each family of models was trained on a layout of its own (`quoin.engine.model.fim.families`). A model that
knows no separator sees other files as text before the one at hand, each under a line with its name.
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
"""What a repository is called where the model was trained to see a name."""

COMMENT = "#"
"""How a line comment begins where the language does not say."""


@dataclass(frozen=True)
class Placed:
    """Other files as they stand in a prompt.

    Attributes:
        front: tokens before the markers.
        prefix: text at the start of the prefix.
    """

    front: list[int] = field(default_factory=list)
    prefix: bytes = b""


class Layout:
    """Writes other files for a model.

    Args:
        fim: its markers; None for a model without.
        tokens: of a text.
    """

    def __init__(self, fim: FimTokens | None, tokens: Callable[[bytes], Sequence[int]]) -> None:
        self._tokens = tokens
        self._separator = [] if fim is None or fim.separator is None else [fim.separator]
        self._repository = [] if fim is None or fim.repository is None else [fim.repository]
        knows = fim is not None and (self._separator or fim.others == "plus")
        self._others = fim.others if fim is not None and knows else "comment"

    def heading(self, path: str) -> int:
        """Tokens that a file's name takes, with what separates it from others."""
        return len(self._tokens(self._name(path, ""))) + len(self._separator) + 1

    def place(self, excerpts: Sequence[Excerpt], path: str, language: str) -> Placed:
        """Place excerpts of other files before the file at hand; nothing at all where there are none."""
        if not excerpts:
            return Placed()
        if self._others in ("comment", "plus"):
            texts = [self._name(one.path, language) + one.text + b"\n" for one in excerpts]
            return Placed(prefix=b"".join(texts) + self._name(path, language))
        own = self._name(path, language)
        front = self._titled(excerpts, language)
        if self._others == "inside":
            return Placed(front + self._separator, own)
        before = self._separator if self._others == "front" else []
        return Placed([*front, *before, *self._tokens(own)])

    def _titled(self, excerpts: Sequence[Excerpt], language: str) -> list[int]:
        """Excerpts under their names, with separators; in front of each, or between them."""
        tokens = [*self._repository, *self._tokens(f"{REPOSITORY}\n".encode())] if self._repository else []
        for one in excerpts:
            text = [*self._tokens(self._name(one.path, language)), *self._tokens(one.text)]
            tokens += text + self._separator if self._others == "between" else self._separator + text
        return tokens

    def _name(self, path: str, language: str) -> bytes:
        """The line that names a file."""
        signs = {"comment": f"{_comment(language)} ", "plus": "+++++ "}.get(self._others, "")
        # A path may hold anything; a name of two lines would be text.
        return f"{signs}{' '.join((path or UNNAMED).split())}\n".encode("utf-8", "replace")


def _comment(language: str) -> str:
    """What begins a comment up to the line's end."""
    try:
        return manifest_of(language).comments.line or COMMENT
    except LanguageError:
        return COMMENT
