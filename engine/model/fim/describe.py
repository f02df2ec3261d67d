"""A model file is described from its header alone, without loading the model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from quoin.engine.errors import ModelError
from quoin.engine.model.fim.tokens import WANTED, find_fim_tokens, without_fim_message
from quoin.engine.model.gguf.checks import BYTE_TOKENS, check_header
from quoin.engine.model.gguf.header import read_header
from quoin.engine.util.quotes import quoted

if TYPE_CHECKING:
    from pathlib import Path

    from quoin.engine.model.gguf.header import GgufHeader


@dataclass(frozen=True)
class ModelDescription:
    """The description of a model file.

    Attributes:
        name: The model's name in the header, or else the file's name.
        architecture: llama.cpp's name of the architecture; empty if the file cannot be read.
        size_bytes: The size of the file; 0 if there is no file.
        fim: Whether the model can be used with its fill-in-the-middle tokens.
        problem: The reason why the model cannot be used, if the header shows one.
    """

    name: str
    architecture: str
    size_bytes: int
    fim: bool
    problem: str | None


def describe_model_file(path: Path) -> ModelDescription:
    """Describe a model file; a file that cannot be used has a `problem`."""
    try:
        header = read_header(path, WANTED | BYTE_TOKENS)
    except ModelError as error:
        size = path.stat().st_size if path.is_file() else 0
        return ModelDescription(path.stem, "", size, fim=False, problem=str(error))
    problem = _problem(header, path)
    return ModelDescription(
        name=quoted(header.text("general.name") or path.stem),
        architecture=quoted(header.text("general.architecture") or "unknown"),
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
