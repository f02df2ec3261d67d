"""Token bytes of GGUF files, vocabulary-only ones included, without llama.cpp.

llama-cpp-python's source package carries real vocabularies:
`pip download --no-binary :all: --no-deps llama-cpp-python`, then `vendor/llama.cpp/models/`.
"""

from __future__ import annotations

import os
import tempfile
from contextlib import contextmanager
from typing import TYPE_CHECKING

from gguf import GGUFReader

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NORMAL, BYTE = 1, 6
WORD_BEGIN = "\u2581"


def read_tokens(file: Path) -> list[bytes]:
    """The bytes of each token; empty for control tokens and other special ones."""
    fields = GGUFReader(file).fields
    kinds = fields["tokenizer.ggml.token_type"].contents()
    texts = fields["tokenizer.ggml.tokens"].contents()
    model = fields["tokenizer.ggml.model"].contents()
    alphabet = byte_alphabet()
    tokens = []
    for text, kind in zip(texts, kinds, strict=True):
        if kind == BYTE:
            tokens.append(bytes([int(text[3:5], 16)]))
        elif kind != NORMAL:
            tokens.append(b"")
        elif model == "gpt2":
            tokens.append(b"".join(alphabet.get(sign, sign.encode()) for sign in text))
        else:
            tokens.append(text.replace(WORD_BEGIN, " ").encode())
    return tokens


@contextmanager
def empty_cache() -> Iterator[None]:
    """A cache folder of one's own, so that what is kept from before does not count."""
    before = os.environ.get("XDG_CACHE_HOME")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        try:
            yield
        finally:
            os.environ.pop("XDG_CACHE_HOME")
            if before is not None:
                os.environ["XDG_CACHE_HOME"] = before


def byte_alphabet() -> dict[str, bytes]:
    """The printable stand-ins for bytes of byte-level BPE (GPT-2)."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in printable]
    alphabet = {chr(byte): bytes([byte]) for byte in printable}
    return alphabet | {chr(256 + number): bytes([byte]) for number, byte in enumerate(others)}
