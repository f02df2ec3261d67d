"""Bytes that must come next, which no model need be asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.decoding.guard import Guard

MOST = 100
"""Forced bytes that are looked for at once."""

_PROBES = tuple(bytes([byte]) for byte in b' a\n(0.,"$=e')
"""Where two of these may come, nothing is forced: so that nearly everywhere a few questions do."""

_OTHERS = tuple(bytes([byte]) for byte in range(256) if bytes([byte]) not in _PROBES)


def forced_bytes(guard: Guard) -> bytes:
    """The bytes that every longer middle goes on with; empty where there is a choice, or an end to take."""
    forced = b""
    while len(forced) < MOST and not guard.member:
        byte = _only_one(guard)
        if byte is None:
            break
        guard = guard.copy()
        guard.advance(byte)
        forced += byte
    return forced


def _only_one(guard: Guard) -> bytes | None:
    found = None
    for probe in (*_PROBES, *_OTHERS):
        if guard.accepts(probe):
            if found is not None:
                return None
            found = probe
    return found
