"""The contents of a model file's header are checked before llama.cpp trusts them.

`quoin.engine.model.gguf.header` checks that everything lies inside the file. This module checks that
llama.cpp can write text with the architecture, that the numbers which determine its memory are not absurd,
and that the vocabulary is whole.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from quoin.engine.errors import ModelError
from quoin.engine.model.gguf.constants import ARCHITECTURES
from quoin.engine.model.gguf.header import read_header

if TYPE_CHECKING:
    from pathlib import Path

    from quoin.engine.model.gguf.header import GgufHeader

_PREFIX = "tokenizer.ggml."
_TOKENS = f"{_PREFIX}tokens"
_INT32, _FLOAT32, _STRING = 5, 6, 8

_NUMBERS = {
    "block_count": (1, 512),
    "context_length": (128, 1 << 27),
    "embedding_length": (1, 1 << 20),
}
"""The keys, without the architecture's name, of numbers that each model names, and their bounds."""

_LARGEST = {
    "attention.head_count": 1 << 14,
    "attention.head_count_kv": 1 << 14,
    "attention.key_length": 1 << 16,
    "attention.value_length": 1 << 16,
    "expert_count": 1 << 12,
    "vocab_size": 1 << 22,
}
"""The upper bounds of numbers that may be missing or lists with a number for each layer."""

_NO_TOKENIZERS = (None, "none", "no_vocab")

BYTE_TOKENS = frozenset(f"<0x{byte:02X}>" for byte in range(256))
"""The spellings of the tokens for single bytes; the header that is checked has been read with them."""

_ARRAYS = {"tokens": {_STRING}, "token_type": {_INT32}, "scores": {_INT32, _FLOAT32}, "merges": {_STRING}}
"""The arrays of the vocabulary and the types that their elements may have."""


def checked_header(file: Path, wanted: frozenset[str]) -> GgufHeader:
    """Read and check a model file's header, which also holds the ids of the wanted tokens.

    Raises:
        ModelError: The file cannot be used.
    """
    header = read_header(file, wanted | BYTE_TOKENS)
    check_header(header, file)
    return header


def reason_of_crash(file: Path) -> str | None:
    """Return what in a file makes llama.cpp crash that takes too long to be looked for in each file.

    None stands for nothing known.
    """
    try:
        read_header(file, unique=_TOKENS)
    except ModelError as error:
        return str(error)
    return None


def check_header(header: GgufHeader, file: Path) -> None:
    """Check that a model with this header may be loaded.

    Raises:
        ModelError: A value in the header is absurd, or the model cannot write text.
    """
    architecture = header.text("general.architecture")
    if architecture is None:
        raise ModelError(f"{file} is a broken model file: it names no architecture")
    if architecture not in ARCHITECTURES:
        raise ModelError(f"{file} has the architecture {architecture[:40]!r}, which is not supported")
    if header.tensor_count == 0:
        raise ModelError(f"{file} has no weights, so it is no model that could be used")
    _check_numbers(header, architecture, file)
    _check_vocabulary(header, file)


def _check_numbers(header: GgufHeader, architecture: str, file: Path) -> None:
    optional = {name: (0, most) for name, most in _LARGEST.items()}
    for name, (least, most) in (_NUMBERS | optional).items():
        key = f"{architecture}.{name}"
        value = header.metadata.get(key)
        if value is None and name in optional:
            continue
        if type(value) is not int or not least <= value <= most:
            said = "a list" if key in header.array_lengths else _shown(value)
            raise ModelError(f"{file} is a broken model file: its {name} is {said}")


def _check_vocabulary(header: GgufHeader, file: Path) -> None:
    size = header.array_lengths.get(_TOKENS, 0)
    if size == 0:
        raise ModelError(f"{file} is a broken model file: it has no vocabulary")
    tokenizer = header.metadata.get(f"{_PREFIX}model")
    if tokenizer in _NO_TOKENIZERS:
        raise ModelError(f"{file} is a broken model file: it names no tokenizer")
    if header.rows not in (None, size):
        raise ModelError(
            f"{file} is a broken model file: it has {size} tokens, and weights for {header.rows} of them"
        )
    for name, kinds in _ARRAYS.items():
        key = _PREFIX + name
        if header.array_kinds.get(key, min(kinds)) not in kinds or key in header.metadata:
            raise ModelError(f"{file} is a broken model file: {key} has values of the wrong type")
        if name in ("token_type", "scores") and header.array_lengths.get(key, size) != size:
            raise ModelError(f"{file} is a broken model file: {key} is not as long as the vocabulary")
    _check_byte_tokens(header, file)


def _check_byte_tokens(header: GgufHeader, file: Path) -> None:
    """Check that a tokenizer of SentencePiece has tokens for single bytes, without which it crashes."""
    found = header.found.get(_TOKENS, {})
    if header.text(f"{_PREFIX}model") == "llama" and BYTE_TOKENS.isdisjoint(found):
        raise ModelError(f"{file} is a broken model file: its vocabulary has no tokens for single bytes")


def _shown(value: object) -> str:
    return "missing" if value is None else repr(value)[:40]
