"""All promises, in the order of their numbers."""

from __future__ import annotations

from tests.promises.engine import edits, inputs, models, nesting, panics
from tests.promises.server import (
    cancelled,
    crashes,
    endings,
    malformed,
    texts,
    traces,
    typing_day,
    untrusted,
)

PROMISES = (
    edits.PROMISE,
    texts.PROMISE,
    inputs.PROMISE,
    nesting.PROMISE,
    panics.PROMISE,
    cancelled.PROMISE,
    endings.PROMISE,
    crashes.PROMISE,
    typing_day.PROMISE,
    models.PROMISE,
    malformed.PROMISE,
    traces.PROMISE,
    untrusted.PROMISE,
)
