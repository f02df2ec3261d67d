"""The survey of models runs in a process of its own, since reading headers and measuring take whole cores."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from asyncio.subprocess import DEVNULL, PIPE
from pathlib import Path
from typing import Any

from quoin.engine.errors import SupplyError

MAX_SECONDS = 60.0
"""The longest time for a survey in seconds; a disk that sleeps, or is far away, takes some."""

_PACKAGES = Path(__file__).resolve().parents[2]
"""The working folder of the process. The server's is the user's project, whose modules are not imported."""


async def run_survey(*, servers: bool) -> dict[str, Any]:
    """Return the survey (see `quoin.engine.supply.survey`).

    Raises:
        SupplyError: It has failed, or takes too long.
    """
    more = ("--servers",) if servers else ()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "quoin.engine.supply", *more),
        stdin=DEVNULL,
        stdout=PIPE,
        stderr=DEVNULL,
        cwd=_PACKAGES,
    )
    try:
        said, _ = await asyncio.wait_for(process.communicate(), MAX_SECONDS)
        found: dict[str, Any] = json.loads(said)
    except asyncio.TimeoutError:
        raise SupplyError(f"looking for models takes longer than {MAX_SECONDS:.0f} seconds") from None
    except ValueError:
        raise SupplyError("looking for models has failed; `quoin models` in a terminal says why") from None
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
    return found
