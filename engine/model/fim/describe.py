"""What a model file is, from its header alone: nothing of it is loaded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from quoin.engine.errors import ModelError
from quoin.engine.model.fim.tokens import WANTED, find_fim_tokens, without_fim_message
from quoin.engine.model.gguf.checks import check_header
from quoin.engine.model.gguf.header import read_header

if TYPE_CHECKING:
    from pathlib import Path

    from quoin.engine.model.gguf.header import GgufHeader


@dataclass(frozen=True)
class ModelDescription:
    """What can be said of a model file without loading it.

    Attributes:
        name: the model's own name for itself, or the file's.
        architecture: llama.cpp's name for it; empty where the file cannot be read.
        size_bytes: of the file; 0 where there is none.
        fim: whether it has fill-in-the-middle tokens.
        problem: why it cannot be used, if that can be seen already.
    """

    name: str
    architecture: str
    size_bytes: int
    fim: bool
    problem: str | None


def describe_model_file(path: Path) -> ModelDescription:
    """Describe a model file; one that cannot be used has a `problem`."""
    try:
        header = read_header(path, WANTED)
    except ModelError as error:
        size = path.stat().st_size if path.is_file() else 0
        return ModelDescription(path.stem, "", size, fim=False, problem=str(error))
    problem = _problem(header, path)
    return ModelDescription(
        name=header.text("general.name") or path.stem,
        architecture=header.text("general.architecture") or "unknown",
        size_bytes=header.size_bytes,
        fim=problem is None,
        problem=problem,
    )


def _problem(header: GgufHeader, path: Path) -> str | None:
    try:
        check_header(header, path)
        return None if find_fim_tokens(header, path) else without_fim_message(path)
    except ModelError as error:
        return str(error)
