"""What a header may say before the file is loaded."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from quoin.engine.model import STARTER, ModelError, ModelSettings, describe_model_file
from quoin.engine.model.fim.tokens import WANTED
from quoin.engine.model.gguf.checks import check_header, checked_header
from quoin.engine.model.gguf.constants import ARCHITECTURES
from quoin.engine.model.gguf.header import GgufHeader
from quoin.engine.model.llama.memory_limit import BASE, MEGABYTE, cache_bytes, memory_limit

from .damage import Damage, damages, write

FILE = Path("some.gguf")
TOKENS, TYPES, SCORES = (f"tokenizer.ggml.{name}" for name in ("tokens", "token_type", "scores"))
TOKENIZER = "tokenizer.ggml.model"
NUMBERS = {"llama.block_count": 2, "llama.context_length": 512, "llama.embedding_length": 64}
GOOD = GgufHeader(
    version=3,
    metadata={"general.architecture": "llama", TOKENIZER: "gpt2", **NUMBERS},
    array_lengths={TOKENS: 300, TYPES: 300},
    tensor_count=1,
    size_bytes=1000,
    found={},
    array_kinds={TOKENS: 8, TYPES: 5},
)


def header(values: dict[str, Any], **changes: Any) -> GgufHeader:
    metadata = {key: value for key, value in {**GOOD.metadata, **values}.items() if value is not None}
    return replace(GOOD, metadata=metadata, **changes)


@pytest.mark.parametrize(
    "good",
    [
        GOOD,
        header({"llama.attention.head_count": 8, "llama.vocab_size": 300}),
        header({"general.architecture": "qwen2", **{f"qwen2{key[5:]}": n for key, n in NUMBERS.items()}}),
        header({}, array_lengths={TOKENS: 1}, array_kinds={TOKENS: 8}),
        header({}, rows=300),
        header({TOKENIZER: "llama"}, found={TOKENS: {"<0x0A>": 3}}),
        header({}, array_lengths={TOKENS: 2, SCORES: 2}, array_kinds={TOKENS: 8, SCORES: 6}),
    ],
)
def test_good(good: GgufHeader) -> None:
    check_header(good, FILE)


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        (header({"general.architecture": None}), "names no architecture"),
        (header({"general.architecture": 7}), "names no architecture"),
        (header({"general.architecture": "lemma"}), "'lemma', which is not supported"),
        (header({"general.architecture": "bert"}), "'bert', which is not supported"),
        (header({"general.architecture": "x\n" * 99}), "not supported"),
        (header({}, tensor_count=0), "no weights"),
        (header({"llama.block_count": None}), "block_count is missing"),
        (header({"llama.block_count": 0}), "block_count is 0"),
        (header({"llama.block_count": 2**32 - 1}), "block_count is 4294967295"),
        (header({"llama.block_count": "two"}), "block_count is 'two'"),
        (header({"llama.block_count": True}), "block_count is True"),
        (header({"llama.context_length": 1}), "context_length is 1"),
        (header({"llama.embedding_length": 2**31}), "embedding_length is 2147483648"),
        (header({"llama.attention.head_count": -1}), "head_count is -1"),
        (header({"llama.vocab_size": 2**31}), "vocab_size is 2147483648"),
        (header({}, array_lengths={}), "no vocabulary"),
        (header({TOKENIZER: None}), "names no tokenizer"),
        (header({TOKENIZER: "none"}), "names no tokenizer"),
        (header({TOKENIZER: "no_vocab"}), "names no tokenizer"),
        (header({TOKENIZER: "llama"}), "no tokens for single bytes"),
        (header({}, rows=299), "300 tokens, and weights for 299 of them"),
        (
            header({"llama.block_count": None}, array_lengths={"llama.block_count": 3}),
            "block_count is a list",
        ),
        (header({}, array_kinds={TOKENS: 5, TYPES: 5}), f"{TOKENS} has values of the wrong type"),
        (header({}, array_kinds={TOKENS: 8, TYPES: 8}), f"{TYPES} has values of the wrong type"),
        (header({"tokenizer.ggml.merges": "text"}), "merges has values of the wrong type"),
        (header({}, array_lengths={TOKENS: 300, TYPES: 299}), "not as long as the vocabulary"),
    ],
)
def test_bad(bad: GgufHeader, words: str) -> None:
    with pytest.raises(ModelError, match=words) as raised:
        check_header(bad, FILE)
    assert str(FILE) in str(raised.value)
    assert "\n" not in str(raised.value)


def test_architectures_are_those_of_the_library() -> None:
    package = importlib.util.find_spec("llama_cpp")
    assert package is not None
    assert package.origin is not None
    libraries = Path(package.origin).parent.rglob("libllama.*")
    known = b"".join(library.read_bytes() for library in libraries)
    assert {name for name in ARCHITECTURES if name.encode() + b"\0" not in known} == set()


LOADED = [damage for damage in damages()[::20] if not damage.name.startswith("no marker")]


@pytest.mark.parametrize("damage", LOADED, ids=lambda damage: damage.name[:60])
def test_a_description_says_what_loading_would(damage: Damage, tmp_path: Path) -> None:
    path = write(damage, tmp_path / "damaged.gguf")
    said = None
    try:
        checked_header(path, WANTED)
    except ModelError as error:
        said = str(error)
    assert describe_model_file(path).problem == said


CACHE = {"llama.attention.head_count": 8, "llama.attention.head_count_kv": 2}


@pytest.mark.parametrize(
    ("values", "context", "expected"),
    [
        ({}, 4096, 2 * (64 + 64) * 2 * 512),
        ({}, 256, 2 * (64 + 64) * 2 * 256),
        (CACHE, 256, 2 * (8 + 8) * 2 * 2 * 256),
        ({**CACHE, "llama.attention.key_length": 32}, 256, 2 * (32 + 8) * 2 * 2 * 256),
    ],
)
def test_the_cache(values: dict[str, Any], context: int, expected: int) -> None:
    assert cache_bytes(header(values), context) == expected


@pytest.mark.parametrize(
    ("settings", "size", "expected"),
    [
        (ModelSettings(memory_limit=700), 1000, 700 * MEGABYTE),
        (ModelSettings(memory_limit=700, gpu_layers=-1), 1000, 700 * MEGABYTE),
        (ModelSettings(gpu_layers=3), 1000, None),
        (ModelSettings(), 10**6, BASE + 2 * 10**6 + 2 * 262_144),
        (ModelSettings(), 1000, BASE + 2 * 1000 + 2 * 32_000),
    ],
)
def test_the_memory_limit(settings: ModelSettings, size: int, expected: int | None) -> None:
    assert memory_limit(settings, replace(GOOD, size_bytes=size)) == expected


def test_the_starter_model_may_be_loaded() -> None:
    assert describe_model_file(STARTER).problem is None
