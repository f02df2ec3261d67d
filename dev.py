"""Sets up quoin from a clone: `python3 dev.py quoin ARGS` runs it, `python3 dev.py test` checks it.

Only the standard library is used, since this runs before anything is installed. The virtual
environment is `.venv` beside this file. llama.cpp takes about eight minutes to build on two
cores, so the built wheel is kept in the user's cache folder, keyed by version, compiler and
processor; without a usable cache folder it is built anew.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
LLAMA_VERSION = "0.3.36"
LLAMA_CMAKE_ARGS = "-DLLAVA_BUILD=OFF -DMTMD_BUILD=OFF"


def say(message: str) -> None:
    """Tell the user, on standard error, so that what a command prints stays its own."""
    print(f"[dev] {message}", file=sys.stderr, flush=True)


def run(*command: str | Path, env: dict[str, str] | None = None) -> None:
    """Run a command in the project's folder; exits with its status if it fails."""
    words = [str(word) for word in command]
    say(" ".join(words))
    status = subprocess.run(words, cwd=ROOT, env=env, check=False).returncode
    if status != 0:
        say(f"failed with status {status}: {' '.join(words)}")
        sys.exit(status)


def pip(*arguments: str | Path, env: dict[str, str] | None = None) -> None:
    """Run the environment's pip."""
    run(PYTHON, "-m", "pip", "--disable-pip-version-check", "--quiet", *arguments, env=env)


def cache_folder() -> Path:
    """Where built wheels are kept between environments."""
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "quoin" / "wheels"


def first_line(*command: str) -> str:
    """The first line that a program prints, such as its version; `none` where it is missing."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return "none"
    return (done.stdout or done.stderr).partition("\n")[0]


def processor_features() -> str:
    """llama.cpp is built for the processor at hand; another one needs another wheel."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line for line in lines if line.startswith(("flags", "Features"))), "")


def llama_wheel_folder() -> Path:
    """The folder of the wheel that fits this machine: all that its build depends on is in the name."""
    facts = (
        LLAMA_CMAKE_ARGS,
        first_line(os.environ.get("CXX", "c++"), "--version"),
        platform.platform(terse=True),
        platform.machine(),
        " ".join(sorted(processor_features().split())),
    )
    key = hashlib.sha256("\n".join(facts).encode()).hexdigest()[:16]
    return cache_folder() / f"llama-cpp-python-{LLAMA_VERSION}-{key}"


def build_llama_wheel(target: Path) -> Path:
    """Build the wheel of llama-cpp-python into `target`; moved there whole, never in part."""
    say("building llama.cpp: about eight minutes on two cores, once on this machine")
    environment = dict(os.environ)
    environment["CMAKE_ARGS"] = f"{LLAMA_CMAKE_ARGS} {environment.get('CMAKE_ARGS', '')}".strip()
    environment.setdefault("CMAKE_BUILD_PARALLEL_LEVEL", str(os.cpu_count() or 1))
    with tempfile.TemporaryDirectory(prefix="quoin-llama-") as work:
        requirement = f"llama-cpp-python=={LLAMA_VERSION}"
        pip("wheel", "--no-deps", "--no-binary", "llama-cpp-python", "-w", work, requirement, env=environment)
        built = next(Path(work).glob("*.whl"))
        target.mkdir(parents=True, exist_ok=True)
        partial = target / f"{built.name}.{os.getpid()}.partial"
        shutil.copyfile(built, partial)
        return partial.rename(target / built.name)


def llama_wheel() -> Path:
    """The wheel of llama-cpp-python, from the cache or built now."""
    folder = llama_wheel_folder()
    kept = sorted(folder.glob("*.whl"))
    if kept:
        say(f"llama.cpp from the cache: {kept[-1].name}")
        return kept[-1]
    try:
        return build_llama_wheel(folder)
    except OSError as error:
        say(f"the cache folder cannot be used ({error}): building inside the environment")
        return build_llama_wheel(VENV / "wheels")


def installed(distribution: str) -> str | None:
    """The version of a distribution in the environment."""
    code = f"import importlib.metadata as m; print(m.version({distribution!r}))"
    done = subprocess.run([PYTHON, "-c", code], capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else None


def setup(extra: str | None = None) -> None:
    """Make `.venv` with quoin installed from this folder, its compiled core up to date."""
    if not PYTHON.exists():
        say("making .venv")
        try:
            venv.create(VENV, with_pip=True)
        except subprocess.CalledProcessError:
            shutil.rmtree(VENV, ignore_errors=True)
            say("this Python cannot make environments with pip: on Debian, install python3-venv")
            sys.exit(1)
    if installed("llama-cpp-python") != LLAMA_VERSION:
        pip("install", "--no-deps", llama_wheel())
    pip("install", "--editable", f".[{extra}]" if extra else ".")


def test() -> None:
    """Lint, type-check and test everything: what continuous integration runs."""
    setup("dev")
    run(PYTHON, "-m", "tests.checks")


def is_current() -> bool:
    """Whether quoin is installed and its compiled core newer than the core's source."""
    built = [file.stat().st_mtime for file in (ROOT / "engine").glob("_core*.so")]
    source = [file.stat().st_mtime for file in (ROOT / "engine" / "core").glob("**/src/**/*.rs")]
    return bool(built) and (VENV / "bin" / "quoin").exists() and max(built) >= max(source)


def quoin(arguments: list[str]) -> None:
    """Run quoin in place of this process, after setting it up if need be."""
    if not is_current():
        setup()
    command = VENV / "bin" / "quoin"
    os.execv(command, [str(command), *arguments])  # noqa: S606 - the shell would only be in the way


def main() -> None:
    """Read the command line and do what it says."""
    parser = argparse.ArgumentParser(prog="dev.py", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("setup", help="make .venv with quoin in it")
    commands.add_parser("test", help="set up, then lint, type-check and test")
    runner = commands.add_parser("quoin", help="set up, then run quoin", add_help=False)
    runner.add_argument("arguments", nargs=argparse.REMAINDER)
    chosen = parser.parse_args()
    if chosen.command == "setup":
        setup("dev")
    elif chosen.command == "test":
        test()
    else:
        quoin(chosen.arguments)


if __name__ == "__main__":
    main()
