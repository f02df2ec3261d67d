"""A completion as it is offered to a client."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Import:
    """A name that a completion reads, and the line that binds it."""

    name: str
    line: str


@dataclass(frozen=True)
class Offer:
    """A text to insert at the cursor.

    When the user has typed a part of a completion, the rest of it keeps all but the text. The file gets
    `imports` as well when the completion is accepted; `remarks` say what the completion does with names.
    """

    text: str
    id: str = field(default_factory=lambda: uuid.uuid4().hex)
    imports: tuple[Import, ...] = ()
    remarks: tuple[str, ...] = ()
