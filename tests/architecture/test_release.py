"""What a release has: the same systems in all places, and in a wheel of llama.cpp what is loaded."""

from __future__ import annotations

import json
import platform
import re
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml

import dev
from release.extension import target_platform
from release.wheels import is_used, slimmed

ROOT = Path(__file__).resolve().parents[2]
MASON = yaml.safe_load((ROOT / "editors/neovim/packages/mason.yaml").read_text(encoding="utf-8"))
WORKFLOW = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8"))
VERSION = json.loads((ROOT / "editors/vscode/package.json").read_text(encoding="utf-8"))["version"]

USED = {
    "llama_cpp/llama_cpp.py": True,
    "llama_cpp_python-0.3.36.dist-info/RECORD": True,
    "llama_cpp/lib/libllama.so": True,
    "llama_cpp/lib/libllama.so.0": False,
    "llama_cpp/lib/libllama.so.0.5.0": False,
    "llama_cpp/lib/libllama-common.so": False,
    "llama_cpp/lib/libggml.so.0": True,
    "llama_cpp/lib/libggml-base.so.0": True,
    "llama_cpp/lib/libggml-base.so.0.25.3": False,
    "llama_cpp/lib/libggml-cpu-haswell.so": True,
    "llama_cpp/lib/libllama.dylib": True,
    "llama_cpp/lib/ggml.dll": True,
    "llama_cpp/lib/cmake/llama/llama-config.cmake": False,
    "lib/libllama.so": False,
    "include/llama.h": False,
    "bin/convert_hf_to_gguf.py": False,
}


@pytest.mark.parametrize("name", USED)
def test_of_a_wheel_of_llama_cpp_is_kept_what_is_loaded(name: str) -> None:
    assert is_used(name) == USED[name]


def test_a_slimmed_wheel_records_what_it_has(tmp_path: Path) -> None:
    record = "llama_cpp_python-0.3.36.dist-info/RECORD"
    wheel = tmp_path / "llama_cpp_python-0.3.36-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as files:
        for name in USED:
            text = "".join(f"{one},,\n" for one in USED) if name == record else name
            files.writestr(name, text)
    (tmp_path / "slim").mkdir()
    with zipfile.ZipFile(slimmed(wheel, tmp_path / "slim")) as files:
        kept = set(files.namelist())
        assert kept == {name for name, is_kept in USED.items() if is_kept}
        assert {line.split(",")[0] for line in files.read(record).decode().splitlines()} == kept
        assert all(files.read(name).decode() == name for name in kept - {record})


def systems() -> set[str]:
    build: dict[str, Any] = WORKFLOW["jobs"]["build"]
    return {entry["system"] for entry in build["strategy"]["matrix"]["include"]}


def test_mason_has_the_systems_that_are_built() -> None:
    assets = MASON["source"]["asset"]
    assert {asset["file"] for asset in assets} == {f"quoin-{system}.vsix" for system in systems()}
    assert MASON["source"]["id"].endswith(f"@v{VERSION}")


@pytest.mark.parametrize(
    ("system", "machine", "expected"),
    [
        ("linux", "x86_64", "linux-x64"),
        ("linux", "aarch64", "linux-arm64"),
        ("darwin", "arm64", "darwin-arm64"),
        ("darwin", "x86_64", "darwin-x64"),
        ("win32", "AMD64", "win32-x64"),
    ],
)
def test_a_system_is_called_as_vs_code_calls_it(
    monkeypatch: pytest.MonkeyPatch, system: str, machine: str, expected: str
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(platform, "machine", lambda: machine)
    assert target_platform() == expected
    assert expected in systems()


def test_each_step_of_a_release_is_a_command_that_exists() -> None:
    text = (ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8")
    used = set(re.findall(r"dev\.py (\w+)", text))
    known = set(re.findall(r'add_parser\("(\w+)"', (ROOT / "dev.py").read_text(encoding="utf-8")))
    assert used
    assert used <= known


@pytest.mark.parametrize(
    ("built", "expected"),
    [
        ([], False),
        (["_core.pyi"], False),
        (["_core.pyi", "_core.abi3.so"], True),
        (["_core.pyi", "_core.pyd"], True),
    ],
)
def test_a_core_that_is_not_built_is_not_current(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, built: list[str], expected: bool
) -> None:
    source = tmp_path / "engine" / "core" / "src"
    source.mkdir(parents=True)
    for file in (source / "lib.rs", tmp_path / "quoin", *(tmp_path / "engine" / name for name in built)):
        file.write_text("", encoding="utf-8")
    monkeypatch.setattr(dev, "ROOT", tmp_path)
    monkeypatch.setattr(dev, "COMMAND", tmp_path / "quoin")
    assert dev.is_current() == expected
