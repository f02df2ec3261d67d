"""The programs that a language's folder names, run as processes that answer one text per line.

A program gives its name in its first line of output. Then it answers each line of input with one line of
output. All lines are JSON values: see "Programs" in `grammars/README.md`.
"""

from __future__ import annotations

import json
import os
import queue
import shutil
import subprocess
import tempfile
import threading
import time
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Any

from quoin.engine.util.system import kill_with_children, python

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
        found = python() if command[0] == "python" else _on_path(command[0])
        self._shown = " ".join(command)
        self._command = [*found, *command[1:]]
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self._rest = b""
        self._pieces: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._errors: IO[bytes] | None = None
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
        if self._errors is not None:
            self._errors.close()
            self._errors = None
        if process is None:
            return
        # The program may be a child of the command.
        kill_with_children(process)
        if process.stdin is not None:
            with suppress(BrokenPipeError):
                process.stdin.close()
        process.wait()

    def _start(self) -> str:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process
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
            self.close()
            raise ProgramError(f"`{self._shown}` cannot be started: {error.strerror}") from None
        assert self._process.stdout is not None
        self._pieces = queue.SimpleQueue()
        reading = threading.Thread(target=_pump, args=(self._process.stdout, self._pieces), daemon=True)
        reading.start()
        return str(self._value(_START_SECONDS))

    def _value(self, seconds: float) -> Any:  # noqa: ANN401 - any JSON value
        line = self._line(seconds)
        try:
            return json.loads(line)
        except ValueError:
            complaint = self._complaint()
            self.close()
            raise ProgramError(f"`{self._shown}` does not answer as it should{complaint}") from None

    def _complaint(self) -> str:
        """Return the last line of its standard error after a colon, or "" if there is none."""
        if self._errors is None:
            return ""
        self._errors.seek(max(0, self._errors.seek(0, os.SEEK_END) - _PIECE))
        lines = self._errors.read().decode("utf-8", "replace").split("\n")
        last = next((line for line in reversed(lines) if line.strip()), "")
        return f": {last.strip()}" if last else ""

    def _line(self, seconds: float) -> bytes:
        """Return the next line, which is incomplete if the program ends or takes too long."""
        deadline = time.monotonic() + seconds
        with suppress(queue.Empty):
            while b"\n" not in self._rest:
                piece = self._pieces.get(timeout=max(0.0, deadline - time.monotonic()))
                if not piece:
                    break
                self._rest += piece
        line, _, self._rest = self._rest.partition(b"\n")
        return line


def _on_path(program: str) -> tuple[str]:
    found = shutil.which(program)
    if found is None:
        raise ProgramError(f"there is no `{program}` in PATH")
    return (found,)


def _pump(pipe: IO[bytes], pieces: queue.SimpleQueue[bytes]) -> None:
    """Pass on what a program writes, and an empty piece at its end; not every system can wait for a pipe."""
    descriptor = pipe.fileno()
    with pipe:
        while piece := os.read(descriptor, _PIECE):
            pieces.put(piece)
    pieces.put(b"")
