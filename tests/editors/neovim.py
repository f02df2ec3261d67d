"""Drives a real Neovim, headless, over its own remote interface: `nvim --server SOCKET --remote-…`."""

from __future__ import annotations

import json
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PLUGIN = Path(__file__).resolve().parents[2] / "editors" / "neovim"
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

    def ghost_text(self) -> str:
        return str(self.lua(GHOST_TEXT))

    def text(self) -> str:
        lines: list[str] = self.lua("vim.api.nvim_buf_get_lines(0, 0, -1, false)")
        return "\n".join(lines) + "\n"

    def wait(self, wanted: Callable[[], Any], seconds: float = 120) -> Any:
        """The first true value of `wanted`; fails after so many seconds, with Neovim's messages."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            value = wanted()
            if value:
                return value
            time.sleep(0.05)
        raise TimeoutError(self.lua("vim.fn.execute('messages')"))


@contextmanager
def neovim(program: str, folder: Path, *, init: str, file: Path) -> Iterator[Neovim]:
    """Start Neovim on a file with the plug-in on its runtime path and nothing else of the user's."""
    script = folder / "init.lua"
    script.write_text(f"vim.opt.runtimepath:prepend({json.dumps(str(PLUGIN))})\n{init}\n", encoding="utf-8")
    socket = folder / "nvim.sock"
    command = [program, "--headless", "--clean", "--cmd", "set noswapfile", "-u", str(script)]
    process = subprocess.Popen([*command, "--listen", str(socket), str(file)], stdin=subprocess.DEVNULL)
    try:
        editor = Neovim(program, socket)
        wait_for(socket, process)
        yield editor
        editor.keys("<C-\\><C-N>:qall!<CR>")
        process.wait(timeout=60)
    finally:
        process.kill()
        process.wait()


def wait_for(socket: Path, process: subprocess.Popen[bytes], seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not socket.exists():
        if process.poll() is not None or time.monotonic() > end:
            raise RuntimeError("Neovim did not start")
        time.sleep(0.02)
