"""The server's first steps, in the order in which they take time."""

from __future__ import annotations

import gc

from quoin.engine.model.client.prestart import start_spare


def serve() -> int:
    """Serve over standard input and output; gives the exit code."""
    # It imports beside this process.
    spare = start_spare()
    # What is imported stays, so there is nothing to be collected, now or later.
    gc.disable()
    from quoin.engine.util.stdio_capture import take_channel  # noqa: PLC0415 - each takes its time

    # Before anything is imported that could print.
    channel = take_channel()
    from quoin.lsp_server.transport.lazy_types import import_late_types  # noqa: PLC0415

    import_late_types()
    from quoin.lsp_server.run import serve_channel  # noqa: PLC0415

    gc.freeze()
    gc.enable()
    return serve_channel(channel, spare)
