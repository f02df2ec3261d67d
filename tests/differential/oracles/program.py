"""What oracles have in common that ask a program which stays, a text and its answer each on a line."""

from __future__ import annotations

import json
import subprocess
from functools import cached_property
from typing import TYPE_CHECKING

from quoin.lsp_server.harness.judges.oracle import GAVE_UP
from tests.differential.oracles.python import Oracle

if TYPE_CHECKING:
    from collections.abc import Sequence


class ProgramOracle(Oracle):
    """The verdicts of a language's judge, built once; its messages begin with their place."""

    def built(self) -> Sequence[str]:
        """Build the program; the command that runs it."""
        raise NotImplementedError

    def refusal(self, text: str) -> str | None:
        pipes = self._process.stdin, self._process.stdout
        assert pipes[0] is not None
        assert pipes[1] is not None
        # Halves of surrogate pairs are no text, and would be replaced by a sign that may be.
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
        process = subprocess.Popen(self.built(), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert process.stdout is not None
        # It says who it is first.
        process.stdout.readline()
        return process
