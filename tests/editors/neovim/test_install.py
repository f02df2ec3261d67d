"""`:QuoinInstall`: the server goes into a private environment, and is used where there is none on the PATH.

What is installed is a small wheel whose program is this environment's server. The package index that pip
asks has another program under its name.
"""

from __future__ import annotations

import json
import os
import sys
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from .neovim import SERVER, Neovim, needs_neovim, neovim

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = needs_neovim

LOAD = "import json\n\n\ndef load(path):\n    with open(path) as file:\n        return json.█\n"
PROGRAM = """\
import os, sys

def main():
    if sys.argv[1:] == ["--help"]:
        sys.exit({status})
    os.execv({server!r}, [{server!r}, *sys.argv[1:]])
"""


def write_wheels(folder: Path, version: str, status: int = 0) -> None:
    """Wheels called quoin, whose program ends so when it is asked for help, and llama-cpp-python."""
    folder.mkdir(parents=True)
    program = {
        "quoin_stand_in.py": PROGRAM.format(server=str(SERVER), status=status),
        f"quoin-{version}.dist-info/entry_points.txt": "[console_scripts]\nquoin = quoin_stand_in:main\n",
    }
    write_wheel(folder, "quoin", version, program, "Requires-Dist: llama-cpp-python\n")
    write_wheel(folder, "llama_cpp_python", version, {}, "")


def write_wheel(folder: Path, name: str, version: str, content: dict[str, str], needs: str) -> None:
    facts = f"{name}-{version}.dist-info"
    files = {
        **content,
        f"{facts}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{needs}",
        f"{facts}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    files[f"{facts}/RECORD"] = "".join(f"{file},,\n" for file in [*files, f"{facts}/RECORD"])
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as wheel:
        for file, text in files.items():
            wheel.writestr(file, text)


def foreign_index(folder: Path) -> Path:
    """A package index in which quoin is something else, and newer."""
    page = folder / "quoin"
    page.mkdir(parents=True)
    write_wheel(page, "quoin", "99.0", {}, "")
    page.joinpath("index.html").write_text(
        '<a href="quoin-99.0-py3-none-any.whl">quoin</a>', encoding="utf-8"
    )
    return folder


def told(editor: Neovim, part: str) -> None:
    editor.wait(lambda: any(part in message for message in editor.messages()), 120)


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Neovim]:
    """A Neovim with a Python on the PATH and no quoin, whose set-up names a folder of wheels."""
    folder = tmp_path_factory.mktemp("neovim")
    programs = folder / "bin"
    programs.mkdir()
    (programs / "python3").symlink_to(Path(sys.executable).resolve())
    write_wheels(folder / "wheels", "1.0")
    setup = f"require('quoin').setup({{ install = {{ from = {json.dumps(str(folder / 'wheels'))} }} }})"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", f"{programs}:{os.defpath}")
        patch.setenv("PIP_INDEX_URL", foreign_index(folder / "index").as_uri())
        patch.setenv("PIP_RETRIES", "0")
        with neovim(folder, setup) as started:
            yield started


@pytest.fixture(scope="module")
def program(editor: Neovim) -> str:
    """What has been installed."""
    told(editor, "there is no quoin on the PATH: :QuoinInstall installs it")
    editor.keys(":QuoinInstall<CR>")
    told(editor, "installed: ")
    return str(editor.lua("require('quoin.server').find()"))


def test_it_is_installed_and_started(editor: Neovim, program: str, tmp_path: Path) -> None:
    assert Path(program).is_relative_to(editor.lua("vim.fn.stdpath('data')"))
    editor.insert(tmp_path / "load.py", LOAD)
    assert editor.wait(editor.ghost_text, 60)


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("absent", "is neither a folder with a wheel of quoin nor an address with https"),
        ("http://127.0.0.1:9/", "is neither a folder with a wheel of quoin nor an address with https"),
        ("https://127.0.0.1:9/", "pip cannot install quoin: "),
        ("broken", "what was installed does not run: "),
    ],
)
def test_a_failure_leaves_what_was_there(
    editor: Neovim, program: str, tmp_path: Path, place: str, message: str
) -> None:
    write_wheels(tmp_path / "broken", "2.0", status=3)
    editor.lua("vim.cmd('lua messages = {}')")
    editor.keys(f"<Esc>:QuoinInstall {place if '/' in place else tmp_path / place}<CR>")
    told(editor, message)
    assert editor.lua("require('quoin.server').find()") == program
