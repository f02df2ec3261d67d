"""A folder with the server, its Python and all that they need, which works wherever it is put.

It is this machine's Python with the wheels installed, less what the server never imports. A program made of
one file, or frozen, would start the model's process and the judges in another way than an installed quoin;
here `sys.executable` is a Python, as everywhere.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from release.shell import IS_WINDOWS, PYTHON, pip, run, with_programs

if TYPE_CHECKING:
    from collections.abc import Iterable

_NO_MODULES = (
    *("config-*", "ensurepip", "idlelib", "lib2to3", "pydoc_data", "site-packages", "test", "tests"),
    *("tkinter", "turtle*", "_ctypes_test*", "_curses*", "_dbm*", "_gdbm*", "_test*", "_tkinter*", "_xx*"),
    *("_codecs_*", "nis.*", "ossaudiodev.*", "readline.*", "xx*", "__pycache__", "*.a", "*.lib", "*.whl"),
)
"""What of Python's library is left out."""

_NO_PACKAGES = (
    *("bin", "Scripts", "include", "__pycache__", "tests", "*.pyi", "*.h", "*.hpp", "*.pxd", "*.a", "*.lib"),
    *("numpy/f2py", "numpy/_core/_simd*", "numpy/_core/*_tests*", "pygments/lexers/[a-z]*"),
    *("diskcache", "jinja2", "markupsafe"),
)
"""What of the packages is left out: programs, tests, and what other users of these packages need."""

_OF_THE_SYSTEM = re.compile(
    r"(ld-linux.*|linux-vdso|lib(c|m|dl|rt|pthread|util|resolv|crypt|nsl|gcc_s|stdc\+\+))\.so.*"
)
"""Libraries that every Linux with the same or a newer C library has."""

_FLAGS = ("-I", "-B")

_WHERE = """\
import sys, sysconfig
print(sys.base_prefix, sysconfig.get_path("stdlib"), sysconfig.get_config_var("INSTSONAME") or "", sep="\\n")
"""


def build_server(folder: Path, wheels: Iterable[Path]) -> None:
    """Make the folder anew; exits with a message if a part fails.

    Args:
        folder: The folder, which is replaced.
        wheels: quoin's wheel and llama-cpp-python's.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    library = _copy_python(folder)
    packages = library / "site-packages"
    options = ("--only-binary", ":all:", "--no-compile", "--target", packages)
    pip("install", *options, *wheels)
    _remove(packages, _NO_PACKAGES)
    if sys.platform == "linux":
        _bring_libraries(folder)
    _compile(folder, library)
    _write_launcher(folder)


def _write_launcher(folder: Path) -> None:
    """Write a program `quoin` for terminals and for other editors; VS Code needs none."""
    words = " ".join((*_FLAGS, "-m", "quoin.lsp_server"))
    if IS_WINDOWS:
        text = f'@"%~dp0python.exe" {words} %*\r\n'
        (folder / "quoin.cmd").write_text(text, encoding="ascii", newline="")
        return
    # A link to the program is followed, so that it finds the Python beside it.
    text = f'#!/bin/sh\nhere=$(dirname "$(readlink -f "$0")")\nexec "$here/python3" {words} "$@"\n'
    launcher = folder / "bin" / "quoin"
    launcher.write_text(text, encoding="ascii")
    launcher.chmod(0o755)


def interpreter(folder: Path) -> Path:
    """Return the Python in the folder."""
    return folder / "python.exe" if IS_WINDOWS else folder / "bin" / "python3"


def program(folder: Path) -> Path:
    """Return the program `quoin` in the folder."""
    return folder / "quoin.cmd" if IS_WINDOWS else folder / "bin" / "quoin"


def _copy_python(folder: Path) -> Path:
    """Copy the Python of the environment, and return the folder of its library."""
    found = subprocess.run([PYTHON, "-c", _WHERE], capture_output=True, text=True, check=True).stdout
    base, standard, shared_library = map(Path, found.splitlines())
    library = folder / standard.relative_to(base)
    leave_out = shutil.ignore_patterns(*_NO_MODULES)
    shutil.copytree(standard, library, ignore=leave_out, symlinks=False)
    if IS_WINDOWS:
        shutil.copytree(base / "DLLs", folder / "DLLs", ignore=leave_out)
        for file in (*base.glob("*.dll"), base / "python.exe"):
            shutil.copy2(file, folder)
        return library
    target = interpreter(folder)
    target.parent.mkdir()
    shutil.copy2(PYTHON.resolve(), target)
    shared = base / "lib" / shared_library
    if shared.is_file() and shared.suffix != ".a":
        shutil.copy2(shared.resolve(), folder / "lib" / shared.name)
    return library


def _compile(folder: Path, library: Path) -> None:
    """Compile the modules, and leave only the compiled ones of all but quoin, some of which are programs.

    The files' times change when the folder is unpacked, so they cannot say whether a compiled one is current.
    """
    own = library / "site-packages" / "quoin"
    compiling = ("-m", "compileall", "-q", "-j", "0", "--invalidation-mode", "unchecked-hash")
    run(interpreter(folder), "-I", *compiling, own)
    run(interpreter(folder), "-I", *compiling, "-b", "-x", re.escape(str(own)), library)
    for source in library.rglob("*.py"):
        if own not in source.parents:
            source.unlink()


def _remove(folder: Path, patterns: Iterable[str]) -> None:
    for pattern in patterns:
        for path in list(folder.rglob(pattern)):
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)


def _bring_libraries(folder: Path) -> None:
    """Put the system's libraries that the folder's programs use beside them, and let them look there."""
    home = folder / "lib"
    programs = [interpreter(folder), *home.glob("*.so*"), *home.glob("python3*/lib-dynload/*.so")]
    outside: dict[str, Path] = {}
    for program in programs:
        listed = subprocess.run(["ldd", program], capture_output=True, text=True, check=False).stdout
        for name, path in re.findall(r"^\s*(\S+) => (/\S+)", listed, re.MULTILINE):
            if not _OF_THE_SYSTEM.fullmatch(name) and folder.resolve() not in Path(path).resolve().parents:
                outside[name] = Path(path)
    if not outside:
        # This Python was built to be moved, and is better left as it is.
        return
    brought = {name: path for name, path in outside.items() if not (home / name).exists()}
    for name, path in brought.items():
        shutil.copy(path.resolve(), home / name)
    for program in (*programs, *(home / name for name in brought)):
        origin = os.path.relpath(home, program.parent)
        setting = ["patchelf", "--set-rpath", f"$ORIGIN/{origin}", str(program)]
        subprocess.run(setting, env=with_programs(), check=True)
        subprocess.run(["strip", "--strip-unneeded", program], capture_output=True, check=False)
