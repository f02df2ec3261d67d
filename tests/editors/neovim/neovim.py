"""Drives a real Neovim, headless, over its own remote interface: `nvim --server SOCKET --remote-…`."""

from __future__ import annotations

import functools
import json
import os
import re
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PLUGIN = Path(__file__).resolve().parents[3] / "editors" / "neovim"
SERVER = Path(sys.executable).with_name("quoin")
NEEDED = (0, 12)
INIT = """
vim.opt.runtimepath:prepend({plugin})
vim.o.virtualedit = 'onemore'
_G.messages = {{}}
vim.notify = function(message)
  table.insert(messages, message)
end
{init}
"""
# Copies of a file are open in other buffers, where the text that is looked for is not.
ALONE = "context = { otherFiles = 0 }"
GHOST_TEXT = """(function()
  local namespace = vim.api.nvim_get_namespaces()['nvim.lsp.inline_completion']
  local marks = namespace and vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, { details = true }) or {}
  local lines = {}
  for _, mark in ipairs(marks) do
    local details = mark[4]
    table.insert(lines, details.virt_text[1][1])
    for _, line in ipairs(details.virt_lines or {}) do
      table.insert(lines, line[1][1])
    end
  end
  return table.concat(lines, '\\n')
end)()"""


def kept() -> Path:
    """Where `setup_neovim.py` puts Neovim."""
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "quoin" / "tools" / "neovim"


@functools.cache
def find_neovim() -> tuple[str, str]:
    """A Neovim that is new enough, or an empty text and why there is none."""
    places = [os.environ.get("QUOIN_NEOVIM"), str(kept() / "nvim"), shutil.which("nvim")]
    problem = "no Neovim: tests/editors/neovim/setup_neovim.py unpacks one, or QUOIN_NEOVIM names it"
    for program in filter(None, places):
        version = version_of(program)
        if version >= NEEDED:
            return program, ""
        problem = f"{program} is not Neovim 0.12 or newer"
    return "", problem


def version_of(program: str) -> tuple[int, int]:
    """Major and minor version; zeros where there is no such program."""
    try:
        said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    except OSError:
        return 0, 0
    found = re.match(r"NVIM v(\d+)\.(\d+)", said)
    return (int(found[1]), int(found[2])) if found else (0, 0)


needs_neovim = pytest.mark.skipif(not find_neovim()[0], reason=find_neovim()[1])


class Neovim:
    """A running Neovim."""

    def __init__(self, program: str, socket: Path) -> None:
        self._remote = [program, "--clean", "--headless", "--server", str(socket)]

    def keys(self, keys: str) -> None:
        """Type keys, in the notation of mappings, such as `<Tab>`."""
        subprocess.run([*self._remote, "--remote-send", keys], check=True, timeout=60)

    def lua(self, expression: str) -> Any:
        """The value of a Lua expression."""
        vim_string = "'" + expression.replace("'", "''") + "'"
        command = [*self._remote, "--remote-expr", f"json_encode(luaeval({vim_string}))"]
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
        return json.loads(done.stdout)

    def insert(self, file: Path, marked: str) -> None:
        """Open a file with this text in insert mode, the cursor at the mark `█`, and wait for the server."""
        left, right = marked.split("█")
        file.write_text(left + right, encoding="utf-8")
        line, column = left.count("\n") + 1, len(left.rpartition("\n")[2].encode())
        self.keys(f"<C-\\><C-N>:edit! {file}<CR>")
        self.wait(lambda: self.lua("vim.api.nvim_buf_get_name(0)") == str(file))
        self.wait(lambda: self.lua("#vim.lsp.get_clients({ name = 'quoin', bufnr = 0 })") == 1)
        self.lua(f"vim.api.nvim_win_set_cursor(0, {{ {line}, {column} }})")
        self.keys("i")

    def ghost_text(self) -> str:
        return str(self.lua(GHOST_TEXT))

    def text(self) -> str:
        lines: list[str] = self.lua("vim.api.nvim_buf_get_lines(0, 0, -1, false)")
        return "\n".join(lines) + "\n"

    def cursor(self) -> list[int]:
        """Line from 1 and byte from 0."""
        place: list[int] = self.lua("vim.api.nvim_win_get_cursor(0)")
        return place

    def messages(self) -> list[str]:
        """What the user has been told."""
        told: list[str] = self.lua("messages")
        return told

    def wait(self, wanted: Callable[[], Any], seconds: float = 30) -> Any:
        """The first true value of `wanted`; raises `TimeoutError` after `seconds`, with Neovim's messages."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            value = wanted()
            if value:
                return value
            time.sleep(0.02)
        raise TimeoutError([self.messages(), self.lua("vim.fn.execute('messages')")])


@contextmanager
def neovim(folder: Path, init: str) -> Iterator[Neovim]:
    """Start Neovim with the plug-in on its runtime path and nothing else of the user's."""
    script = folder / "init.lua"
    script.write_text(INIT.format(plugin=json.dumps(str(PLUGIN)), init=init), encoding="utf-8")
    socket = folder / "nvim.sock"
    program = find_neovim()[0]
    command = [program, "--headless", "--clean", "--cmd", "set noswapfile", "-u", str(script)]
    own = {name: str(folder / name.lower()) for name in ("XDG_STATE_HOME", "XDG_DATA_HOME")}
    process = subprocess.Popen(
        [*command, "--listen", str(socket)],
        stdin=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **own},
    )
    try:
        editor = Neovim(program, socket)
        wait_for(socket, process)
        yield editor
        editor.keys("<C-\\><C-N>:qall!<CR>")
        process.wait(timeout=60)
    finally:
        process.kill()
        process.wait()


def wait_for(socket: Path, process: subprocess.Popen[bytes], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not socket.exists():
        if process.poll() is not None or time.monotonic() > end:
            raise RuntimeError("Neovim did not start")
        time.sleep(0.02)
