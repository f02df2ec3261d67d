"""Where the real VS Code and the browser for its tests are: named by variables, or in the cache folder.

`QUOIN_CODE_SERVER` names code-server's package folder, `QUOIN_CHROMIUM` the browser's program. What
`python -m tests.editors.vscode.setup_vscode` unpacks is found without them.
"""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from tests.checks.editors import node_wheel


def cache_folder() -> Path:
    """Where programs that only tests need are unpacked."""
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "quoin" / "tools"


@dataclass(frozen=True)
class Tools:
    """Programs and folders that the tests start; see `missing` for whether they are there."""

    npm: Path
    code_server: Path
    chromium: Path
    node: Path

    @property
    def code_server_entry(self) -> Path:
        """The script that starts code-server."""
        return self.code_server / "out" / "node" / "entry.js"

    @property
    def native_module(self) -> Path:
        """A module that has to be built before VS Code's own server starts."""
        modules = self.code_server / "lib" / "vscode" / "node_modules"
        return modules / "@vscode" / "spdlog" / "build" / "Release" / "spdlog.node"

    def missing(self) -> str | None:
        """Why the tests cannot run, or None where they can."""
        needed = {
            "Node": self.node,
            "playwright-core": self.npm / "node_modules" / "playwright-core" / "package.json",
            "code-server": self.code_server_entry,
            "code-server's native modules": self.native_module,
            "Chromium": self.chromium,
        }
        absent = [name for name, path in needed.items() if not path.is_file()]
        if not absent:
            return None
        return f"missing: {', '.join(absent)} (see python -m tests.editors.vscode.setup_vscode)"


def find_tools() -> Tools:
    """The tools as the variables or the cache folder have them, whether or not they exist."""
    cache = cache_folder()
    npm = cache / "vscode"
    wheel = node_wheel()
    return Tools(
        npm=npm,
        code_server=Path(os.environ.get("QUOIN_CODE_SERVER") or npm / "node_modules" / "code-server"),
        chromium=Path(os.environ.get("QUOIN_CHROMIUM") or cache / "chromium" / "chromium"),
        node=wheel / "bin" / "node" if wheel else Path(shutil.which("node") or "node"),
    )
