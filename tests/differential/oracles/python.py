"""Python's oracles: interpreters whose `ast.parse` decides, the running one or another as a child process."""

from __future__ import annotations

import json
import selectors
import subprocess
from functools import cached_property
from typing import TYPE_CHECKING, Any

import quoin
from grammars.python import judge
from quoin.engine.languages.loader import GRAMMARS
from quoin.lsp_server.harness.judges.oracle import GAVE_UP
from quoin.lsp_server.harness.judges.symbols import Symbols
from tests.differential import mutants, tokens
from tests.differential.oracles import child as oracle_child
from tests.differential.pools import PYTHON

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence
    from pathlib import Path

    from quoin.lsp_server.harness.judges.symbols import Run

_MAX_SECONDS = 30.0


class Oracle:
    """The running interpreter; the base of what decides for other languages.

    Attributes:
        pools: What mutants are made from.
        pattern: The files of the language.
    """

    pools = PYTHON
    pattern = "*.py"

    @cached_property
    def facts(self) -> dict[str, str]:
        """`version` (two numbers), `release` (all of them) and `library` (a folder)."""
        return oracle_child.facts(None)

    @cached_property
    def language(self) -> quoin.Language:
        """Python of this interpreter's version; of the newest known one where it is newer still."""
        known = quoin.load_language("python").versions
        version = self.facts["version"]
        return quoin.load_language("python", version=version if version in known else None)

    def refusal(self, text: str) -> str | None:
        """As `grammars.python.judge.refusal`."""
        return judge.refusal(text)

    def refusals(self, texts: Sequence[str]) -> list[str | None]:
        """One answer a text."""
        return [self.refusal(text) for text in texts]

    def runs(self, text: str) -> list[Run] | None:
        """The symbols of a text, see `quoin.lsp_server.harness.judges.symbols`."""
        return self._symbols.runs(text)

    def split(self, text: str) -> list[str]:
        """As `tokens.split`."""
        return tokens.split(text)

    def mutant(self, text: str, nearby: Sequence[str], rng: random.Random) -> str:
        """As `mutants.mutant`, with the language's pools."""
        return mutants.mutant(text, nearby, self.pools, rng)

    @cached_property
    def _symbols(self) -> Symbols:
        return Symbols(self.language, GRAMMARS / self.language.name)

    def snippets(self, path: Path) -> list[str]:
        """As `oracle_child.snippets`."""
        return oracle_child.snippets(str(path))


class OtherOracle(Oracle):
    """Another interpreter; one that dies or takes too long is started anew, and has given up on the text."""

    def __init__(self, python: str) -> None:
        self.python = python
        self.process: subprocess.Popen[bytes] | None = None

    @cached_property
    def facts(self) -> dict[str, str]:
        return dict(self._ask("facts", None))

    def refusal(self, text: str) -> str | None:
        answer = self._ask("refusal", text)
        return None if answer is None else str(answer)

    def refusals(self, texts: Sequence[str]) -> list[str | None]:
        return list(self._ask("refusals", list(texts)))

    def snippets(self, path: Path) -> list[str]:
        return list(self._ask("snippets", str(path)))

    def close(self) -> None:
        """End the process; the next question starts it anew."""
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None

    def _ask(self, request: str, value: str | list[str] | None) -> Any:
        if self.process is None:
            command = [self.python, "-I", oracle_child.__file__, judge.__file__]
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        line = self._exchange(self.process, json.dumps({request: value}).encode() + b"\n")
        if line:
            return json.loads(line)
        self.close()
        if request != "refusal":
            raise RuntimeError(f"{self.python} does not answer")
        return f"{GAVE_UP}no answer"

    def _exchange(self, process: subprocess.Popen[bytes], line: bytes) -> bytes:
        """An answer's line; the empty one if none comes in time."""
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(line)
            process.stdin.flush()
        except BrokenPipeError:
            return b""
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            return process.stdout.readline() if selector.select(_MAX_SECONDS) else b""
