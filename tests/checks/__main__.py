"""`python -m tests.checks [NAME ...]`: every check of the project, or those named; all run, then the verdict.

The checks of the core run beside the others, since a compiler keeps one processor alone busy for long; what
they print comes when they are through. The tests are last.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tests.architecture.wheel import compile_core
from tests.checks.editors import (
    ROOT,
    check_neovim,
    check_vscode,
    set_up_judge_of_javascript,
    set_up_real_editors,
)
from tests.promises.engine.panics import BUILD

if TYPE_CHECKING:
    from collections.abc import Callable

CORE = ROOT / "engine" / "core"


def main() -> None:
    """Run the checks; the exit status is 1 if one has failed."""
    every = {**CHECKS, **CORE_CHECKS, **TESTS}
    parser = argparse.ArgumentParser(prog="python -m tests.checks", description=__doc__)
    parser.add_argument("names", metavar="NAME", nargs="*", help=", ".join(every))
    names = parser.parse_args().names
    if unknown := set(names) - every.keys():
        parser.error(f"there is no check called {', '.join(sorted(unknown))}")
    failed = run({name: every[name] for name in names}) if names else run_all()
    if failed:
        print(f"failed: {', '.join(failed)}", flush=True)
        sys.exit(1)


def run_all() -> list[str]:
    """Run all checks, those of the core beside the others; return those that failed."""
    with tempfile.TemporaryFile(mode="w+", encoding="utf-8") as said:
        command = [sys.executable, "-m", "tests.checks", *CORE_CHECKS]
        with subprocess.Popen(command, cwd=ROOT, stdout=said, stderr=subprocess.STDOUT) as beside:
            failed = run(CHECKS)
        said.seek(0)
        print(said.read(), end="", flush=True)
    if beside.returncode:
        failed.append("a check of the core")
    return failed + run(TESTS)


def run(checks: dict[str, Callable[[], None]]) -> list[str]:
    """Run checks one after the other; return the names of those that failed."""
    return [name for name, check in checks.items() if not passes(name, check)]


def passes(name: str, check: Callable[[], None]) -> bool:
    """Run one check, with its name before it and its time after."""
    print(f"== {name}", flush=True)
    begun = time.monotonic()
    try:
        check()
    except (subprocess.CalledProcessError, OSError) as error:
        print(f"== {name}: failed: {error}", flush=True)
        return False
    print(f"== {name}: {time.monotonic() - begun:.0f} s", flush=True)
    return True


def python(*arguments: str) -> Callable[[], None]:
    """A check that runs a module of this interpreter's environment."""
    return lambda: _run(sys.executable, "-m", *arguments)


def mypy_for(system: str) -> Callable[[], None]:
    """A check that what is installed uses nothing that another system lacks."""
    return python("mypy", "--platform", system, "--cache-dir", f".mypy_cache/{system}", "quoin")


def program(name: str) -> Callable[[], None]:
    """A check that is a program of this interpreter's environment."""
    return lambda: _run(str(Path(sys.executable).with_name(name)))


def cargo(*arguments: str) -> Callable[[], None]:
    """A check that runs cargo on the core."""
    return lambda: _run("cargo", arguments[0], "--manifest-path", str(CORE / "Cargo.toml"), *arguments[1:])


def _run(*command: str) -> None:
    subprocess.run(command, cwd=ROOT, check=True)


CHECKS: dict[str, Callable[[], None]] = {
    "ruff check": python("ruff", "check"),
    "ruff format": python("ruff", "format", "--check"),
    "mypy": python("mypy"),
    **{f"mypy for {system}": mypy_for(system) for system in ("win32", "darwin")},
    "import-linter": program("lint-imports"),
    "licences": python("tests.checks.licences"),
    "VS Code extension": check_vscode,
    "Neovim plug-in": check_neovim,
    "judge of JavaScript": set_up_judge_of_javascript,
    "real editors": set_up_real_editors,
}

CORE_CHECKS: dict[str, Callable[[], None]] = {
    "cargo fmt": cargo("fmt", "--all", "--check"),
    "cargo clippy": cargo(
        "clippy", "--locked", "--quiet", "--workspace", "--all-targets", "--", "-D", "warnings"
    ),
    "cargo test": cargo("test", "--locked", "--quiet", "--package", "quoin-core"),
    "core with panics": lambda: _run(*BUILD),
    "core of a wheel": compile_core,
}

# One more than there are processors, since tests of editors wait for most of their time.
PROCESSES = min(4, (os.cpu_count() or 1) + 1)

TESTS: dict[str, Callable[[], None]] = {"tests": python("pytest", "--numprocesses", str(PROCESSES))}

if __name__ == "__main__":
    main()
