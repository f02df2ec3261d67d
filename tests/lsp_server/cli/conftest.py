"""The installed command, run as a program."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

QUOIN = Path(sys.executable).with_name("quoin")


@dataclass(frozen=True)
class Done:
    """What a run of the command left."""

    code: int
    out: str
    err: str

    @property
    def remark(self) -> str:
        """Standard error, which must be one line and no traceback."""
        assert "Traceback" not in self.err
        (line,) = self.err.splitlines()
        return line


Search = "Callable[..., Done]"


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., Done]:
    """Run `quoin` in a folder of its own; keywords give files to write there first."""

    def runner(*words: str, files: dict[str, bytes] | None = None, given: bytes = b"") -> Done:
        for name, content in (files or {}).items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        environment = {**os.environ, "COLUMNS": "100"}
        done = subprocess.run(
            [QUOIN, *words], cwd=tmp_path, input=given, capture_output=True, check=False, env=environment
        )
        return Done(done.returncode, done.stdout.decode(), done.stderr.decode())

    return runner
