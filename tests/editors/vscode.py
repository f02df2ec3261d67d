"""Drives a real VS Code, served by code-server and shown in a headless Chromium."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tests.checks.editors import VSCODE, install, npm

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from .vscode_tools import Tools

DRIVER = VSCODE.parents[1] / "tests" / "editors" / "vscode_driver.mjs"
EDITOR_SETTINGS = {
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
EDITOR = ".monaco-editor.focused"
STATUS = "[id='quoin.quoin.quoin.status']"


class VSCode:
    """A running VS Code with one window."""

    def __init__(self, driver: subprocess.Popen[str], folder: Path, machine_settings: Path) -> None:
        self._driver = driver
        self._machine_settings = machine_settings
        self.folder = folder

    def do(self, action: str, **arguments: Any) -> Any:
        """One action of the driver."""
        assert self._driver.stdin is not None
        self._driver.stdin.write(json.dumps({"do": action, **arguments}) + "\n")
        self._driver.stdin.flush()
        return self.answer()

    def answer(self) -> Any:
        """The driver's next answer."""
        assert self._driver.stdout is not None
        line = self._driver.stdout.readline()
        answer = json.loads(line) if line else {"error": "the browser's driver has ended"}
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer["value"]

    def press(self, *keys: str) -> None:
        """Press keys one after another, such as `Control+S`."""
        for key in keys:
            self.do("press", keys=key)

    def type(self, text: str, delay: int = 30) -> None:
        """Type characters, so many milliseconds apart."""
        self.do("type", text=text, delay=delay)

    def wait(self, script: str, seconds: float = 30) -> Any:
        """The first true value of a JavaScript expression on the page."""
        return self.do("wait", script=script, seconds=seconds)

    def set(self, settings: Mapping[str, Any]) -> None:
        """Set all of quoin's settings, in the file of the machine that the server runs on."""
        flat = {f"quoin.{name}": value for name, value in settings.items()}
        self._machine_settings.write_text(json.dumps(flat), encoding="utf-8")

    def open(self, path: Path, line: int, column: int) -> None:
        """Open a file with the cursor at a place that counts from 1."""
        self.press("Escape", "Control+P")
        self.wait("document.querySelector('.quick-input-widget input')?.matches(':focus')")
        self.do("insert", text=f"{path}:{line}:{column}")
        self.wait(f"{picked()}.includes({json.dumps(path.name)})")
        self.press("Enter")
        self.wait(f"document.title.includes({json.dumps(path.name)})")
        self.wait(f"document.querySelector({json.dumps(EDITOR)}) !== null")

    def command(self, title: str) -> None:
        """Run a command from the palette by its title."""
        self.press("F1")
        self.wait("document.querySelector('.quick-input-widget input')?.matches(':focus')")
        self.do("insert", text=f">{title}")
        self.wait(f"{picked()}.includes({json.dumps(title)})")
        self.press("Enter")

    def ghost_text(self, seconds: float = 30) -> str:
        """The ghost text, once there is some, its lines joined by line ends."""
        return str(self.wait(GHOST_TEXT, seconds))

    def wait_without_ghost_text(self) -> None:
        self.wait(f"!({GHOST_TEXT})")

    def other_ghost_text(self, than: str, seconds: float = 30) -> str:
        """The ghost text, once there is some that is not `than`."""
        return str(self.wait(f"{GHOST_TEXT} !== {json.dumps(than)} && {GHOST_TEXT}", seconds))

    def status(self, part: str, seconds: float = 30) -> str:
        """The status item's words, once they hold `part`."""
        label = f"document.querySelector({json.dumps(STATUS + ' a')})?.getAttribute('aria-label')"
        return str(self.wait(f"{label}?.includes({json.dumps(part)}) && {label}", seconds))

    def click_status(self) -> None:
        self.do("click", selector=f"{STATUS} a")

    def rows(self) -> list[str]:
        """The rows of the open menu."""
        rows = (
            "[...document.querySelectorAll('.quick-input-list .monaco-list-row')]"
            ".map((row) => row.innerText.trim())"
        )
        found: list[str] = self.wait(f"{rows}.length && {rows}")
        return found

    def message(self, part: str, seconds: float = 30) -> str:
        """The first message shown with `part` in it, once there is one."""
        return str(self.wait(f"{MESSAGES}.find((text) => text.includes({json.dumps(part)}))", seconds))

    def messages(self) -> list[str]:
        """The texts of all messages that are shown."""
        found: list[str] = self.wait(MESSAGES)
        return found

    def buttons(self) -> list[str]:
        """The words on the buttons of all messages that are shown."""
        found: list[str] = self.wait(BUTTONS)
        return found

    def saved(self, path: Path, wanted: Callable[[str], bool], seconds: float = 10) -> str:
        """Save until the file's text is as wanted, and give it; keys take effect a while after."""
        end = time.monotonic() + seconds
        while True:
            self.press("Control+S")
            time.sleep(0.2)
            text = path.read_text(encoding="utf-8")
            if wanted(text):
                return text
            if time.monotonic() > end:
                raise TimeoutError(text)

    def shoot(self, path: Path) -> None:
        """Take a screenshot."""
        self.do("shoot", path=str(path))


