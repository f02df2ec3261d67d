"""What the server has as the text of a document, by what a model on a server gets to see.

The model writes nothing, and no guarantee is wanted, so that any text is shown to it as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tests.engine.model.backends.http_server import serving
from tests.engine.model.backends.test_remote import as_infill

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from quoin.lsp_server.harness.client import Client
    from tests.engine.model.backends.http_server import Scripted


class Seen(NamedTuple):
    """The text before and after a cursor."""

    left: str
    right: str


def model() -> AbstractContextManager[Scripted]:
    """A model that remembers what it was asked, and writes nothing."""
    return serving(as_infill(lambda _: [], {}))


def options(model: Scripted) -> dict[str, Any]:
    """The options of a server that is to ask the model."""
    return {
        "trusted": True,
        "status": True,
        "remote.url": model.url,
        "model.contextSize": 131_072,
        "guarantee": "off",
        "maxTokens": 1,
        "maxLatencyMs": 60_000,
        "context.otherFiles": 0,
        "cache.entries": 0,
        "prefetch": False,
    }


async def seen(client: Client, model: Scripted, uri: str, line: int, character: int) -> Seen | None:
    """What the model sees at a cursor; None if the server does not ask it."""
    model.asked.clear()
    await client.complete(uri, line, character)
    asked = [body for path, body in model.asked if path == "/infill"]
    return Seen(asked[-1]["input_prefix"], asked[-1]["input_suffix"]) if asked else None


def last_reason(client: Client) -> str | None:
    """Why the last request got nothing, as the server says in its status."""
    said: list[dict[str, Any]] = client.notifications["quoin/status"]
    reason: str | None = said[-1]["reason"] if said else None
    return reason
