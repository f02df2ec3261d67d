"""What decides for Go: go/parser of the toolchain in `PATH`, in a small program that is built once."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from functools import cached_property
from pathlib import Path
from typing import TypeVar

import quoin
from quoin.engine.languages.loader import GRAMMARS
from tests.differential.oracles.program import ProgramOracle
from tests.differential.pools.go import GO

Kind = TypeVar("Kind", bound="GoOracle")
_FOLDER = tempfile.TemporaryDirectory(prefix="quoin-go-")


class GoOracle(ProgramOracle):
    """go/parser's verdicts, each text on a line of a process that stays."""

    pools = GO
    pattern = "*.go"
    program = GRAMMARS / "go" / "judge.go"

    def __init__(self, go: str) -> None:
        self.go = go

    @cached_property
    def facts(self) -> dict[str, str]:
        """As of the toolchain: its version, and the library that it comes with."""
        version = self._run("env", "GOVERSION").removeprefix("go")
        return {"version": version, "release": version, "library": f"{self._run('env', 'GOROOT')}/src"}

    @cached_property
    def language(self) -> quoin.Language:
        return quoin.load_language("go")

    def built(self) -> list[str]:
        program = Path(_FOLDER.name) / self.program.stem
        self._run("build", "-o", str(program), str(self.program))
        return [str(program)]

    def _run(self, *arguments: str) -> str:
        done = subprocess.run([self.go, *arguments], check=True, capture_output=True, text=True)
        return done.stdout.strip()


def made(kind: type[Kind]) -> Kind:
    """An oracle of the kind.

    Raises:
        FileNotFoundError: There is no toolchain.
    """
    go = shutil.which("go")
    if go is None:
        raise FileNotFoundError("no `go` in PATH")
    return kind(go)


def oracle() -> GoOracle:
    """The oracle; raises as `made` does."""
    return made(GoOracle)
