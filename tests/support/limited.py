"""Work that may crash, hang or fill the memory is done in a child process with limits, case after case."""

from __future__ import annotations

import contextlib
import json
import os
import re
import resource
import select
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from typing_extensions import Self

ROOT = Path(__file__).resolve().parents[2]
MEGABYTE = 1 << 20
STARTING = 120.0
"""The longest wait for a child's imports on a busy machine, in seconds."""
READY = "ready"
LOOK = 0.1
PATIENCE = 20
"""How many times as long as on an idle machine a child may take on a busy one, or one that waits for ever."""


@dataclass(frozen=True)
class Reply:
    """What came of a case: an answer, or what was wrong in words."""

    answer: Any = None
    fault: str = ""


class Limited:
    """A child process that answers cases; it is started again after one that it did not survive."""

    def __init__(
        self, module: str, megabytes: int = 1024, environment: Mapping[str, str] | None = None
    ) -> None:
        self._command = [sys.executable, "-m", module, str(megabytes)]
        self._environment = {**os.environ, **(environment or {})}
        self._process: subprocess.Popen[bytes] | None = None
        self._errors: IO[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def ask(self, case: object, seconds: float) -> Reply:
        """The child's answer to a case, which it must give in that time of the processor's."""
        process = self._running()
        try:
            _pipe(process.stdin).write(json.dumps(case).encode() + b"\n")
            _pipe(process.stdin).flush()
        except BrokenPipeError:
            return self._lost()
        line = self._line(process, seconds)
        if line is None:
            self.close()
            return Reply(fault=f"no answer within {seconds:g} s of the processor")
        if not line.endswith(b"\n"):
            return self._lost()
        return Reply(**json.loads(line))

    def close(self) -> None:
        """End the child."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None
        if self._errors is not None:
            self._errors.close()
            self._errors = None

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the child
            pipe = subprocess.PIPE
            self._process = subprocess.Popen(
                self._command, stdin=pipe, stdout=pipe, stderr=self._errors, env=self._environment, cwd=ROOT
            )
            if (self._line(self._process, STARTING) or b"").strip().decode() != READY:
                raise AssertionError(f"the child does not start: {self._lost().fault}")
        return self._process

    @staticmethod
    def _line(process: subprocess.Popen[bytes], seconds: float) -> bytes | None:
        """The next line; a part of one where the child has ended, None where it says nothing for so long."""
        output = _pipe(process.stdout)
        latest, begun = time.monotonic() + PATIENCE * seconds, _processor_time(process.pid)
        while not select.select([output], [], [], LOOK)[0]:
            if _processor_time(process.pid) > begun + seconds or time.monotonic() > latest:
                return None
        return output.readline()

    def _lost(self) -> Reply:
        process, self._process = self._process, None
        if process is None or self._errors is None:
            raise AssertionError("there is no child")
        process.communicate()
        status = process.returncode
        name = signal.Signals(-status).name if status < 0 else f"status {status}"
        self._errors.seek(0)
        said = self._errors.read().decode("utf-8", "replace").strip().splitlines()[-3:]
        self._errors.close()
        return Reply(fault=f"{name}: {' | '.join(said)}")


def _processor_time(pid: int) -> float:
    """The seconds that a process has had of the processor; without `/proc`, those that have passed."""
    try:
        numbers = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return time.monotonic()
    return (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise AssertionError("the child was started without pipes")
    return pipe


def serve(answer: Callable[[Any], Any]) -> None:
    """Answer the parent's cases; the program's argument is the limit of what they allocate, in megabytes."""
    output = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    limit_data(int(sys.argv[1]))
    print(READY, file=output, flush=True)
    for line in sys.stdin:
        print(json.dumps(_reply(answer, json.loads(line))), file=output, flush=True)


def _reply(answer: Callable[[Any], Any], case: Any) -> dict[str, Any]:
    try:
        return {"answer": answer(case)}
    except Exception as error:  # noqa: BLE001 - whatever it is, the parent is told
        return {"fault": f"{type(error).__name__}: {error}"}


def limit_data(megabytes: int) -> None:
    """Let this process allocate so much more than it has."""
    if sys.platform != "linux":
        return
    found = re.search(r"VmData:\s+(\d+)", Path("/proc/self/status").read_text(encoding="ascii"))
    now = int(found[1]) * 1024 if found else 0
    with contextlib.suppress(ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (now + megabytes * MEGABYTE, resource.RLIM_INFINITY))
