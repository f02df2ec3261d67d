"""Promise 5: a panic in the core, wherever it is entered, costs that request and nothing else.

The core that is tried is built with the feature `panics`, which no other build has.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tests.promises.engine.panicking import LIBRARY
from tests.promises.promise import Outcome, Promise
from tests.support.limited import Limited

if TYPE_CHECKING:
    import random

CORE = Path(__file__).resolve().parents[3] / "engine" / "core"
BINDINGS = CORE / "python" / "src"
TARGET = CORE / "target" / "panics"
BUILT = TARGET / ("lib_core.dylib" if sys.platform == "darwin" else "lib_core.so")
BUILD = (
    *("cargo", "build", "--manifest-path", str(CORE / "Cargo.toml"), "--locked", "--quiet"),
    *("--profile", "panics", "--package", "quoin-python", "--features", "panics"),
)
"""The command that builds the core with panics, apart from others, which takes minutes for the first time."""
FEW = 100
"""The number of panics up to which nothing is built: the test suite tries what is there."""
HANGING = 60.0
# What a panic is to the engine, and to those who use the core without it.
RAISED = "CoreError"

Place = tuple[str, int, int]


def hold(cases: int, rng: random.Random) -> Outcome:
    """Let the core panic at each place where it is entered, in different passes."""
    outcome = Outcome(0)
    if shutil.which("cargo") is not None and cases > FEW:
        _build()
    if not _is_current():
        outcome.not_tried = f"the core with panics is not built: {' '.join(BUILD)}"
        return outcome
    with tempfile.TemporaryDirectory() as folder:
        environment = {LIBRARY: str(BUILT), "XDG_CACHE_HOME": folder}
        with Limited("tests.promises.engine.panicking", environment=environment) as child:
            places: list[Place] = child.ask(None, HANGING).answer
            unguarded = _unguarded(places)
            if not _is_current():
                # The lines at which methods begin are no longer those of the build.
                outcome.not_tried = "the core's sources were changed meanwhile"
                return outcome
            outcome.broken += [f"{name} is no guarded entry point" for name in unguarded]
            passes = [(file, line, number) for file, line, count in places for number in range(count)]
            chosen = passes if cases >= len(passes) else rng.sample(passes, cases)
            for place in chosen:
                reply = child.ask(place, HANGING)
                outcome.tried += 1
                if reply.fault or reply.answer != {"raised": RAISED, "same": True}:
                    outcome.broken.append(f"{place}: {reply.fault or reply.answer}")
    outcome.figures = f"{len(places)} entry points, passed {len(passes)} times"
    return outcome


def _build() -> None:
    """Build the core with panics; it is as old as the sources that it was built from."""
    begun = time.time()
    subprocess.run(BUILD, check=True)
    os.utime(BUILT, (begun, begun))


def _is_current() -> bool:
    """Whether the core with panics is built, and no source of it is newer."""
    sources = (file.stat().st_mtime for file in CORE.rglob("src/**/*.rs"))
    return BUILT.exists() and BUILT.stat().st_mtime >= max(sources)


def _unguarded(places: list[Place]) -> list[str]:
    """The methods of the core's classes in which no panic is caught, or which the scenario does not call."""
    passed = {_method(Path(file).name, line) for file, line, _ in places}
    return sorted(set(_methods()) - passed)


def _method(file: str, line: int) -> str:
    return max(
        (start, name) for name, start in _methods().items() if name.startswith(file) and start <= line
    )[1]


@cache
def _methods() -> dict[str, int]:
    """The lines at which the methods begin that Python sees, by file and name."""
    found = {}
    for file in sorted(BINDINGS.glob("*.rs")):
        is_seen = False
        owner = ""
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if line.startswith("#[pymethods]"):
                is_seen = True
            elif line.startswith("}"):
                is_seen = False
            elif line.startswith("impl "):
                owner = line.split()[1]
            match = re.match(r"    (?:pub )?fn (\w+)", line)
            if match and is_seen:
                found[f"{file.name} {owner}.{match[1]}"] = number
    return found


PROMISE = Promise(
    5,
    "a panic at each of the core's entry points: that request fails, the next one works",
    "panics",
    {"suite": 40, "hour": 1000, "full": 100_000},
    hold,
)
