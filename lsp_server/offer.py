"""A completion as it is offered to a client."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Offer:
    """A text to insert at the cursor.

    When the user has typed a part of a completion, the rest of it keeps the completion's `id`.
    """

    text: str
    id: str = field(default_factory=lambda: uuid.uuid4().hex)
