"""The wheel of quoin is built from the clone.

The core is compiled for it unless that was done before, which takes minutes where many programs compete for
the processor. A test may not take so long, so the checks build the wheel before the tests.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COMPILING_SECONDS = 570
"""The longest time for compiling within a test, which is below that after which pytest ends itself."""


def build(folder: Path) -> Path:
    """Build the wheel into an empty folder, and return it."""
    command = [sys.executable, "-m", "maturin", "build", "--release", "--quiet", "--out", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True)
    (built,) = folder.glob("*.whl")
    return built


def compile_core() -> None:
    """Compile what a wheel needs, so that building one takes seconds."""
    with tempfile.TemporaryDirectory() as folder:
        build(Path(folder))
