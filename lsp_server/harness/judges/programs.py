"""The programs that a language's folder names, run as processes that answer one text per line.

A program gives its name in its first line of output. Then it answers each line of input with one line of
output. All lines are JSON values: see "Programs" in `grammars/README.md`.
"""

from __future__ import annotations

import json
import os
import selectors
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

# The longest wait for a program's name, in seconds: the program may have to be compiled first.
_START_SECONDS = 120.0
_ANSWER_SECONDS = 30.0
_PIECE = 1 << 16


class ProgramError(Exception):
    """A program cannot be used, for the reason in the message."""


class Program:
    """A program in a language's folder; one that dies or takes too long is restarted for the next text.

    Args:
        command: its words; the first is looked up in `PATH`, and `python` is the running interpreter.
        folder: its working folder.

    Raises:
        ProgramError: the program is not installed, or does not give its name.
    """

    def __init__(self, command: Sequence[str], folder: Path) -> None:
        first = sys.executable if command[0] == "python" else shutil.which(command[0])
        if first is None:
            raise ProgramError(f"there is no `{command[0]}` in PATH")
        self._shown = " ".join(command)
        self._command = [first, *command[1:]]
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self._rest = b""
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - as long as the program is asked
        self.name = self._start()

    def ask(self, text: str) -> Any:  # noqa: ANN401 - any JSON value
        """Return the program's answer to a text.

        Raises:
            ProgramError: the program gives no valid answer in time.
        """
        if self._process is None:
            self._start()
        assert self._process is not None
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            self._process.stdin.write(json.dumps(text).encode() + b"\n")
            self._process.stdin.flush()
        return self._value(_ANSWER_SECONDS)

    def close(self) -> None:
        """End the process."""
        process, self._process, self._rest = self._process, None, b""
        if process is None:
            return
        # The whole process group is killed, because the program may be a child of the command.
        with suppress(ProcessLookupError, PermissionError):
            if sys.platform == "win32":
                process.kill()
            else:
                os.killpg(process.pid, signal.SIGKILL)
        process.communicate()

    def _start(self) -> str:
        try:
            self._process = subprocess.Popen(
                self._command,
                cwd=self._folder,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                start_new_session=True,
            )
        except OSError as error:
            raise ProgramError(f"`{self._shown}` cannot be started: {error.strerror}") from None
        return str(self._value(_START_SECONDS))

    def _value(self, seconds: float) -> Any:  # noqa: ANN401 - any JSON value
        line = self._line(seconds)
        try:
            return json.loads(line)
        except ValueError:
            self.close()
            raise ProgramError(f"`{self._shown}` does not answer as it should{self._complaint()}") from None

    def _complaint(self) -> str:
        """Return the last line of its standard error after a colon, or "" if there is none."""
        self._errors.seek(max(0, self._errors.seek(0, os.SEEK_END) - _PIECE))
        lines = self._errors.read().decode("utf-8", "replace").split("\n")
        last = next((line for line in reversed(lines) if line.strip()), "")
        return f": {last.strip()}" if last else ""

    def _line(self, seconds: float) -> bytes:
        """Return the next line, which is incomplete if the program ends or takes too long."""
        assert self._process is not None
        assert self._process.stdout is not None
        deadline = time.monotonic() + seconds
        with selectors.DefaultSelector() as selector:
            selector.register(self._process.stdout, selectors.EVENT_READ)
            while b"\n" not in self._rest:
                if not selector.select(max(0.0, deadline - time.monotonic())):
                    break
                piece = os.read(self._process.stdout.fileno(), _PIECE)
                if not piece:
                    break
                self._rest += piece
        line, _, self._rest = self._rest.partition(b"\n")
        return line
