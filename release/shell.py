"""The clone's places, and the programs that are run for it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
VENV = ROOT / ".venv"
IS_WINDOWS = sys.platform == "win32"
PROGRAMS = "Scripts" if IS_WINDOWS else "bin"
SUFFIX = ".exe" if IS_WINDOWS else ""
PYTHON = VENV / PROGRAMS / f"python{SUFFIX}"


def say(message: str) -> None:
    """Tell the user, on standard error, so that what a command prints stays its own."""
    print(f"[dev] {message}", file=sys.stderr, flush=True)


def run(*command: str | Path, env: dict[str, str] | None = None, cwd: Path = ROOT) -> None:
    """Run a command, in the project's folder by default; exits with its status if it fails."""
    words = [str(word) for word in command]
    say(" ".join(words))
    status = subprocess.run(words, cwd=cwd, env=env, check=False).returncode
    if status != 0:
        say(f"failed with status {status}: {' '.join(words)}")
        sys.exit(status)


def pip(*arguments: str | Path, env: dict[str, str] | None = None) -> None:
    """Run the environment's pip."""
    run(PYTHON, "-m", "pip", "--disable-pip-version-check", "--quiet", *arguments, env=env)


def make_environment() -> None:
    """Make `.venv` unless it is there."""
    if PYTHON.exists():
        return
    say("making .venv")
    try:
        venv.create(VENV, with_pip=True)
    except subprocess.CalledProcessError:
        shutil.rmtree(VENV, ignore_errors=True)
        say("this Python cannot make environments with pip: on Debian, install python3-venv")
        sys.exit(1)


def with_programs() -> dict[str, str]:
    """The variables of this process, with the environment's programs first on the PATH."""
    path = os.pathsep.join([str(VENV / PROGRAMS), os.environ.get("PATH", os.defpath)])
    return {**os.environ, "PATH": path}


def installed(distribution: str) -> str | None:
    """The version of a distribution in the environment."""
    code = f"import importlib.metadata as m; print(m.version({distribution!r}))"
    done = subprocess.run([PYTHON, "-c", code], capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else None


def first_line(*command: str) -> str:
    """The first line that a program prints, such as its version; `none` where it is missing."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return "none"
    return (done.stdout or done.stderr).partition("\n")[0]
