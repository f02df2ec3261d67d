"""Sets up quoin from a clone: `python3 dev.py quoin ARGS` runs it, `python3 dev.py test` checks it.

Only the standard library is used, since this runs before anything is installed. The virtual
environment is `.venv` beside this file. What a release has is built by `wheels` and `vsix`, into `dist`.
"""

from __future__ import annotations

import argparse
import os

from release import llama
from release.shell import PROGRAMS, PYTHON, ROOT, SUFFIX, VENV, installed, make_environment, pip, run


def setup(extra: str | None = None) -> None:
    """Make `.venv` with quoin installed from this folder, its compiled core up to date."""
    make_environment()
    if installed("llama-cpp-python") != llama.VERSION:
        pip("install", "--no-deps", llama.wheel(llama.native()))
    pip("install", "--editable", f".[{extra}]" if extra else ".")


def test() -> None:
    """Lint, type-check and test everything: what continuous integration runs."""
    setup("dev")
    run(PYTHON, "-m", "tests.checks")


COMMAND = VENV / PROGRAMS / f"quoin{SUFFIX}"


def is_current() -> bool:
    """Whether quoin is installed and its compiled core newer than the core's source."""
    cores = [file for ending in ("so", "pyd") for file in (ROOT / "engine").glob(f"_core*.{ending}")]
    built = [file.stat().st_mtime for file in cores]
    source = [file.stat().st_mtime for file in (ROOT / "engine" / "core").glob("**/src/**/*.rs")]
    return bool(built) and COMMAND.exists() and max(built) >= max(source)


def quoin(arguments: list[str]) -> None:
    """Run quoin in place of this process, after setting it up if need be."""
    if not is_current():
        setup()
    os.execv(COMMAND, [str(COMMAND), *arguments])  # noqa: S606 - the shell would only be in the way


def main() -> None:
    """Read the command line and do what it says."""
    parser = argparse.ArgumentParser(prog="dev.py", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("setup", help="make .venv with quoin in it")
    commands.add_parser("test", help="set up, then lint, type-check and test")
    runner = commands.add_parser("quoin", help="set up, then run quoin", add_help=False)
    runner.add_argument("arguments", nargs=argparse.REMAINDER)
    commands.add_parser("wheels", help="build and try the wheels of a release, for any processor")
    extension = commands.add_parser("vsix", help="build the extension for VS Code")
    extension.add_argument("--platform", action="store_true", help="with the server for this system inside")
    chosen = parser.parse_args()
    if chosen.command == "setup":
        setup("dev")
    elif chosen.command == "test":
        test()
    elif chosen.command == "wheels":
        from release.wheels import build_wheels  # noqa: PLC0415 - a user of quoin need not wait for it

        build_wheels()
    elif chosen.command == "vsix":
        from release.extension import build_extension  # noqa: PLC0415 - the same

        build_extension(with_server=chosen.platform)
    else:
        quoin(chosen.arguments)


if __name__ == "__main__":
    main()
