"""A window of VS Code, as its tests see it: what is shown, and keys."""

from __future__ import annotations

import json
import select
import time
from typing import TYPE_CHECKING, Any

from quoin.lsp_server.usage.statistics import Statistics

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable, Mapping
    from pathlib import Path

EDITOR = ".monaco-editor.focused"
# As in the extension's `src/settings.ts`: with another value of these, another server is started.
RESTARTING = ("enable", "server.path", "grammars")
ANSWER_SECONDS = 120
STATUS = "[id='quoin.quoin.quoin.status']"


class Window:
    """A running VS Code with one window."""

    def __init__(self, driver: subprocess.Popen[str], base: Path) -> None:
        self._driver = driver
        self._statistics = base / "home" / ".local" / "share" / "quoin" / "statistics"
        self._machine_settings = base / "data" / "Machine" / "settings.json"
        self.folder = base / "project"
        self.home = base / "home"
        self._set: Mapping[str, Any] = {}
        self._times_set = 0

    def do(self, action: str, **arguments: Any) -> Any:
        """One action of the driver."""
        assert self._driver.stdin is not None
        self._driver.stdin.write(json.dumps({"do": action, **arguments}) + "\n")
        self._driver.stdin.flush()
        return self.answer()

    def answer(self) -> Any:
        """The driver's next answer; a driver that gives none is ended, so that no later test waits for it."""
        assert self._driver.stdout is not None
        if not select.select([self._driver.stdout], [], [], ANSWER_SECONDS)[0]:
            self._driver.kill()
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
        """Type characters with a pause of some milliseconds between them."""
        self.do("type", text=text, delay=delay)

    def wait(self, script: str, seconds: float = 30) -> Any:
        """The first true value of a JavaScript expression on the page."""
        return self.do("wait", script=script, seconds=seconds)

    def set(self, settings: Mapping[str, Any]) -> None:
        """Set all of quoin's settings, in the file of the machine that the server runs on."""
        self._times_set += 1
        flat = {f"quoin.{name}": value for name, value in settings.items()}
        flat["window.title"] = f"${{activeEditorShort}}, set {self._times_set} times"
        self._machine_settings.write_text(json.dumps(flat), encoding="utf-8")
        self._set = dict(settings)

    def settle(self, settings: Mapping[str, Any]) -> None:
        """Set all of quoin's settings, and wait until the editor and the server that they need have them.

        The editor takes notice of the file a while later, which the window's title shows. Until then, what is
        typed is completed as before, and a server that is to be replaced says that it is ready.
        """
        another = any(settings.get(name) != self._set.get(name) for name in RESTARTING)
        if another:
            self.watch_status()
        self.set(settings)
        self.wait(f"document.title.includes('set {self._times_set} times')")
        if another:
            self.wait("seen.some((words) => words.includes('loading'))")

    def wait_for_setting(self, name: str, value: object, seconds: float = 30) -> None:
        """Wait until that file has a value for one of quoin's settings; None where it has nothing."""
        end = time.monotonic() + seconds
        # While the editor writes the file, it is empty for a moment.
        while (
            json.loads(self._machine_settings.read_text(encoding="utf-8") or "{}").get(f"quoin.{name}")
            != value
        ):
            if time.monotonic() > end:
                raise TimeoutError(self._machine_settings.read_text(encoding="utf-8"))
            time.sleep(0.1)

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
        self.press("Control+A")
        self.do("insert", text=f">{title}")
        self.wait(f"{picked()}.includes({json.dumps(title)})")
        self.press("Enter")

    def ghost_text(self, seconds: float = 30) -> str:
        """The ghost text, once there is some, its lines joined by line ends.

        Where typing brings none, as on a machine under load, it is asked for by the command.
        """
        try:
            return str(self.wait(GHOST_TEXT, seconds / 3))
        except RuntimeError:
            self.command("quoin: Complete Here")
            return str(self.wait(GHOST_TEXT, seconds))

    def wait_without_ghost_text(self) -> None:
        self.wait(f"!({GHOST_TEXT})")

    def wait_for_ghost_text_with(self, part: str, seconds: float = 30) -> None:
        self.wait(f"({GHOST_TEXT} || '').includes({json.dumps(part)})", seconds)

    def other_ghost_text(self, than: str, seconds: float = 30) -> str:
        """The ghost text, once there is some that is not `than`."""
        return str(self.wait(f"{GHOST_TEXT} !== {json.dumps(than)} && {GHOST_TEXT}", seconds))

    def status(self, part: str, seconds: float = 30) -> str:
        """The status item's words, once they hold `part`."""
        label = f"document.querySelector({json.dumps(STATUS + ' a')})?.getAttribute('aria-label')"
        return str(self.wait(f"{label}?.includes({json.dumps(part)}) && {label}", seconds))

    def status_icon(self) -> str:
        """The name of the status item's icon."""
        icon = f"document.querySelector({json.dumps(STATUS + ' .codicon')})?.className"
        return str(self.wait(rf"/codicon-(?!modifier)([\w-]+)/.exec({icon})?.[1]"))

    def watch_status(self) -> None:
        """Keep what the status item says from now on, in the page's variable `seen`."""
        words = f"document.querySelector({json.dumps(STATUS + ' a')})?.getAttribute('aria-label')"
        look = f"() => {{ const words = {words}; if (words && seen.at(-1) !== words) seen.push(words) }}"
        options = "{ subtree: true, childList: true, attributes: true }"
        watch = f"new MutationObserver({look}).observe(document.querySelector('.statusbar')"
        self.wait(f"(() => {{ globalThis.seen = []; {watch}, {options}); return true }})()")

    def click_status(self) -> None:
        """Open the menu of the status bar's item."""
        self.do("click", selector=f"{STATUS} a")

    def menu(self, title: str) -> list[str]:
        """The rows of the open menu of that title."""
        self.wait(f"document.querySelector('.quick-input-title')?.innerText === {json.dumps(title)}")
        found: list[str] = self.wait(ROWS)
        return found

    def pick(self, title: str, row: str) -> None:
        """Take a row of the open menu."""
        self.menu(title)
        self.wait(f"{ROWS}.some((row) => row.startsWith({json.dumps(row)}))")
        self.do("click", selector=f".quick-input-list .monaco-list-row:has-text({quoted(row)})")

    def choose_file(self, title: str, path: Path) -> None:
        """Answer VS Code's own dialogue for files and folders."""
        self.wait(f"document.querySelector('.quick-input-title')?.innerText === {json.dumps(title)}")
        self.wait(f"{ROWS}.includes('..')")
        self.press("Control+A")
        self.do("insert", text=str(path))
        self.wait(f"document.querySelector('.quick-input-widget input').value === {json.dumps(str(path))}")
        time.sleep(0.5)  # what is typed is looked up before it can be taken
        self.press("Enter")

    def dialog(self) -> str:
        """The text of the dialogue that waits for an answer."""
        return str(self.wait("document.querySelector('.monaco-dialog-box')?.innerText"))

    def press_button(self, words: str) -> None:
        """Press a button of the dialogue, or of a message."""
        places = (".monaco-dialog-box", ".notifications-toasts")
        buttons = (f"{place} .monaco-button:has-text({quoted(words)})" for place in places)
        self.do("click", selector=", ".join(buttons))

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

    def accepted(self) -> int:
        """How many completions were accepted, by the counts that the server writes once a second."""
        time.sleep(1.5)
        return Statistics(self._statistics).kept().total().accepted

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


ROWS = (
    "[...document.querySelectorAll('.quick-input-list .monaco-list-row')].map((row) => row.innerText.trim())"
)
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


def quoted(text: str) -> str:
    """Text in a selector."""
    return json.dumps(text, ensure_ascii=False)


def picked() -> str:
    """The row of the quick pick that Enter would take, as a JavaScript expression."""
    return "(document.querySelector('.quick-input-list .monaco-list-row.focused')?.innerText ?? '')"
