"""Odd model files: the header of each says something strange, and a message says what, if it matters."""

from __future__ import annotations

import struct
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from .parts import BOOL, number, numbers, real, starter, string, text, texts, tokens

if TYPE_CHECKING:
    from collections.abc import Callable

    from .parts import Parts

LONG = "long " * 800_000
PREFIX = "<|fim_prefix|>"
T = "tokenizer.ggml."
L = "llama."


@dataclass(frozen=True)
class Odd:
    """An odd file.

    Attributes:
        name: What is odd.
        make: Makes it from a good file.
        message: A part of the message with which it is refused; None if it works.
    """

    name: str
    make: Callable[[Parts], Parts]
    message: str | None

    def data(self) -> bytes:
        """The bytes of the file."""
        return self.make(starter()).written()


def _set(name: str, message: str | None, changes: Callable[[], dict[str, bytes | None]]) -> Odd:
    return Odd(name, lambda parts: parts.with_values(changes()), message)


def _many(count: int) -> bytes:
    """A list of so many empty texts."""
    return struct.pack("<IIQ", 9, 8, count) + bytes(8 * count)


def _without_tokenizer() -> dict[str, bytes | None]:
    return {key: None for key in starter().values if key.startswith("tokenizer.")}


def _same(tokens: list[str]) -> dict[str, bytes | None]:
    return {f"{T}tokens": texts(tokens)}


TOKENIZERS = (
    _set("no tokenizer", "it has no vocabulary", _without_tokenizer),
    _set("no tokens", "it has no vocabulary", lambda: {f"{T}tokens": None}),
    _set("no kind of tokenizer", "it names no tokenizer", lambda: {f"{T}model": None}),
    _set("tokenizer none", "it names no tokenizer", lambda: {f"{T}model": string("none")}),
    _set("tokenizer no_vocab", "it names no tokenizer", lambda: {f"{T}model": string("no_vocab")}),
    _set("another tokenizer", "unknown tokenizer: 'gpt9'", lambda: {f"{T}model": string("gpt9")}),
    _set("a long tokenizer", "unknown tokenizer: 'long long", lambda: {f"{T}model": string(LONG)}),
    _set("a tokenizer of a number", "wrong type", lambda: {f"{T}model": number(3)}),
    _set("SentencePiece without bytes", "no tokens for single bytes", lambda: {f"{T}model": string("llama")}),
    _set("a long pre-tokenizer", "unknown pre-tokenizer type", lambda: {f"{T}pre": string(LONG)}),
    _set("no merges", "cannot find tokenizer merges", lambda: {f"{T}merges": None}),
    _set("merges without a blank", None, lambda: {f"{T}merges": texts(["ab"] * 1000)}),
)
TOKENS = (
    _set("all tokens the same", "has 'a' twice", lambda: _same(["a"] * len(tokens()))),
    _set("all tokens empty", None, lambda: _same([""] * len(tokens()))),
    _set("two tokens the same", "twice", lambda: _same([*tokens()[:-1], tokens()[300]])),
    _set("a marker doubled", f"{PREFIX!r} twice", lambda: _same([*tokens()[:-1], PREFIX])),
    _set(
        "all markers the same",
        f"{PREFIX!r} twice",
        lambda: _same([PREFIX if token.startswith("<|fim") else token for token in tokens()]),
    ),
    _set("one token", f"1 tokens, and weights for {len(tokens())}", lambda: _same(["a"])),
    _set(
        "fewer tokens",
        f"4000 tokens, and weights for {len(tokens())}",
        lambda: _same(list(tokens()[:4000])) | _no_types(),
    ),
    _set(
        "a million tokens",
        f"1000000 tokens, and weights for {len(tokens())}",
        lambda: {f"{T}tokens": _many(1_000_000)} | _no_types(),
    ),
    _set("more tokens", "8388607 strings", lambda: {f"{T}tokens": _many((1 << 23) - 1)} | _no_types()),
    _set("other texts", "8388607 strings", lambda: {"x.y": _many((1 << 23) - 1)}),
    _set("texts in three lists", "700000 strings", lambda: {f"x.{n}": _many(700_000) for n in range(3)}),
    _set("long tokens", "bytes", lambda: _same([*tokens()[:-1], "x" * (1 << 26)])),
    _set("no type of a token", None, lambda: {f"{T}token_type": numbers([99] * len(tokens()))}),
)


def _no_types() -> dict[str, bytes | None]:
    return {f"{T}token_type": None}


VALUES = (
    _set("a long name", None, lambda: {"general.name": string(LONG)}),
    _set("a name of several lines", None, lambda: {"general.name": string("a\nb\r\x1b[31m")}),
    _set("a long architecture", "not supported", lambda: {"general.architecture": string(LONG)}),
    _set("a long order", "fill-in-the-middle order", lambda: {"quoin.fim.order": string(LONG)}),
    _set("a long key", "a key has 1000000 bytes", lambda: {"k" * 1_000_000: number(1)}),
    _set("a long template", "bytes", lambda: {"tokenizer.chat_template": string("x" * (1 << 25))}),
    _set("many values", None, lambda: {f"x.{n}": number(n) for n in range(60_000)}),
    _set("a list for a number", "context_length is a list", lambda: {f"{L}context_length": numbers([1] * 9)}),
    _set("a broken number", "embedding_length is 1.5", lambda: {f"{L}embedding_length": real(1.5)}),
    _set("too many layers", "block_count is 4294967295", lambda: {f"{L}block_count": number((1 << 32) - 1)}),
    _set("layers that are not there", "llama.cpp cannot load", lambda: {f"{L}block_count": number(7)}),
    _set("a text for a truth", "wrong type", lambda: {f"{T}add_bos_token": string("x")}),
    _set("a start that is no token", None, lambda: {f"{T}bos_token_id": number(1 << 31)}),
    _set("a truth for a number", "head_count is True", lambda: {f"{L}attention.head_count": _truth()}),
    _set(
        "weights in other files", "llama.cpp cannot load", lambda: {"split.count": struct.pack("<IH", 2, 9)}
    ),
)


def _truth() -> bytes:
    return struct.pack("<I?", BOOL, True)


def _tensor(number: int) -> bytes:
    return text(f"t{number}") + struct.pack("<IQIQ", 1, 1, 0, 32 * number)


WEIGHTS = (
    Odd("no tensors", lambda parts: replace(parts, tensors=()), "no weights"),
    Odd(
        "a tensor is absent",
        lambda parts: replace(parts, tensors=parts.tensors[:-1]),
        "llama.cpp cannot load",
    ),
    Odd("a tensor twice", lambda parts: replace(parts, tensors=parts.tensors[:1] * 2), "two tensors"),
    Odd(
        "many tensors",
        lambda parts: replace(parts, tensors=(*parts.tensors, *map(_tensor, range(60_000)))),
        "llama.cpp cannot load",
    ),
    Odd("weights that are nothing", lambda parts: replace(parts, weights=bytes(len(parts.weights))), None),
    Odd(
        "weights that are no numbers",
        lambda parts: replace(parts, weights=b"\xff" * len(parts.weights)),
        None,
    ),
)
ODD = (*TOKENIZERS, *TOKENS, *VALUES, *WEIGHTS)
