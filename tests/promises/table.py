"""All promises, in the order of their numbers."""

from __future__ import annotations

from tests.promises.engine import edits
from tests.promises.server import cancelled, crashes, endings, malformed, texts, typing_day

PROMISES = (
    edits.PROMISE,
    texts.PROMISE,
    cancelled.PROMISE,
    endings.PROMISE,
    crashes.PROMISE,
    typing_day.PROMISE,
    malformed.PROMISE,
)
