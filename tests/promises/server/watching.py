"""A server that is watched: what it and its processes open, start, load and connect to.

Python reports what its own code does. Where `strace` is installed, the system reports the rest, too.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quoin.lsp_server.harness.client import Client

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

AUDIT = Path(__file__).with_name("audit")
STRACE = shutil.which("strace") if sys.platform == "linux" else None
SYSTEM_CALLS = (
    "openat,open,creat,socket,connect,bind,execve,rename,renameat,renameat2,mkdir,mkdirat,write,pwrite64"
)
WITHOUT_STRACE = "no strace, so only what Python reports was looked at" if STRACE is None else ""
# What a line of strace shows of a text.
LONGEST_TEXT = 1 << 16
_WRITES = re.compile(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC")
_OPENED = re.compile(r'\b(?:openat|open|creat)\((?:AT_FDCWD[^,]*, |\d+[^,]*, )?"((?:[^"\\]|\\.)*)"(.*)')
_NO_FILES = ("/dev/null", "/dev/tty", "/proc/", "/sys/", "/dev/shm/")


@dataclass(frozen=True)
class Folders:
    """Where a watched server may write, and where it must not."""

    root: Path

    @property
    def work(self) -> Path:
        """The workspace, which is the server's working folder, too."""
        return self.root / "work"

    @property
    def written(self) -> tuple[Path, ...]:
        """The folders that may be written to: cache, data and log."""
        return tuple(self.root / name for name in ("cache", "data", "log"))

    def make(self) -> Folders:
        """Make them all."""
        for folder in (self.work, self.root / "home", self.root / "tmp", *self.written):
            folder.mkdir(exist_ok=True)
        return self

    @property
    def environment(self) -> dict[str, str]:
        """The variables that name them; Python writes no byte code, which an installed package has."""
        named = {"XDG_CACHE_HOME": "cache", "XDG_DATA_HOME": "data", "HOME": "home", "TMPDIR": "tmp"}
        return {
            **os.environ,
            **{variable: str(self.root / name) for variable, name in named.items()},
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONPATH": str(AUDIT),
            "QUOIN_TEST_AUDIT": str(self.root / "audit"),
        }


@dataclass(frozen=True)
class Seen:
    """What was seen of a server that has ended."""

    folders: Folders
    standard_error: str

    @cached_property
    def events(self) -> list[tuple[str, list[Any]]]:
        """What Python reports: events with their arguments."""
        lines = (self.folders.root / "audit").read_text(encoding="utf-8").splitlines()
        return [(event, arguments) for event, arguments in map(json.loads, lines)]

    @cached_property
    def calls(self) -> list[str]:
        """What the system reports: lines of strace."""
        file = self.folders.root / "strace"
        return file.read_text(encoding="utf-8", errors="replace").splitlines() if file.exists() else []

    def all_of(self, *wanted: str) -> list[list[Any]]:
        """The arguments of events."""
        return [arguments for event, arguments in self.events if event in wanted]

    @cached_property
    def opened(self) -> set[str]:
        """The paths of files that were opened, or tried, for anything."""
        found = {str(arguments[0]) for arguments in self.all_of("open") if isinstance(arguments[0], str)}
        matches = (_OPENED.search(line) for line in self.calls)
        return {*found, *(match[1] for match in matches if match)}

    @cached_property
    def written(self) -> set[str]:
        """The paths of files that were opened for writing, renamed or made."""
        found = {str(one) for event in self.all_of("os.rename", "os.mkdir", "os.link") for one in event[:2]}
        for path, mode, flags in self.all_of("open"):
            by_flags = isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
            if isinstance(path, str) and (by_flags or set(str(mode or "")) & set("wax+")):
                found.add(path)
        for line in self.calls:
            match = _OPENED.search(line)
            if match and _WRITES.search(match[2]) and " = -1 " not in line:
                found.add(match[1])
        return {path for path in found if Path(path).is_absolute()}

    @property
    def misplaced(self) -> list[str]:
        """The files that were written outside the folders for that."""
        allowed = tuple(f"{folder}/" for folder in self.folders.written)
        own = str(self.folders.root / "audit")
        return sorted(
            path
            for path in self.written
            if not path.startswith((*allowed, *_NO_FILES))
            and path not in (own, *map(str, self.folders.written))
        )

    @property
    def connections(self) -> list[str]:
        """The sockets to other machines or ports that were opened, or tried."""
        asked = [str(one) for one in self.all_of("socket.connect", "socket.bind", "socket.getaddrinfo")]
        return asked + [line for line in self.calls if re.search(r"\bAF_(INET|INET6|NETLINK|PACKET)\b", line)]

    @property
    def programs(self) -> list[str]:
        """The programs that were started."""
        asked = self.all_of("subprocess.Popen", "os.exec", "os.posix_spawn", "os.system")
        started = [" ".join(map(str, one[1])) if isinstance(one[1], list) else str(one) for one in asked]
        return started + [line for line in self.calls if "execve(" in line and " = 0" in line]

    def files_with(self, text: str) -> list[str]:
        """The files in the folders for writing that contain a text, and the writes to files that do."""
        found = [
            str(file)
            for folder in self.folders.written
            for file in folder.rglob("*")
            if file.is_file() and text.encode() in file.read_bytes()
        ]
        written = re.compile(r"\b(?:write|pwrite64)\(\d+</(?!dev/)[^>]*>")
        return found + [line[:200] for line in self.calls if text in line and written.search(line)]


@asynccontextmanager
async def watched(folders: Folders, seen: list[Seen]) -> AsyncIterator[Client]:
    """A server as editors start it, in the workspace; what was seen of it is added to a list at its end."""
    command = [str(Path(sys.executable).with_name("quoin")), "serve"]
    if STRACE is not None:
        watch = [STRACE, "-f", "-qq", "-y", "-s", str(LONGEST_TEXT), "-o", str(folders.root / "strace")]
        command = [*watch, "-e", f"trace={SYSTEM_CALLS}", *command]
    client = await Client.start(command, env=folders.environment, cwd=folders.work)
    try:
        yield client
        await client.request("shutdown", None)
        client.notify("exit", None)
        await client.process.wait()
    finally:
        await client.kill()
        seen.append(Seen(folders, "\n".join(client.log)))
