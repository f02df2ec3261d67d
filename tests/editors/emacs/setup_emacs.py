"""Unpacks Emacs and lsp-mode into the user's cache folder: `python -m tests.editors.emacs.setup_emacs`.

As with Neovim, the packages come from Debian's unstable suite, whose lsp-mode is the first that has inline
completion; nothing is installed.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from tests.editors.emacs.emacs import kept, problem
from tests.editors.neovim.setup_neovim import SOURCES, CannotSetUpError, debian_source, download

PACKAGES = ("emacs-nox", "elpa-lsp-mode")
START = """#!/bin/sh
root=$(dirname "$(readlink -f "$0")")/root
lib=$(dirname "$(ls -d "$root"/usr/lib/*/libc.so.6)")
loader=$(ls "$root"/usr/lib64/ld-linux-* "$lib"/ld-linux-* 2>/dev/null | head -n 1)
share=$(ls -d "$root"/usr/share/emacs/[0-9]*)
EMACSDATA=$share/etc EMACSDOC=$share/etc EMACSLOADPATH=$share/lisp: \\
EMACSPATH=$(ls -d "$root"/usr/libexec/emacs/*/* | head -n 1) \\
  exec "$loader" --library-path "$lib" "$root/usr/bin/$(basename "$0")" {options} "$@"
"""
# Emacs looks for its own image beside the program's name, which is the loader's here.
PROGRAMS = {"emacs-nox": '--dump-file="$(ls "$root"/usr/libexec/emacs/*/*/*.pdmp)"', "emacsclient.emacs": ""}


def main() -> None:
    """Unpack Emacs unless it is there already; the exit status is 1 where it cannot be."""
    try:
        if problem():
            set_up(kept())
    except (CannotSetUpError, OSError, subprocess.CalledProcessError) as error:
        print(f"no Emacs: {error}", file=sys.stderr)  # noqa: T201 - what the command is for
        sys.exit(1)
    print(problem() or "Emacs and lsp-mode are there")  # noqa: T201
    sys.exit(bool(problem()))


def set_up(folder: Path) -> None:
    """Unpack Emacs with lsp-mode into a folder, beside scripts that start it with its own C library."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="quoin-emacs-") as work:
        packages = download(Path(work), debian_source(SOURCES), *PACKAGES)
        for package in packages:
            subprocess.run(["dpkg-deb", "-x", package, folder / "root"], check=True)
    for name, options in PROGRAMS.items():
        (folder / name).write_text(START.format(options=options), encoding="utf-8")
        (folder / name).chmod(0o755)
    names = "".join(f"{package.name}\n" for package in packages)
    (folder / "packages.txt").write_text(names, encoding="utf-8")


if __name__ == "__main__":
    main()
