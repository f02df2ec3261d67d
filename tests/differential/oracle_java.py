"""What decides for Java: javac's parser of the toolchain in `PATH`, in a small program compiled once."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from functools import cached_property

import engine
from engine.languages.loader import GRAMMARS
from lsp_server.harness.oracle import GAVE_UP
from tests.differential.oracles import Oracle
from tests.differential.pools_java import JAVA

PROGRAM = GRAMMARS / "java" / "Judge.java"
_FOLDER = tempfile.TemporaryDirectory(prefix="quoin-java-")
# The version that the grammar is of.
VERSION = "17"
# The parser nests as deep as the stack is large.
_OPTIONS = ("-Xss64m", "-XX:TieredStopAtLevel=1", "-Xmx512m")


class JavaOracle(Oracle):
    """javac's verdicts, from a process that stays."""

    pools = JAVA
    pattern = "*.java"

    def __init__(self, javac: str, java: str) -> None:
        self.javac = javac
        self.java = java

    @cached_property
    def facts(self) -> dict[str, str]:
        """The toolchain's version, and a folder of examples, since its library's sources may be missing."""
        done = subprocess.run([self.javac, "-version"], check=True, capture_output=True, text=True)
        release = (done.stdout or done.stderr).split()[-1]
        examples = GRAMMARS / "java" / "examples" / "accept"
        return {"version": release.partition(".")[0], "release": release, "library": str(examples)}

    @cached_property
    def language(self) -> engine.Language:
        return engine.load_language("java")

    def refusal(self, text: str) -> str | None:
        pipes = self._process.stdin, self._process.stdout
        assert pipes[0] is not None
        assert pipes[1] is not None
        # Halves of surrogate pairs are no text of Java's, and would be replaced by a sign that may be.
        try:
            text.encode()
        except UnicodeEncodeError:
            return "not UTF-8"
        pipes[0].write(json.dumps(text).encode() + b"\n")
        pipes[0].flush()
        answer = json.loads(pipes[1].readline())
        if answer is None or answer.startswith(GAVE_UP):
            return None if answer is None else str(answer)
        return str(answer).partition(": ")[2]

    @cached_property
    def _process(self) -> subprocess.Popen[bytes]:
        subprocess.run([self.javac, "-d", _FOLDER.name, str(PROGRAM)], check=True, capture_output=True)
        command = [self.java, *_OPTIONS, "-cp", _FOLDER.name, PROGRAM.stem]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert process.stdout is not None
        # It says who it is first.
        process.stdout.readline()
        return process


def oracle() -> Oracle:
    """The oracle.

    Raises:
        FileNotFoundError: There is no toolchain, or it is of another version.
    """
    javac, java = shutil.which("javac"), shutil.which("java")
    if javac is None or java is None:
        raise FileNotFoundError("no `javac` and `java` in PATH")
    found = JavaOracle(javac, java)
    if found.facts["version"] != VERSION:
        raise FileNotFoundError(f"javac is of Java {found.facts['version']}, not {VERSION}")
    return found
