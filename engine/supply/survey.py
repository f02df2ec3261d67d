"""All models that can be had, as one object of JSON for the command line and the editors."""

from __future__ import annotations

import shutil
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from quoin.engine.model import STARTER, describe_model_file
from quoin.engine.model.settings import STARTER_LANGUAGES
from quoin.engine.supply.catalogue import known_models, models_folder
from quoin.engine.supply.fetch.download import partial_file
from quoin.engine.supply.servers import running_servers
from quoin.engine.supply.speed import measure_bandwidth, tokens_a_second
from quoin.engine.supply.stores import stored_models

if TYPE_CHECKING:
    from pathlib import Path

    from quoin.engine.supply.catalogue import KnownModel
    from quoin.engine.supply.stores import StoredModel


def survey(*, servers: bool = False) -> dict[str, Any]:
    """Return all models that can be had; this takes a second, and some tenths for each file that is found.

    Args:
        servers: Whether the servers at the usual ports of this machine are asked.
    """
    bandwidth = measure_bandwidth()
    folder = models_folder()
    known = known_models()
    here = {folder / model.file_name for model in known}
    starter = describe_model_file(STARTER)
    found = [model for model in stored_models() if model.path not in here]
    return {
        "bandwidth": round(bandwidth),
        "folder": str(folder),
        "freeBytes": _free(folder),
        "starter": {
            "name": starter.name,
            "path": str(STARTER),
            "sizeBytes": starter.size_bytes,
            "languages": list(STARTER_LANGUAGES),
        },
        "known": [_known(model, folder, bandwidth) for model in known],
        "found": [_found(model, bandwidth) for model in found],
        "servers": [asdict(server) for server in running_servers()] if servers else None,
    }


def _known(model: KnownModel, folder: Path, bandwidth: float) -> dict[str, Any]:
    file = folder / model.file_name
    return {
        "name": model.name,
        "title": model.title,
        "maker": model.maker,
        "licence": model.licence,
        "licenceAddress": model.licence_address,
        "licenceNote": model.licence_note,
        "quantisation": model.quantisation,
        "context": model.context,
        "sizeBytes": model.bytes,
        "memoryBytes": model.memory_bytes,
        "address": model.address,
        "page": model.page,
        "sha256": model.sha256,
        "unverified": list(model.unverified),
        "tokensPerSecond": _rounded(tokens_a_second(bandwidth, model.bytes)),
        "path": str(file) if file.is_file() else None,
        "partialBytes": 0 if model.sha256 is None else _size(partial_file(folder, model.sha256)),
    }


def _found(model: StoredModel, bandwidth: float) -> dict[str, Any]:
    said = model.description
    return {
        "store": model.store,
        "name": model.name,
        "path": str(model.path),
        "sizeBytes": said.size_bytes,
        "fim": said.fim,
        "problem": said.problem,
        "tokensPerSecond": _rounded(tokens_a_second(bandwidth, said.size_bytes)),
    }


def _rounded(tokens: float) -> float:
    """Return an estimate with as many digits as it deserves."""
    return float(f"{tokens:.2g}")


def _size(file: Path) -> int:
    return file.stat().st_size if file.is_file() else 0


def _free(folder: Path) -> int:
    """Return the free space in bytes where the folder is, or will be."""
    place = folder
    while not place.exists() and place != place.parent:
        place = place.parent
    return shutil.disk_usage(place).free
