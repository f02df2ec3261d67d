"""All promises, in the order of their numbers."""

from __future__ import annotations

from tests.promises.engine import edits

PROMISES = (edits.PROMISE,)
