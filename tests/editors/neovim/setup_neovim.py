"""Unpacks Neovim into the user's cache folder: `python -m tests.editors.neovim.setup_neovim`.

For Debian, whose stable releases carry a Neovim that is too old: the packages come from the unstable
suite, from the same archive and checked with the same key as the machine's own. Nothing is installed.
They bring their own C library, so that the program is started through its own loader.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from tests.editors.neovim.neovim import NEEDED, kept, version_of

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCES = Path("/etc/apt/sources.list.d")
SUITE = "sid"
START = """#!/bin/sh
root=$(dirname "$(readlink -f "$0")")/root
lib=$(dirname "$(ls -d "$root"/usr/lib/*/libc.so.6)")
loader=$(ls "$root"/usr/lib64/ld-linux-* "$lib"/ld-linux-* 2>/dev/null | head -n 1)
VIMRUNTIME=$root/usr/share/nvim/runtime LUA_CPATH="$lib/lua/5.1/?.so;;" \\
  exec "$loader" --library-path "$lib" "$root/usr/bin/nvim" "$@"
"""


class CannotSetUpError(Exception):
    """Why there will be no Neovim on this machine."""


def main() -> None:
    """Unpack Neovim unless it is there already; the exit status is 1 where it cannot be."""
    try:
        print(set_up(kept()))  # noqa: T201 - what the command is for
    except (CannotSetUpError, OSError, subprocess.CalledProcessError) as error:
        print(f"no Neovim: {error}", file=sys.stderr)  # noqa: T201
        sys.exit(1)


def set_up(folder: Path) -> Path:
    """Unpack Neovim into a folder; gives the program."""
    program = folder / "nvim"
    if version_of(str(program)) < NEEDED:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="quoin-neovim-") as work:
            packages = download(Path(work), debian_source(SOURCES), "neovim")
            for package in packages:
                subprocess.run(["dpkg-deb", "-x", package, folder / "root"], check=True)
        program.write_text(START, encoding="utf-8")
        program.chmod(0o755)
        names = "".join(f"{package.name}\n" for package in packages)
        (folder / "packages.txt").write_text(names, encoding="utf-8")
    if version_of(str(program)) < NEEDED:
        raise CannotSetUpError(f"what the suite {SUITE} holds is older than Neovim 0.12, or does not run")
    return program


def debian_source(folder: Path) -> str:
    """The machine's own source of Debian's archive, for the unstable suite."""
    for stanza in stanzas(folder):
        address = stanza.get("URIs", "").split(" ")[0].rstrip("/")
        if address.endswith("/debian") and "Signed-By" in stanza:
            key = stanza["Signed-By"]
            return f"Types: deb\nURIs: {address}\nSuites: {SUITE}\nComponents: main\nSigned-By: {key}\n"
    raise CannotSetUpError(f"no source of Debian's archive, with its key, is named in {folder}")


def stanzas(folder: Path) -> Iterator[dict[str, str]]:
    """The entries of apt's `.sources` files."""
    for file in sorted(folder.glob("*.sources")):
        for block in re.split(r"\n\s*\n", file.read_text(encoding="utf-8")):
            lines = [line for line in block.splitlines() if ":" in line and not line.startswith(("#", " "))]
            yield {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


def download(folder: Path, source: str, *wanted: str) -> list[Path]:
    """Fetch packages, with all that they need, by an apt that knows nothing of the machine."""
    for name in ("lists/partial", "cache/archives/partial"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / "status").touch()
    (folder / "quoin.sources").write_text(source, encoding="utf-8")
    options = {
        "Dir::Etc::SourceList": folder / "quoin.sources",
        "Dir::Etc::SourceParts": "-",
        "Dir::State": folder,
        "Dir::State::Lists": folder / "lists",
        "Dir::State::status": folder / "status",
        "Dir::Cache": folder / "cache",
        "APT::Install-Recommends": "0",
        "APT::Sandbox::User": "root",
    }
    words = [word for name, value in options.items() for word in ("-o", f"{name}={value}")]
    subprocess.run(["apt-get", "-qq", *words, "update"], check=True)
    subprocess.run(["apt-get", "-qq", "-y", *words, "--download-only", "install", *wanted], check=True)
    return sorted((folder / "cache" / "archives").glob("*.deb"))


if __name__ == "__main__":
    main()
