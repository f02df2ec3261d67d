"""Model files of other programs on this machine are found, described, and left alone."""

from __future__ import annotations

import json
import os
import shutil
from typing import TYPE_CHECKING

import pytest

from quoin.engine.model import STARTER
from quoin.engine.supply import ollama, stores
from quoin.engine.supply.stores import stored_models
from tests.engine.model.gguf.files import without_fim

if TYPE_CHECKING:
    from pathlib import Path

VARIABLES = (
    "OLLAMA_MODELS",
    "LLAMA_CACHE",
    "HF_HOME",
    "HF_HUB_CACHE",
    "XDG_CACHE_HOME",
    "XDG_DATA_HOME",
)
DIGEST = "ab" * 32


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of the test's own, and none of the machine's stores."""
    for variable in VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(ollama, "service_folders", lambda _: [])
    return tmp_path


def put(path: Path, source: Path = STARTER) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, path)
    return path


def put_manifest(store: Path, name: str, layers: object) -> None:
    path = store / "manifests" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"layers": layers}), encoding="utf-8")


def layer(digest: str = f"sha256:{DIGEST}", kind: str = "model") -> dict[str, str]:
    return {"mediaType": f"application/vnd.ollama.image.{kind}", "digest": digest}


def found() -> list[tuple[str, str, bool]]:
    return [(model.store, model.name, model.description.fim) for model in stored_models()]


PLACES = {
    ".cache/llama.cpp/ggml-org_coder.gguf": ("llama.cpp", "ggml-org_coder"),
    ".lmstudio/models/maker/coder-GGUF/coder-Q4_K_M.gguf": ("LM Studio", "coder-Q4_K_M"),
    ".cache/lm-studio/models/maker/old/old.gguf": ("LM Studio", "old"),
    ".cache/huggingface/hub/models--a--b/snapshots/0123/b.gguf": ("Hugging Face", "b"),
    ".local/share/quoin/models/mine.gguf": ("quoin", "mine"),
}


@pytest.mark.parametrize("place", PLACES)
def test_a_file_in_a_store(home: Path, place: str) -> None:
    file = put(home / place)
    assert found() == [(*PLACES[place], True)]
    assert stored_models()[0].path == file


def test_nothing(home: Path) -> None:
    assert found() == []
    assert list(home.iterdir()) == []


@pytest.mark.parametrize(
    ("variable", "below", "store"),
    [
        ("LLAMA_CACHE", "x.gguf", "llama.cpp"),
        ("HF_HUB_CACHE", "models--a--b/snapshots/0/x.gguf", "Hugging Face"),
        ("HF_HOME", "hub/models--a--b/snapshots/0/x.gguf", "Hugging Face"),
        ("XDG_CACHE_HOME", "llama.cpp/x.gguf", "llama.cpp"),
        ("XDG_DATA_HOME", "quoin/models/x.gguf", "quoin"),
    ],
)
def test_folders_that_variables_name(
    home: Path, monkeypatch: pytest.MonkeyPatch, variable: str, below: str, store: str
) -> None:
    monkeypatch.setenv(variable, str(home / "elsewhere"))
    put(home / "elsewhere" / below)
    assert found() == [(store, "x", True)]


@pytest.mark.parametrize(
    ("manifest", "name"),
    [
        ("registry.ollama.ai/library/coder/1.5b-base", "coder:1.5b-base"),
        ("registry.ollama.ai/maker/coder/latest", "maker/coder:latest"),
        ("hf.co/maker/coder-GGUF/Q8_0", "maker/coder-GGUF:Q8_0"),
    ],
)
def test_ollama(home: Path, manifest: str, name: str) -> None:
    store = home / ".ollama" / "models"
    put_manifest(store, manifest, [layer(kind="params", digest="sha256:" + "cd" * 32), layer()])
    put(store / "blobs" / f"sha256-{DIGEST}")
    assert found() == [("Ollama", name, True)]


@pytest.mark.parametrize(
    "layers",
    [
        None,
        {},
        [1],
        [{}],
        [layer(kind="license")],
        [layer(digest="sha256:../../../etc/passwd")],
        [layer(digest=f"sha256-{DIGEST}/../{DIGEST}")],
        [layer(digest="sha256:" + "ef" * 32)],
        [layer(digest="sha256:short")],
    ],
)
def test_odd_manifests_of_ollama_name_nothing(home: Path, layers: object) -> None:
    store = home / ".ollama" / "models"
    put_manifest(store, "registry.ollama.ai/library/a/b", layers)
    put_manifest(store, "at-the-top", [layer()])
    (store / "manifests" / "registry.ollama.ai" / "library" / "a" / "c").write_bytes(b"\xff no JSON")
    for digest in (DIGEST, "short"):
        put(store / "blobs" / f"sha256-{digest}")
    assert [name for _, name, _ in found() if "a:b" in name] == []


def test_files_that_are_no_models_of_text_are_left_out(home: Path) -> None:
    cache = home / ".cache" / "llama.cpp"
    for name in (
        "part-00002-of-00003.gguf",
        "mmproj-a.gguf",
        "ggml-vocab-a.gguf",
        "notes.txt",
        "a.gguf.part",
    ):
        put(cache / name)
    (cache / "link.gguf").symlink_to(home / "nowhere.gguf")
    (cache / "folder.gguf").mkdir()
    os.mkfifo(cache / "pipe.gguf")
    first = put(cache / "part-00001-of-00003.gguf")
    assert [model.path for model in stored_models()] == [first]


def test_models_are_described_and_those_that_fill_in_come_first(home: Path) -> None:
    cache = home / ".cache" / "llama.cpp"
    cache.mkdir(parents=True)
    without_fim(STARTER, cache / "a-chat.gguf")
    (cache / "b-broken.gguf").write_bytes(b"GGUF")
    put(cache / "c-coder.gguf")
    first, *others = stored_models()
    assert (first.name, first.description.fim, first.description.problem) == ("c-coder", True, None)
    assert [model.name for model in others] == ["a-chat", "b-broken"]
    assert all(model.description.problem for model in others)


def test_a_file_in_two_stores_is_named_once(home: Path) -> None:
    file = put(home / ".cache" / "llama.cpp" / "x.gguf")
    link = home / ".lmstudio" / "models" / "a" / "b" / "x.gguf"
    link.parent.mkdir(parents=True)
    link.symlink_to(file)
    loop = home / ".cache" / "llama.cpp" / "loop"
    loop.symlink_to(home)
    assert found() == [("llama.cpp", "x", True)]


def test_a_store_without_end(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = home / ".cache" / "llama.cpp"
    for number in range(9):
        put(cache / f"{number}" / "x.gguf")
    put(cache / "1" / "2" / "3" / "4" / "5" / "6" / "7" / "deep.gguf")
    monkeypatch.setattr(stores, "MAX_MODELS", 4)
    assert len(found()) == 4
    monkeypatch.setattr(stores, "MAX_ENTRIES", 6)
    assert len(found()) == 2