MESSAGES = (
    "[...document.querySelectorAll('.notifications-toasts .notification-list-item-message')]"
    ".map((item) => item.innerText)"
)
BUTTONS = (
    "[...document.querySelectorAll('.notifications-toasts .notification-list-item-buttons-container a')]"
    ".map((item) => item.innerText).filter((text) => text)"
)
# A line's ghost text may lie in several parts, such as one for each pair of brackets.
GHOST_TEXT = (
    "[...document.querySelectorAll('.monaco-editor .view-line')]"
    ".map((line) => [...line.querySelectorAll('.ghost-text-decoration, .ghost-text')])"
    ".filter((parts) => parts.length > 0)"
    ".map((parts) => parts.map((part) => part.textContent).join(''))"
    ".join('\\n').replaceAll('\\xa0', ' ')"
)


def picked() -> str:
    """The row of the quick pick that Enter would take, as a JavaScript expression."""
    return "(document.querySelector('.quick-input-list .monaco-list-row.focused')?.innerText ?? '')"


def install_extension(folder: Path) -> None:
    """Build the extension and put what it ships as into a folder for extensions."""
    install(VSCODE)
    npm(VSCODE, "run", "--silent", "build")
    version = json.loads((VSCODE / "package.json").read_text(encoding="utf-8"))["version"]
    target = folder / f"quoin.quoin-{version}"
    target.mkdir(parents=True)
    for part in ("package.json", "README.md"):
        shutil.copy(VSCODE / part, target)
    for part in ("dist", "walkthrough", "images"):
        shutil.copytree(VSCODE / part, target / part)


@contextmanager
def vscode(tools: Tools, base: Path, settings: Mapping[str, Any]) -> Iterator[VSCode]:
    """Start VS Code in a folder of its own, with the extension, its settings, and nothing of the user's."""
    folder, data, extensions, home = (base / name for name in ("project", "data", "extensions", "home"))
    for made in (folder, data / "User", data / "Machine", home):
        made.mkdir(parents=True)
    (data / "User" / "settings.json").write_text(json.dumps(EDITOR_SETTINGS), encoding="utf-8")
    install_extension(extensions)
    port = free_port()
    options = [
        "--auth=none",
        f"--bind-addr=127.0.0.1:{port}",
        "--disable-telemetry",
        "--disable-update-check",
    ]
    places = [f"--extensions-dir={extensions}", f"--user-data-dir={data}"]
    command = [str(tools.node), str(tools.code_server_entry), *options, *places, str(folder)]
    environment = {
        "HOME": str(home),
        "PATH": f"{tools.node.parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
        "LANG": "C.UTF-8",
    }
    with (base / "code-server.log").open("w") as log:
        server = subprocess.Popen(command, env=environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
    try:
        address = f"http://127.0.0.1:{port}/"
        wait_for(address, server)
        with driver(tools, base / "profile", f"{address}?folder={folder}") as started:
            editor = VSCode(started, folder, data / "Machine" / "settings.json")
            editor.set(settings)
            editor.answer()
            editor.wait("document.querySelector('.monaco-workbench .statusbar-item') !== null", 60)
            yield editor
    finally:
        server.terminate()
        server.wait(timeout=30)


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
        process.stdin.close()
        try:
            process.wait(timeout=30)
        except subprocess.TimeoutExpired:
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
