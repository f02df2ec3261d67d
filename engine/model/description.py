"""What a model file is, from its header alone: nothing of it is loaded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.model.errors import ModelError
from engine.model.fim import SPELLINGS, find_fim_tokens
from engine.model.gguf_header import read_header

if TYPE_CHECKING:
    from pathlib import Path

    from engine.model.gguf_header import GgufHeader

_TOKENS = "tokenizer.ggml.tokens"
_KEYS = {
    "prefix": ("tokenizer.ggml.fim_pre_token_id", "tokenizer.ggml.prefix_token_id"),
    "suffix": ("tokenizer.ggml.fim_suf_token_id", "tokenizer.ggml.suffix_token_id"),
    "middle": ("tokenizer.ggml.fim_mid_token_id", "tokenizer.ggml.middle_token_id"),
}
"""Where files name their markers; the later spelling of each key first."""

_MARKERS = frozenset(
    marker
    for spelling in SPELLINGS
    for marker in (spelling.prefix, spelling.suffix, spelling.middle)
    if marker
)


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
        header = read_header(path, _MARKERS)
    except ModelError as error:
        size = path.stat().st_size if path.is_file() else 0
        return ModelDescription(path.stem, "", size, fim=False, problem=str(error))
    problem = _fim_problem(header, path)
    return ModelDescription(
        name=header.text("general.name") or path.stem,
        architecture=header.text("general.architecture") or "unknown",
        size_bytes=header.size_bytes,
        fim=problem is None,
        problem=problem,
    )


def _fim_problem(header: GgufHeader, path: Path) -> str | None:
    numbers = header.found.get(_TOKENS, {})
    spellings = {number: spelling for spelling, number in numbers.items()}
    try:
        find_fim_tokens(
            told={marker: _number(header, keys) for marker, keys in _KEYS.items()},
            lookup=numbers.get,
            spelling_of=lambda token: spellings.get(token, ""),
            metadata=header.text,
            file=str(path),
        )
    except ModelError as error:
        return str(error)
    return None


def _number(header: GgufHeader, keys: tuple[str, ...]) -> int | None:
    numbers = (header.metadata.get(key) for key in keys)
    return next((number for number in numbers if isinstance(number, int)), None)
