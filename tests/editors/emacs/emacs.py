"""Drives a real Emacs in a terminal of its own: keys through its command loop, questions by emacsclient."""

from __future__ import annotations

import base64
import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import termios
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from tests.editors.neovim.neovim import SERVER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PAGE = Path(__file__).resolve().parents[3] / "editors" / "other-editors.md"
# Compiling would start Emacs by its own name, without its C library.
INIT = """
(setq native-comp-jit-compilation nil native-comp-enable-subr-trampolines nil)
(dolist (folder (directory-files {packages} t "^[a-z]"))
  (add-to-list 'load-path folder)
  (dolist (file (directory-files folder t "-autoloads\\.el$")) (load file)))
(setq make-backup-files nil auto-save-default nil create-lockfiles nil
      lsp-session-file {session} lsp-enable-snippet nil lsp-auto-guess-root t)
{config}
(setq server-socket-dir {sockets})
(server-start)
"""
GHOST_TEXT = """(or (and lsp-inline-completion--overlay (overlay-buffer lsp-inline-completion--overlay)
  (overlay-get lsp-inline-completion--overlay 'after-string)) "")"""


def kept() -> Path:
    """Where `setup_emacs.py` puts Emacs."""
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "quoin" / "tools" / "emacs"


def packages() -> Path:
    """Where lsp-mode and what it needs is."""
    return kept() / "root" / "usr" / "share" / "emacs" / "site-lisp" / "elpa-src"


def problem() -> str:
    """Why there is no Emacs with inline completion, or an empty text."""
    if not (kept() / "emacs-nox").is_file() or not (kept() / "emacsclient.emacs").is_file():
        return "no Emacs: tests/editors/emacs/setup_emacs.py unpacks one"
    if not list(packages().glob("lsp-mode-*/lsp-inline-completion.el")):
        return "the lsp-mode that is unpacked has no inline completion"
    return ""


needs_emacs = pytest.mark.skipif(bool(problem()), reason=problem())


def configuration(heading: str) -> str:
    """What the page tells users of Emacs to write, below a heading."""
    section = PAGE.read_text(encoding="utf-8").partition(f"\n## {heading}\n")[2]
    found = re.search(r"```elisp\n(.*?)```", section, re.DOTALL)
    assert found
    return found[1]


class Mode(NamedTuple):
    """A client of Emacs: its heading on the page, and a form that is 1 when the buffer has a server."""

    heading: str
    ready: str


LSP_MODE = Mode("Emacs with lsp-mode", '(if (lsp-feature? "textDocument/inlineCompletion") 1 0)')
EGLOT = Mode(
    "Emacs with eglot", "(if (and (eglot-current-server) (eglot-server-capable :completionProvider)) 1 0)"
)


class Emacs:
    """A running Emacs."""

    def __init__(self, sockets: Path, mode: Mode) -> None:
        self._mode = mode
        self._ask = [str(kept() / "emacsclient.emacs"), "-s", str(sockets / "server"), "--eval"]

    def lisp(self, form: str) -> Any:
        """The value of a Lisp form in the buffer that is shown; texts, numbers and lists of them."""
        answer = f"(base64-encode-string (json-serialize (vector {form})) t)"
        whole = f"(with-current-buffer (window-buffer (selected-window)) {answer})"
        done = subprocess.run([*self._ask, whole], capture_output=True, text=True, check=True, timeout=60)
        return json.loads(base64.b64decode(done.stdout.strip().strip('"')))[0]

    def keys(self, keys: str) -> None:
        """Type keys, in Emacs's notation such as `C-<return>`."""
        self.lisp(f"(progn (setq unread-command-events (listify-key-sequence (kbd {quoted(keys)}))) 1)")

    def insert(self, file: Path, marked: str) -> None:
        """Open a file with this text, the cursor at the mark `█`, and wait for the server."""
        left, right = marked.split("█")
        file.write_text(left + right, encoding="utf-8")
        self.lisp(f"(progn (find-file {quoted(str(file))}) (goto-char {len(left) + 1}) 1)")
        # eglot starts its server after the next command in the buffer.
        self.keys("C-l")
        self.wait(lambda: self.lisp(self._mode.ready))

    def ghost_text(self) -> str:
        return str(self.lisp(f"(substring-no-properties {GHOST_TEXT})"))

    def text(self) -> str:
        return str(self.lisp("(buffer-substring-no-properties (point-min) (point-max))"))

    def wait(self, wanted: Callable[[], Any], seconds: float = 60) -> Any:
        """The first true value of `wanted`; raises `TimeoutError` after `seconds`, with Emacs's messages."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            value = wanted()
            if value:
                return value
            time.sleep(0.05)
        raise TimeoutError(self.lisp('(with-current-buffer "*Messages*" (format "%S" (buffer-string)))'))


def quoted(text: str) -> str:
    """A text in Lisp."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


@contextmanager
def emacs(folder: Path, settings: str, mode: Mode = LSP_MODE) -> Iterator[Emacs]:
    """Start Emacs with the page's configuration after some settings, and nothing of the user's."""
    (folder / "project" / ".git").mkdir(parents=True)
    script = folder / "init.el"
    named = {"packages": packages(), "session": folder / "session", "sockets": folder}
    config = f"(setq quoin-program {quoted(str(SERVER))})\n{settings}{configuration(mode.heading)}"
    init = INIT.format(config=config, **{name: quoted(str(path)) for name, path in named.items()})
    script.write_text(init, encoding="utf-8")
    terminal, inner = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    process = subprocess.Popen(
        ["setsid", "--ctty", str(kept() / "emacs-nox"), "-nw", "-Q", "-l", str(script)],
        stdin=inner,
        stdout=inner,
        stderr=inner,
        env={**os.environ, "HOME": str(folder), "TERM": "xterm-256color", "XDG_DATA_HOME": str(folder)},
    )
    os.close(inner)
    threading.Thread(target=drain, args=(terminal,), daemon=True).start()
    try:
        end = time.monotonic() + 60
        while not (folder / "server").exists():
            if process.poll() is not None or time.monotonic() > end:
                raise RuntimeError("Emacs did not start")
            time.sleep(0.05)
        yield Emacs(folder, mode)
    finally:
        process.kill()
        process.wait()


def drain(terminal: int) -> None:
    """Read what is drawn, so that the drawing goes on."""
    try:
        while os.read(terminal, 65536):
            pass
    except OSError:
        os.close(terminal)
