"""A completion as it is offered to a client."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Offer:
    """A text to insert at the cursor.

    The rest of a completion, of which the user has written a part, keeps its `id`.
    """

    text: str
    id: str = field(default_factory=lambda: uuid.uuid4().hex)
