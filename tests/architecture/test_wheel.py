"""What is installed: one importable name, beside whatever a user's own folders are called."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from release.tables import FOLDER, add_tables
from tests.architecture.wheel import COMPILING_SECONDS, build

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.timeout(COMPILING_SECONDS)

LIBRARY = """\
import engine, lsp_server, grammars
assert (engine.OWNER, lsp_server.OWNER, grammars.OWNER) == ("user", "user", "user")
import quoin
state = quoin.load_language("python").quotient("print(", ")").start()
state.advance(b"x + 1")
print(state.member, quoin.__file__)
"""
USES_TABLES = """\
import sys, quoin
for name in ("tsx", "python", "yaml", "json"):
    quoin.load_language(name).prepare()
quoin.load_language("python", "3.8").prepare()
print(quoin.__file__, "lark" in sys.modules)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An interpreter with the wheel, and with the packages that it needs from this one's environment."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder)
    python = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "--quiet"]
    subprocess.run([*pip, "install", "--no-deps", "--no-index", str(wheel)], check=True)
    where = [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    own = subprocess.run(where, check=True, capture_output=True, text=True).stdout.strip()
    # A folder that is named in a `.pth` file has its own such files left alone: the clone is not seen.
    Path(own, "needed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return python


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A user's project, whose packages are called as the clone's folders are."""
    for name in ("engine", "lsp_server", "grammars"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("OWNER = 'user'\n", encoding="utf-8")
    (tmp_path / "program.py").write_text("import os\nprint(os.path.)\n", encoding="utf-8")
    return tmp_path


def test_a_wheel_has_one_name(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as files:
        names = files.namelist()
    assert {name.split("/")[0] for name in names if ".dist-info/" not in name} == {"quoin"}
    for part in (
        "engine/_core.",
        "engine/starter/starter.gguf",
        "engine/supply/known_models.json",
        "grammars/python/language.json",
        "py.typed",
    ):
        assert any(name.startswith(f"quoin/{part}") for name in names), part
    assert not any("/examples/" in name or "/core/" in name for name in names)


def test_a_wheel_has_tables(wheel: Path, python: Path, tmp_path: Path) -> None:
    own = tmp_path / wheel.name
    own.write_bytes(wheel.read_bytes())
    add_tables(own, python)
    folder = tmp_path / "unpacked"
    with zipfile.ZipFile(own) as files:
        files.extractall(folder)
        names = [name for name in files.namelist() if name.startswith(f"{FOLDER}/")]
    record = next(folder.glob("*.dist-info/RECORD")).read_text(encoding="utf-8").splitlines()
    assert {name for name in names if name.rpartition(".z")[1]} <= {line.split(",")[0] for line in record}
    env = {"PYTHONPATH": str(folder), "XDG_CACHE_HOME": str(tmp_path / "cache"), "PATH": os.environ["PATH"]}
    command = [sys.executable, "-c", USES_TABLES]
    shown = subprocess.run(command, cwd=tmp_path, env=env, check=True, capture_output=True, text=True).stdout
    assert shown.split() == [str(folder / "quoin" / "__init__.py"), "False"]
    assert not list(tmp_path.glob("cache/quoin/languages/*"))


@pytest.fixture
def run(python: Path, project: Path) -> Callable[..., str]:
    def run(*arguments: str) -> str:
        command = [str(python), *arguments]
        return subprocess.run(command, cwd=project, check=True, capture_output=True, text=True).stdout

    return run


def test_the_library_lives_beside_the_users_own_packages(run: Callable[..., str], python: Path) -> None:
    member, file = run("-c", LIBRARY).split()
    assert member == "True"
    assert Path(file).is_relative_to(python.parents[1])


def test_a_line_is_completed(run: Callable[..., str]) -> None:
    completed = run("-m", "quoin.lsp_server", "complete", "--max-seconds", "60", "program.py:2:15")
    assert completed.strip().isprintable()
    assert completed.strip()
