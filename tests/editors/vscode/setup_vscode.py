"""Unpacks VS Code and Chromium into the user's cache folder: `python -m tests.editors.vscode.setup_vscode`.

VS Code comes as code-server from npm, without its packages' install scripts: of the native modules only
the two that its server cannot start without are built. Chromium comes from the machine's own Debian
archive, with whatever it needs that the machine lacks. Nothing is installed.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.checks.editors import node_wheel, npm

from .tools import Tools, find_tools

PACKAGES = {"code-server": "4.139.1", "playwright-core": "1.65.1"}
NATIVE_MODULES = ("@vscode/spdlog", "@vscode/native-watchdog")
QUIET = ("--no-audit", "--no-fund", "--loglevel=error")
DEBIAN_PACKAGES = ("chromium", "fonts-dejavu-core")
START = """#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
lib=$(ls -d "$here"/root/usr/lib/*-linux-gnu | head -n 1)
FONTCONFIG_FILE=$here/fonts.conf LD_LIBRARY_PATH=$lib:$lib/pulseaudio:$lib/blas:$lib/lapack \\
  exec "$here/root/usr/lib/chromium/chromium" "$@"
"""
FONTS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{folder}/root/usr/share/fonts</dir><dir>/usr/share/fonts</dir>
<cachedir>{folder}/fontcache</cachedir></fontconfig>
"""


def main() -> None:
    """Unpack what is missing; the exit status is 1 where it cannot be."""
    tools = find_tools()
    try:
        if tools.missing() is not None:
            set_up(tools)
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"no VS Code: {error}", file=sys.stderr)  # noqa: T201 - what the command is for
        sys.exit(1)
    print(tools.missing() or "VS Code and Chromium are there")  # noqa: T201
    sys.exit(tools.missing() is not None)


def set_up(tools: Tools) -> None:
    """Unpack the tools that are not there.

    Raises:
        OSError, subprocess.CalledProcessError: this machine cannot, or is not connected.
    """
    if not tools.native_module.is_file():
        set_up_code_server(tools)
    if not tools.chromium.is_file():
        set_up_chromium(tools.chromium)


def set_up_code_server(tools: Tools) -> None:
    """Unpack code-server with what VS Code's own server needs, and playwright-core."""
    tools.npm.mkdir(parents=True, exist_ok=True)
    manifest = json.dumps({"private": True, "dependencies": PACKAGES})
    (tools.npm / "package.json").write_text(manifest, encoding="utf-8")
    npm(tools.npm, "install", "--ignore-scripts", *QUIET)
    server = tools.code_server / "lib" / "vscode"
    npm(server, "install", "--omit=dev", "--ignore-scripts", *QUIET)
    wheel = node_wheel()
    headers = [f"--nodedir={wheel}"] if wheel else []
    npm(server, "rebuild", *NATIVE_MODULES, *headers, *QUIET)


def set_up_chromium(program: Path) -> None:
    """Unpack Chromium beside a script that starts it with its libraries and fonts."""
    folder = program.parent
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="quoin-chromium-") as work:
        for package in download(Path(work)):
            subprocess.run(["dpkg-deb", "-x", package, folder / "root"], check=True)
    (folder / "fonts.conf").write_text(FONTS.format(folder=folder), encoding="utf-8")
    program.write_text(START, encoding="utf-8")
    program.chmod(0o755)


def download(folder: Path) -> list[Path]:
    """Fetch Chromium and what it needs beside what is installed, by apt with lists and cache of its own."""
    for name in ("lists/partial", "cache/archives/partial"):
        (folder / name).mkdir(parents=True)
    options = {
        "Dir::State::Lists": folder / "lists",
        "Dir::Cache": folder / "cache",
        "APT::Install-Recommends": "0",
        "APT::Sandbox::User": "root",
        "Debug::NoLocking": "1",
    }
    words = [word for name, value in options.items() for word in ("-o", f"{name}={value}")]
    subprocess.run(["apt-get", "-qq", *words, "update"], check=True)
    install = ["--download-only", "--reinstall", "install", *DEBIAN_PACKAGES]
    subprocess.run(["apt-get", "-qq", "-y", *words, *install], check=True)
    return sorted((folder / "cache" / "archives").glob("*.deb"))


if __name__ == "__main__":
    main()
