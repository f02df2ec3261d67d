"""Wheels of llama-cpp-python: one for the processor at hand, and one for all processors of a kind.

A build takes eight minutes and more on two cores, so the built wheel is kept in the user's cache folder,
keyed by all that it depends on; without a usable cache folder it is built anew.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from release.shell import VENV, first_line, pip, say

VERSION = "0.3.36"

_PARTS = ("-DLLAVA_BUILD=OFF", "-DMTMD_BUILD=OFF")
"""The multimodal library is left out."""

_ANY_PROCESSOR = ("-DGGML_NATIVE=OFF", "-DLLAMA_OPENSSL=OFF")

_CHOSEN_AT_RUN_TIME = (
    "-DGGML_BACKEND_DL=ON",
    "-DGGML_CPU_ALL_VARIANTS=ON",
    "-DCMAKE_INSTALL_BINDIR=llama_cpp/lib",
    "-DCMAKE_INSTALL_LIBDIR=llama_cpp/lib",
    "-DCMAKE_INSTALL_RPATH=$ORIGIN",
)
"""One library for each family of processors, beside the others: `quoin.engine.model.llama.library` lets
llama.cpp choose among them."""


class Build(NamedTuple):
    """How a wheel is built.

    Attributes:
        options: The options of CMake.
        kind: Which machines it is for: a build for others is another one.
    """

    options: tuple[str, ...]
    kind: str


def native() -> Build:
    """The build for the processor at hand, the fastest one to build."""
    return Build(_PARTS, " ".join(sorted(_processor_features().split())))


def generic() -> Build:
    """The build for all processors of this machine's kind.

    On Linux it is as fast as a native one, since the code for the processor is chosen when it is loaded.
    Elsewhere it is llama.cpp's common denominator: AVX2 on x86-64, and what every Apple processor has.
    """
    chosen = _CHOSEN_AT_RUN_TIME if sys.platform == "linux" else ("-DGGML_OPENMP=OFF",)
    return Build((*_PARTS, *_ANY_PROCESSOR, *chosen), "generic")


def wheel(build: Build) -> Path:
    """The wheel of a build, from the cache or built now."""
    folder = _folder_of(build)
    kept = sorted(folder.glob("*.whl"))
    if kept:
        say(f"llama.cpp from the cache: {kept[-1].name}")
        return kept[-1]
    try:
        return _built(build, folder)
    except OSError as error:
        say(f"the cache folder cannot be used ({error}): building inside the environment")
        return _built(build, VENV / "wheels")


def _folder_of(build: Build) -> Path:
    """The folder of the wheel that fits this machine: all that its build depends on is in the name."""
    facts = (
        " ".join(build.options),
        first_line(os.environ.get("CXX", "c++"), "--version"),
        platform.platform(terse=True),
        platform.machine(),
        build.kind,
    )
    key = hashlib.sha256("\n".join(facts).encode()).hexdigest()[:16]
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "quoin" / "wheels" / f"llama-cpp-python-{VERSION}-{key}"


def _processor_features() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line for line in lines if line.startswith(("flags", "Features"))), "")


def _built(build: Build, target: Path) -> Path:
    """Build a wheel into `target`; moved there whole, never in part."""
    say("building llama.cpp: about eight minutes on two cores, more for all processors, once on this machine")
    environment = dict(os.environ)
    environment["CMAKE_ARGS"] = f"{' '.join(build.options)} {environment.get('CMAKE_ARGS', '')}".strip()
    environment.setdefault("CMAKE_BUILD_PARALLEL_LEVEL", str(os.cpu_count() or 1))
    with tempfile.TemporaryDirectory(prefix="quoin-llama-") as work:
        # pip's own cache knows wheels by their version alone, however they were built.
        options = ("--no-deps", "--no-cache-dir", "--no-binary", "llama-cpp-python", "-w", work)
        pip("wheel", *options, f"llama-cpp-python=={VERSION}", env=environment)
        built = next(Path(work).glob("*.whl"))
        target.mkdir(parents=True, exist_ok=True)
        partial = target / f"{built.name}.{os.getpid()}.partial"
        shutil.copyfile(built, partial)
        return partial.rename(target / built.name)
