"""The server's first steps, ordered so that the slowest one starts first."""

from __future__ import annotations

import gc

from quoin.engine.model.client.prestart import start_spare


def serve() -> int:
    """Serve over standard input and output, and return the exit code."""
    # The model's process does its imports while this process does its own.
    spare = start_spare()
    # Imported modules stay, so the collector would find nothing among them, now or later.
    gc.disable()
    from quoin.engine.util.stdio_capture import take_channel  # noqa: PLC0415 - each import takes time

    # The channel is taken before anything is imported that could print.
    channel = take_channel()
    from quoin.lsp_server.transport.lazy_types import import_late_types  # noqa: PLC0415

    import_late_types()
    from quoin.lsp_server.run import serve_channel  # noqa: PLC0415

    gc.freeze()
    gc.enable()
    return serve_channel(channel, spare)
