"""The settings and the text that the tests begin with."""

from __future__ import annotations

import sys
from pathlib import Path

QUOIN = Path(sys.executable).with_name("quoin")
SETTINGS = {"server.path": str(QUOIN), "maxLatencyMs": 10_000, "minConfidence": 0}
LEFT = """import os


def names(folder):
    found = []
    for name in os.listdir(folder):
        found.append("""
RIGHT = ")\n    return found\n"
