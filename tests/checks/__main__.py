"""`python -m tests.checks`: every check of the project, the tests last; all run, then the verdict."""

from __future__ import annotations

import subprocess
import sys
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
    failed = [name for name, check in CHECKS.items() if not passes(name, check)]
    if failed:
        print(f"failed: {', '.join(failed)}", flush=True)
        sys.exit(1)


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
    "cargo fmt": cargo("fmt", "--all", "--check"),
    "cargo clippy": cargo(
        "clippy", "--locked", "--quiet", "--workspace", "--all-targets", "--", "-D", "warnings"
    ),
    "cargo test": cargo("test", "--locked", "--quiet", "--package", "quoin-core"),
    "core with panics": lambda: _run(*BUILD),
    "core of a wheel": compile_core,
    "licences": python("tests.checks.licences"),
    "VS Code extension": check_vscode,
    "Neovim plug-in": check_neovim,
    "judge of JavaScript": set_up_judge_of_javascript,
    "real editors": set_up_real_editors,
    "tests": python("pytest", "--numprocesses", "auto", "--maxprocesses", "4"),
}

if __name__ == "__main__":
    main()
