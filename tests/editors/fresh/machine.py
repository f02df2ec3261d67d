"""A machine on which nothing is set up: an empty home, no compiler, no Rust, no Node, and no quoin.

It is this machine with other variables, which is all that tells these programs where things are.
"""

from __future__ import annotations

import json
import os
import shutil
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.processes import resident

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[3]
DIST = Path(os.environ.get("QUOIN_DIST") or ROOT / "dist")
"""Where `python3 dev.py wheels` and `python3 dev.py vsix --platform` put what they build."""

PROGRAMS = (
    "basename",
    "cat",
    "dirname",
    "env",
    "head",
    "ls",
    "ps",
    "readlink",
    "sed",
    "sh",
    "uname",
    "which",
)
"""The programs of the system that editors start."""

REST_SECONDS = 5.0


def artefact(pattern: str) -> Path:
    """The newest artefact of a pattern; skips where there is none."""
    found = sorted(DIST.glob(pattern), key=lambda file: file.stat().st_mtime)
    if not found:
        pytest.skip(f"no {pattern} in {DIST}: python3 dev.py wheels, python3 dev.py vsix --platform")
    return found[-1]


def programs(folder: Path, **others: Path) -> str:
    """A PATH of one new folder with the system's programs, and others by name."""
    folder.mkdir(parents=True)
    for name in PROGRAMS:
        found = shutil.which(name, path=os.defpath)
        if found is not None:
            (folder / name).symlink_to(found)
    for name, program in others.items():
        (folder / name).symlink_to(program)
    for name in ("cc", "c++", "gcc", "cargo", "cmake", "node", "quoin"):
        assert shutil.which(name, path=str(folder)) is None
    return str(folder)


def size_of(folder: Path) -> int:
    """The bytes of all files in a folder."""
    files = (file for file in folder.rglob("*") if file.is_file() and not file.is_symlink())
    return sum(file.stat().st_size for file in files)


def processes_of(folder: Path) -> Iterator[int]:
    """The processes whose command lines name a program in a folder."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                command = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if command.startswith(str(folder).encode()):
                yield int(entry.name)


@dataclass
class Diary:
    """What a new user did, and how long it took.

    Attributes:
        editor: The editor's name.
        steps: What was done, with the seconds from the beginning to its end.
    """

    editor: str
    steps: dict[str, float] = field(default_factory=dict)
    begun: float = field(default_factory=time.monotonic)

    def note(self, step: str) -> None:
        """A step has ended."""
        self.steps[step] = round(time.monotonic() - self.begun, 1)

    def end(self, folder: Path) -> str:
        """Say what there is in the end: what was installed is in a folder."""
        time.sleep(REST_SECONDS)
        megabytes = [round(resident(process) / 1e6) for process in processes_of(folder)]
        facts = {
            "editor": self.editor,
            "steps": self.steps,
            "installed MB": round(size_of(folder) / 1e6),
            "resident MB at rest": megabytes,
        }
        return json.dumps(facts, ensure_ascii=False)
