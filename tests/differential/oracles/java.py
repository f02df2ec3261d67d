"""What decides for Java: javac's parser of the toolchain in `PATH`, in a small program compiled once."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from functools import cached_property

import quoin
from quoin.engine.languages.loader import GRAMMARS
from tests.differential.oracles.program import ProgramOracle
from tests.differential.pools.java import JAVA

PROGRAM = GRAMMARS / "java" / "Judge.java"
_FOLDER = tempfile.TemporaryDirectory(prefix="quoin-java-")
# The version that the grammar is of.
VERSION = "17"
# The parser nests as deep as the stack is large.
_OPTIONS = ("-Xss64m", "-XX:TieredStopAtLevel=1", "-Xmx512m")


class JavaOracle(ProgramOracle):
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
    def language(self) -> quoin.Language:
        return quoin.load_language("java")

    def built(self) -> list[str]:
        subprocess.run([self.javac, "-d", _FOLDER.name, str(PROGRAM)], check=True, capture_output=True)
        return [self.java, *_OPTIONS, "-cp", _FOLDER.name, PROGRAM.stem]


def oracle() -> JavaOracle:
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
