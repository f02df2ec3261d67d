"""The files of Ollama's models: a manifest names each model and the digests of its files."""

from __future__ import annotations

import json
import os
import re
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from quoin.engine.util.system import service_folders

if TYPE_CHECKING:
    from collections.abc import Iterator

_MODEL = "application/vnd.ollama.image.model"
_DIGEST = re.compile(r"sha256[:-]([0-9a-f]{64})")
_MAX_MANIFEST_BYTES = 1 << 20
_MAX_DEPTH = 5
"""The depth of manifests: the registry's host, the owner, the model, the tag."""

_LIBRARY = "library"


def folders() -> list[Path]:
    """Return the folders in which Ollama may keep models; they need not exist."""
    named = os.environ.get("OLLAMA_MODELS")
    homes = [Path.home(), *service_folders("ollama")]
    return [Path(named)] if named else [home / ".ollama" / "models" for home in homes]


def models(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the name and the file of each model; manifests that cannot be read are left out."""
    manifests = folder / "manifests"
    for manifest in _files(manifests, _MAX_DEPTH):
        with suppress(OSError, ValueError, TypeError, KeyError, AttributeError):
            if manifest.stat().st_size <= _MAX_MANIFEST_BYTES:
                for layer in json.loads(manifest.read_bytes())["layers"]:
                    digest = _DIGEST.fullmatch(layer["digest"])
                    if layer["mediaType"] == _MODEL and digest is not None:
                        yield _name(manifest.relative_to(manifests)), folder / "blobs" / f"sha256-{digest[1]}"


def _name(place: Path) -> str:
    """Return a model's name as Ollama shows it, such as `qwen2.5-coder:1.5b-base`."""
    _, *owner, model, tag = place.parts
    return "/".join([*(part for part in owner if part != _LIBRARY), f"{model}:{tag}"])


def _files(folder: Path, depth: int) -> Iterator[Path]:
    with suppress(OSError):
        for entry in sorted(folder.iterdir()):
            if entry.is_dir():
                if depth > 1:
                    yield from _files(entry, depth - 1)
            elif entry.is_file():
                yield entry
