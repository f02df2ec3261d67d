"""What only some operating systems have is used in one module, which says what happens on the others."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
SYSTEM = ROOT / "engine" / "util" / "system.py"

MODULES = {
    "fcntl", "grp", "msvcrt", "pty", "pwd", "resource", "select", "selectors", "signal", "termios", "winreg",
}  # fmt: skip
ATTRIBUTES = {
    "os": {
        "fork", "forkpty", "getpgid", "getppid", "getuid", "geteuid", "kill", "killpg", "mkfifo", "name",
        "nice", "sched_getaffinity", "set_blocking", "setsid", "statvfs", "uname", "wait", "waitid",
        "waitpid",
    },
    "platform": {"system"},
    "sys": {"platform"},
}  # fmt: skip
METHODS = {"add_signal_handler", "prctl", "send_signal"}
FOLDERS = ("/dev/", "/etc/", "/proc", "/sys/", "/tmp", "/usr/", "/var/")
ALLOWED = {
    # Versions are shown as the system calls itself.
    ("lsp_server/about.py", "platform.system"),
}


def parts(source: str) -> Iterator[str]:
    """The names in a source that not every system has."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names if one.name.partition(".")[0] in MODULES)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            names = {one.name for one in node.names} & ATTRIBUTES.get(node.module, set())
            yield from (f"{node.module}.{name}" for name in names)
            if node.module.partition(".")[0] in MODULES:
                yield node.module
        elif isinstance(node, ast.Attribute):
            owner = node.value.id if isinstance(node.value, ast.Name) else ""
            if node.attr in METHODS or node.attr in ATTRIBUTES.get(owner, set()):
                yield f"{owner}.{node.attr}"
        elif isinstance(node, ast.Constant) and str(node.value).startswith(FOLDERS):
            yield str(node.value)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import signal", ["signal"]),
        ("from select import poll", ["select"]),
        ("from os import kill, path", ["os.kill"]),
        ("import os\nos.kill(1, 0)\nos.path.join('a')", ["os.kill"]),
        ("loop.add_signal_handler(2, end)", ["loop.add_signal_handler"]),
        ("open('/proc/self/stat')", ["/proc/self/stat"]),
        ("import subprocess\nprocess.kill()", []),
    ],
)
def test_it_is_found(source: str, expected: list[str]) -> None:
    assert list(parts(source)) == expected


def test_it_is_used_in_one_module() -> None:
    found = set()
    for folder in ("engine", "lsp_server"):
        for file in (ROOT / folder).rglob("*.py"):
            if file != SYSTEM:
                name = file.relative_to(ROOT).as_posix()
                found |= {(name, part) for part in parts(file.read_text(encoding="utf-8"))}
    assert found == ALLOWED
    assert set(parts(SYSTEM.read_text(encoding="utf-8")))
