"""A completion as it is offered to a client."""

from __future__ import annotations

import re
import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


_EMPTY_BLOCK = re.compile(r"\{[ \t]*(?P<lines>\r?\n[ \t]*\}[)\]};,]*(?:\r?\n[ \t]*[)\]};,]+)*)\Z")
"""A block without content at the end of a text; only closing signs follow it."""


def below_empty_block(text: str) -> int:
    """Return the number of lines from the beginning of the empty block that ends a text; 0 without one."""
    found = _EMPTY_BLOCK.search(text)
    return 0 if found is None else found["lines"].count("\n")


@dataclass(frozen=True)
class Import:
    """A name that a completion reads, and the line that binds it."""

    name: str
    line: str


def imports_of(names: Iterable[str], lines: Mapping[str, str]) -> tuple[Import, ...]:
    """Return the imports of those names that the lines bind."""
    return tuple(Import(name, lines[name]) for name in names if name in lines)


@dataclass(frozen=True)
class Offer:
    """A text to insert at the cursor.

    When the user has typed a part of a completion, the rest of it keeps all but the text. The file gets
    `imports` as well when the completion is accepted; `remarks` say what the completion does with names, and
    what it takes as present. `below` is the number of lines of the completion below the one
    that begins an empty block, in which the client opens a line; 0 if it ends with none.
    """

    text: str
    id: str = field(default_factory=lambda: uuid.uuid4().hex)
    imports: tuple[Import, ...] = ()
    remarks: tuple[str, ...] = ()
    below: int = 0
