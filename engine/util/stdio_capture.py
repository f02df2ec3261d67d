"""A process's standard streams become a channel that nothing else in the process can reach."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass

from quoin.engine.util.system import use_binary


@dataclass(frozen=True)
class Channel:
    """The two file descriptors that carry a protocol.

    Attributes:
        source: The descriptor to read from.
        sink: The descriptor to write to.
    """

    source: int
    sink: int


def take_channel() -> Channel:
    """Move the streams of descriptors 0 and 1 to new ones, before anything else can print.

    Native libraries and child processes may print to standard output at any time. After this call, standard
    input is empty, and whatever is printed is written to standard error.
    """
    sys.stdout.flush()
    channel = Channel(os.dup(0), os.dup(1))
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    use_binary(channel.source)
    use_binary(channel.sink)
    return channel
