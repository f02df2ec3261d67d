"""Model files that are on this machine already: those of llama.cpp, LM Studio, Hugging Face, Ollama, quoin.

Folders are only read. What is no file, or cannot be read, is left out.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from quoin.engine.model import describe_model_file
from quoin.engine.supply import ollama
from quoin.engine.supply.catalogue import models_folder
from quoin.engine.util.system import user_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quoin.engine.model import ModelDescription

MAX_MODELS = 60
"""The largest number of files that are described; further ones are left out. Describing one with a large
vocabulary takes some tenths of a second."""

MAX_ENTRIES = 20_000
"""The largest number of entries of folders that are looked at in one store; further ones are left out."""

_MAX_DEPTH = 6
_LATER_PART = re.compile(r"-(?!00001)\d{5}-of-\d{5}\.gguf$", re.IGNORECASE)
"""The end of the name of a part of a model in several files; llama.cpp is given the first one."""

_NO_MODEL = re.compile(r"^mmproj|(^|[-_.])vocab[-_.]", re.IGNORECASE)
"""Names of files that hold no text model: projectors of images, vocabularies alone."""


@dataclass(frozen=True)
class StoredModel:
    """A model file of a store.

    Attributes:
        store: The name of the program that keeps it.
        name: The name under which the store keeps it.
        path: The file.
        description: What its header says.
    """

    store: str
    name: str
    path: Path
    description: ModelDescription


def stored_models() -> list[StoredModel]:
    """Describe the model files on this machine, each once; those that can fill in the middle come first."""
    found: list[StoredModel] = []
    seen: set[Path] = set()
    for store, name, path in _candidates():
        if len(found) == MAX_MODELS:
            break
        with suppress(OSError, RuntimeError):
            real = path.resolve(strict=True)
            if real.is_file() and real not in seen:
                seen.add(real)
                found.append(StoredModel(store, name, path, describe_model_file(path)))
    return sorted(found, key=lambda model: not model.description.fim)


def _candidates() -> Iterator[tuple[str, str, Path]]:
    """Yield the store, the name and the path of each file that may be a model."""
    for store, folder in folders():
        for path in _gguf_files(folder):
            yield store, path.stem, path
    for folder in ollama.folders():
        with suppress(OSError):
            for name, path in ollama.models(folder):
                yield "Ollama", name, path


def folders() -> list[tuple[str, Path]]:
    """Return the folders that hold files `*.gguf`, with the name of the program; they need not exist."""
    home = Path.home()
    caches = user_folder("XDG_CACHE_HOME", mac="Library/Caches", other=".cache")
    hub = _named("HF_HUB_CACHE") or _below("HF_HOME", "hub") or home / ".cache" / "huggingface" / "hub"
    return [
        ("quoin", models_folder()),
        ("llama.cpp", _named("LLAMA_CACHE") or caches / "llama.cpp"),
        ("LM Studio", home / ".lmstudio" / "models"),
        ("LM Studio", home / ".cache" / "lm-studio" / "models"),
        ("Hugging Face", hub),
    ]


def _named(variable: str) -> Path | None:
    path = Path(os.environ.get(variable, ""))
    return path if path.is_absolute() else None


def _below(variable: str, name: str) -> Path | None:
    folder = _named(variable)
    return None if folder is None else folder / name


def _gguf_files(folder: Path) -> Iterator[Path]:
    """Yield the model files below a folder by their names; links to folders are not followed."""
    looked = 0
    for here, inner, names in os.walk(folder):
        inner.sort()
        if len(Path(here).relative_to(folder).parts) >= _MAX_DEPTH:
            inner.clear()
        looked += len(names) + 1
        if looked > MAX_ENTRIES:
            return
        for name in sorted(names):
            if name.lower().endswith(".gguf") and not _LATER_PART.search(name) and not _NO_MODEL.search(name):
                yield Path(here, name)
