"""Starts VS Code, served by code-server and shown in a headless Chromium."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.checks.editors import VSCODE, install, npm

from .window import Window

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from .tools import Tools

DRIVER = Path(__file__).with_name("driver.mjs")
EDITOR_SETTINGS: dict[str, object] = {
    "security.workspace.trust.enabled": False,
    "workbench.startupEditor": "none",
    "workbench.secondarySideBar.defaultVisibility": "hidden",
    "workbench.colorTheme": "Default Light Modern",
    "chat.disableAIFeatures": True,
    "telemetry.telemetryLevel": "off",
    "update.mode": "none",
    "extensions.autoCheckUpdates": False,
    "git.enabled": False,
    "editor.fontFamily": "DejaVu Sans Mono",
    "editor.minimap.enabled": False,
    "editor.quickSuggestions": {"other": "off", "comments": "off", "strings": "off"},
    "breadcrumbs.enabled": False,
}


def install_extension(folder: Path) -> None:
    """Build the extension and put what it ships as into a folder for extensions."""
    install(VSCODE)
    npm(VSCODE, "run", "--silent", "build")
    version = json.loads((VSCODE / "package.json").read_text(encoding="utf-8"))["version"]
    target = folder / f"quoin.quoin-{version}"
    for pattern in (VSCODE / ".vscodeignore").read_text(encoding="utf-8").split():
        for file in VSCODE.glob(pattern[1:]) if pattern.startswith("!") else ():
            place = target / file.relative_to(VSCODE)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, place)


def install_file(tools: Tools, file: Path, folder: Path) -> None:
    """Let VS Code install a file with the extension into a folder for extensions, as `code` does."""
    command = [str(tools.node), str(tools.code_server_entry), f"--install-extension={file}"]
    places = [f"--extensions-dir={folder}", f"--user-data-dir={folder.parent / 'data'}"]
    environment = {"HOME": str(folder.parent / "home"), "PATH": os.defpath, "LANG": "C.UTF-8"}
    subprocess.run([*command, *places], env=environment, check=True, capture_output=True)


@contextmanager
def running(
    tools: Tools,
    base: Path,
    settings: Mapping[str, Any],
    put: Callable[[Path], object] = install_extension,
    path: str | None = None,
    **of_the_editor: object,
) -> Iterator[Window]:
    """Start VS Code in a folder of its own, with the extension, its settings, and nothing of the user's.

    Args:
        tools: The programs that are started.
        base: An empty folder for all that is written.
        settings: The extension's settings.
        put: Puts the extension into a folder.
        path: The PATH; by default it has a Python on it, and the system's programs.
        of_the_editor: The editor's own settings, with `__` for each dot.
    """
    folder, data, extensions, home = (base / name for name in ("project", "data", "extensions", "home"))
    for made in (folder, data / "User", data / "Machine", home):
        made.mkdir(parents=True)
    given = {name.replace("__", "."): value for name, value in of_the_editor.items()}
    (data / "User" / "settings.json").write_text(json.dumps(EDITOR_SETTINGS | given), encoding="utf-8")
    put(extensions)
    port = free_port()
    options = ["--auth=none", "--disable-telemetry", "--disable-update-check"]
    options += [f"--bind-addr=127.0.0.1:{port}", f"--extensions-dir={extensions}", f"--user-data-dir={data}"]
    command = [str(tools.node), str(tools.code_server_entry), *options, str(folder)]
    path = path or os.pathsep.join([str(python_folder(base)), str(tools.node.parent), os.defpath])
    environment = {"HOME": str(home), "PATH": path, "LANG": "C.UTF-8"}
    with (base / "code-server.log").open("w") as log:
        server = subprocess.Popen(command, env=environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
    try:
        address = f"http://127.0.0.1:{port}/"
        wait_for(address, server)
        with driver(tools, base / "profile", f"{address}?folder={folder}") as started:
            window = Window(started, base)
            window.set(settings)
            window.answer()
            window.wait("document.querySelector('.monaco-workbench .statusbar-item') !== null", 60)
            yield window
    finally:
        server.terminate()
        server.wait(timeout=30)


def python_folder(base: Path) -> Path:
    """A folder for the PATH with a Python in it, and nothing else: no quoin."""
    folder = base / "bin"
    folder.mkdir()
    (folder / "python3").symlink_to(Path(sys.executable).resolve())
    return folder


@contextmanager
def driver(tools: Tools, profile: Path, address: str) -> Iterator[subprocess.Popen[str]]:
    command = [str(tools.node), str(DRIVER), str(tools.npm), str(tools.chromium), str(profile), address]
    with (profile.parent / "driver.log").open("w") as log:
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True, encoding="utf-8"
        )
    try:
        yield process
    finally:
        assert process.stdin is not None
        try:
            process.stdin.close()
            process.wait(timeout=30)
        except (subprocess.TimeoutExpired, BrokenPipeError):
            process.kill()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(address: str, process: subprocess.Popen[bytes], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not answers(f"{address}healthz"):
        if process.poll() is not None or time.monotonic() > end:
            raise RuntimeError("code-server did not start")
        time.sleep(0.1)


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=5):
            return True
    except (urllib.error.URLError, ConnectionError, TimeoutError):
        return False
