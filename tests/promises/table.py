"""All promises, in the order of their numbers."""

from __future__ import annotations

from tests.promises.engine import edits
from tests.promises.server import malformed, texts

PROMISES = (edits.PROMISE, texts.PROMISE, malformed.PROMISE)
