"""What decides for Go: go/parser of the toolchain in `PATH`, in a small program that is built once."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from functools import cached_property
from pathlib import Path

import engine
from engine.languages.loader import GRAMMARS
from tests.differential.oracles import Oracle
from tests.differential.pools_go import GO

PROGRAM = GRAMMARS / "go" / "judge.go"
_FOLDER = tempfile.TemporaryDirectory(prefix="quoin-go-")


class GoOracle(Oracle):
    """go/parser's verdicts, each text on a line of a process that stays."""

    pools = GO
    pattern = "*.go"

    def __init__(self, go: str) -> None:
        self.go = go

    @cached_property
    def facts(self) -> dict[str, str]:
        """As of the toolchain: its version, and the library that it comes with."""
        version = self._run("env", "GOVERSION").removeprefix("go")
        return {"version": version, "release": version, "library": f"{self._run('env', 'GOROOT')}/src"}

    @cached_property
    def language(self) -> engine.Language:
        return engine.load_language("go")

    def refusal(self, text: str) -> str | None:
        pipes = self._process.stdin, self._process.stdout
        assert pipes[0] is not None
        assert pipes[1] is not None
        # Halves of surrogate pairs are no text of Go's, and would be replaced by a sign that may be.
        try:
            text.encode()
        except UnicodeEncodeError:
            return "not UTF-8"
        pipes[0].write(json.dumps(text).encode() + b"\n")
        pipes[0].flush()
        answer = json.loads(pipes[1].readline())
        return None if answer is None else str(answer).partition(": ")[2]

    @cached_property
    def _process(self) -> subprocess.Popen[bytes]:
        program = Path(_FOLDER.name) / "oracle"
        self._run("build", "-o", str(program), str(PROGRAM))
        process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert process.stdout is not None
        # It says who it is first.
        process.stdout.readline()
        return process

    def _run(self, *arguments: str) -> str:
        done = subprocess.run([self.go, *arguments], check=True, capture_output=True, text=True)
        return done.stdout.strip()


def oracle() -> Oracle:
    """The oracle.

    Raises:
        FileNotFoundError: There is no toolchain.
    """
    go = shutil.which("go")
    if go is None:
        raise FileNotFoundError("no `go` in PATH")
    return GoOracle(go)
