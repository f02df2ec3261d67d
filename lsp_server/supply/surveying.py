"""The survey of models runs in a process of its own, since reading headers and measuring take whole cores."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from quoin.engine.errors import SupplyError
from quoin.lsp_server.child import run_module

MAX_SECONDS = 60.0
"""The longest time for a survey in seconds; a disk that sleeps, or is far away, takes some."""


async def run_survey(*, servers: bool) -> dict[str, Any]:
    """Return the survey (see `quoin.engine.supply.survey`).

    Raises:
        SupplyError: It has failed, or takes too long.
    """
    more = ("--servers",) if servers else ()
    try:
        said, _ = await run_module("quoin.engine.supply", *more, seconds=MAX_SECONDS)
        found: dict[str, Any] = json.loads(said)
    except asyncio.TimeoutError:
        raise SupplyError(f"looking for models takes longer than {MAX_SECONDS:.0f} seconds") from None
    except ValueError:
        raise SupplyError("looking for models has failed; `quoin models` in a terminal says why") from None
    return found
