"""Which markers a model has, in which order it reads them, and how it is shown other files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from gguf import GGUFReader

from quoin.engine.errors import ModelError
from quoin.engine.model.fim.families import FAMILIES
from quoin.engine.model.fim.tokens import ORDER_KEY, WANTED, FimTokens, find_fim_tokens
from quoin.engine.model.gguf.header import GgufHeader, read_header
from tests.engine.model.llama.vocabularies import LAYOUTS, REAL, load_vocabulary, write

if TYPE_CHECKING:
    from quoin.engine.model.llama.vocabulary import LlamaVocabulary

FILE = Path("some.gguf")
KEY = "tokenizer.ggml.{}_token_id"
QWEN = {"<|fim_prefix|>": 1, "<|fim_suffix|>": 2, "<|fim_middle|>": 3}
TOLD = {KEY.format("fim_pre"): 1, KEY.format("fim_suf"): 2, KEY.format("fim_mid"): 3}
OLDER = {KEY.format("prefix"): 1, KEY.format("suffix"): 2, KEY.format("middle"): 3}
NOT_TOKENS = {key: 1000 + number for key, number in TOLD.items()}
CODESTRAL = {"[PREFIX]": 4, "[SUFFIX]": 5}


def find(tokens: dict[str, int], metadata: dict[str, Any]) -> FimTokens | None:
    lengths = {"tokenizer.ggml.tokens": 100}
    return find_fim_tokens(GgufHeader(3, metadata, lengths, 0, 0, {"tokenizer.ggml.tokens": tokens}), FILE)


@pytest.mark.parametrize(
    ("tokens", "metadata", "expected"),
    [
        ({}, TOLD, (1, 2, 3, "psm")),
        ({}, OLDER, (1, 2, 3, "psm")),
        (QWEN, TOLD, (1, 2, 3, "psm")),
        (QWEN, {}, (1, 2, 3, "psm")),
        (QWEN, NOT_TOKENS, (1, 2, 3, "psm")),
        (QWEN, {KEY.format("fim_pre"): True}, (1, 2, 3, "psm")),
        (QWEN | CODESTRAL, {KEY.format("fim_pre"): 4}, (4, 5, None, "spm")),
        (CODESTRAL, {}, (4, 5, None, "spm")),
        (QWEN, {ORDER_KEY: "spm"}, (1, 2, 3, "spm")),
        (QWEN, {ORDER_KEY: "spm2"}, (1, 2, 3, "spm2")),
        (CODESTRAL, {ORDER_KEY: "psm", KEY.format("fim_mid"): 6}, (4, 5, 6, "psm")),
    ],
)
def test_found(
    tokens: dict[str, int], metadata: dict[str, str | int], expected: tuple[int, int, int | None, str]
) -> None:
    found = find(tokens, metadata)
    assert found is not None
    assert (found.prefix, found.suffix, found.middle, found.order) == expected


STARCODER = {name: number for number, name in enumerate(("<fim_prefix>", "<fim_suffix>", "<fim_middle>"), 1)}
STARCODER |= {"<filename>": 4, "<reponame>": 5, "<fim_pad>": 6}


@pytest.mark.parametrize(
    ("metadata", "family", "order", "separator"),
    [
        ({"general.name": "Mellum 4b Base"}, "Mellum", "spm", 4),
        ({"general.basename": "Mellum", "general.name": "4b"}, "Mellum", "spm", 4),
        ({"general.name": "Granite 3b Code Base"}, "StarCoder, Granite-Code", "spm2", None),
        ({}, "StarCoder, Granite-Code", "spm2", None),
    ],
)
def test_a_family_with_the_markers_of_another(
    metadata: dict[str, str], family: str, order: str, separator: int | None
) -> None:
    found = find(STARCODER, metadata)
    assert found is not None
    assert (found.family, found.order, found.separator) == (family, order, separator)


@pytest.mark.parametrize(
    ("tokens", "metadata"), [({}, {}), ({"<|fim_prefix|>": 1}, {}), ({}, {KEY.format("fim_suf"): 2})]
)
def test_no_markers(tokens: dict[str, int], metadata: dict[str, str | int]) -> None:
    assert find(tokens, metadata) is None


@pytest.mark.parametrize(
    ("tokens", "metadata", "words"),
    [
        ({}, {key: number for key, number in TOLD.items() if number < 3}, "lacks one"),
        (CODESTRAL, {ORDER_KEY: "psm"}, "lacks one"),
        (QWEN, {ORDER_KEY: "sideways"}, "'sideways'"),
    ],
)
def test_refused(tokens: dict[str, int], metadata: dict[str, str | int], words: str) -> None:
    with pytest.raises(ModelError, match=words) as raised:
        find(tokens, metadata)
    assert str(FILE) in str(raised.value)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_each_family_of_the_table(family: object) -> None:
    spellings: tuple[str, ...] = getattr(family, "spellings")  # noqa: B009
    tokens = {spelling: number for number, spelling in enumerate(spellings, 7)}
    found = find(tokens, {"general.name": getattr(family, "known_by_name")})  # noqa: B009
    assert found is not None
    assert (found.family, found.order) == (getattr(family, "name"), getattr(family, "orders")[0])  # noqa: B009
    assert set(found.ids.values()) <= set(tokens.values())


@pytest.mark.parametrize(
    ("tokens", "expected"),
    [
        (FimTokens(1, 2, 3, "psm"), [1, 10, 11, 2, 20, 3]),
        (FimTokens(1, 2, 3, "spm"), [2, 20, 1, 10, 11, 3]),
        (FimTokens(1, 2, None, "spm"), [2, 20, 1, 10, 11]),
        (FimTokens(1, 2, 3, "spm2"), [1, 2, 20, 3, 10, 11]),
    ],
)
def test_arranged(tokens: FimTokens, expected: list[int]) -> None:
    assert tokens.arrange([10, 11], [20]) == expected


def markers(path: Path) -> tuple[FimTokens | None, dict[str, str]]:
    """A file's markers, and their spellings by their names."""
    header = read_header(path, WANTED | {"<A>", "<B>", "<C>", "<D>"})
    found = find_fim_tokens(header, path)
    spellings = {token: spelling for spelling, token in header.found.get("tokenizer.ggml.tokens", {}).items()}
    return found, {name: spellings[token] for name, token in (found.ids if found else {}).items()}


PIPES = {"prefix": "<|fim_prefix|>", "suffix": "<|fim_suffix|>", "middle": "<|fim_middle|>"}
PLAIN = {"prefix": "<fim_prefix>", "suffix": "<fim_suffix>", "middle": "<fim_middle>"}
DASHES = {"prefix": "<fim-prefix>", "suffix": "<fim-suffix>", "middle": "<fim-middle>"}
DEEPSEEK = {"prefix": "<｜fim▁begin｜>", "suffix": "<｜fim▁hole｜>", "middle": "<｜fim▁end｜>"}  # noqa: RUF001
CODE_LLAMA = {"prefix": "▁<PRE>", "suffix": "▁<SUF>", "middle": "▁<MID>"}
FILES = {"separator": "<|file_sep|>", "repository": "<|repo_name|>"}
STAR_FILES = {"separator": "<file_sep>", "repository": "<repo_name>"}
EXPECTED = {
    "Qwen2.5-Coder": ("psm", "front", PIPES | FILES, {"<|endoftext|>", "<|im_end|>", "<|fim_pad|>"}),
    "Qwen3-Coder": ("psm", "front", PIPES | FILES, {"<|endoftext|>", "<|im_end|>", "<|fim_pad|>"}),
    "DeepSeek-Coder": ("psm", "comment", DEEPSEEK, {"<｜end▁of▁sentence｜>", "<|EOT|>"}),  # noqa: RUF001
    "DeepSeek-Coder-V2": ("psm", "comment", DEEPSEEK, {"<｜end▁of▁sentence｜>"}),  # noqa: RUF001
    "StarCoder": ("spm2", "comment", PLAIN, {"<|endoftext|>", "<filename>", "<fim_pad>", "<reponame>"}),
    "Granite-Code": ("spm2", "comment", PLAIN, {"<|endoftext|>", "<filename>", "<reponame>"}),
    "StarCoder2": ("spm2", "inside", PLAIN | STAR_FILES, {"<|endoftext|>", "<fim_pad>"}),
    "SantaCoder": ("spm2", "comment", DASHES, {"<|endoftext|>", "<fim-pad>"}),
    "CodeLlama": ("spm2", "comment", CODE_LLAMA, {"</s>", "▁<EOT>"}),
    "CodeLlama without keys": ("spm2", "comment", CODE_LLAMA, {"</s>", "▁<EOT>"}),
    "CodeGemma": ("psm", "between", PIPES | {"separator": "<|file_separator|>"}, {"<eos>"}),
    "Codestral": ("spm", "plus", {"prefix": "[PREFIX]", "suffix": "[SUFFIX]"}, {"</s>"}),
    "Seed-Coder": (
        *("spm", "comment"),
        {"prefix": "<[fim-prefix]>", "suffix": "<[fim-suffix]>", "middle": "<[fim-middle]>"},
        set[str](),
    ),
    "by metadata": (
        *("psm", "front"),
        {"prefix": "<A>", "suffix": "<B>", "middle": "<C>", "separator": "<D>"},
        {"<|endoftext|>"},
    ),
}


@pytest.mark.parametrize("name", EXPECTED)
def test_markers_of_a_familys_layout(name: str, tmp_path: Path) -> None:
    order, others, spellings, _ = EXPECTED[name]
    found, spelled = markers(write(LAYOUTS[name], tmp_path / "vocabulary.gguf"))
    assert found is not None
    assert (found.order, found.others, spelled) == (order, others, spellings)


@pytest.mark.parametrize("name", EXPECTED)
def test_tokens_of_a_familys_layout(name: str, tmp_path: Path) -> None:
    path = write(LAYOUTS[name], tmp_path / "vocabulary.gguf")
    vocabulary = load_vocabulary(path)
    spellings = GGUFReader(path).fields["tokenizer.ggml.tokens"].contents()
    _, _, names, ends = EXPECTED[name]
    assert {spellings[token] for token in vocabulary.ends} >= {*names.values(), *ends}
    begin = LAYOUTS[name].begin
    assert [spellings[token] for token in vocabulary.start] == ([] if begin is None else [begin])
    assert all(vocabulary.pieces[token] == b"" for token in vocabulary.ends)
    for byte in range(256):
        assert bytes([byte]) in vocabulary.pieces


def check_text(vocabulary: LlamaVocabulary, text: str) -> None:
    """The text is spelled by tokens none of which means anything to the model beyond its bytes."""
    tokens = vocabulary.tokenise(text.encode())
    assert not vocabulary.ends.union(vocabulary.start) & set(tokens)
    assert b"".join(vocabulary.pieces[token] for token in tokens) == text.encode()


@pytest.mark.parametrize("name", LAYOUTS)
def test_the_spelling_of_a_special_token_is_text(name: str, tmp_path: Path) -> None:
    layout = LAYOUTS[name]
    vocabulary = load_vocabulary(write(layout, tmp_path / "vocabulary.gguf"))
    for special in (*layout.before, *layout.after):
        # SentencePiece writes a blank so.
        text = special.replace("▁", " ") if layout.sentence_piece else special
        for around in ("{0}", "def{0}x", "'{0}{0}'", f"{text[:-1]}{{0}}"):
            check_text(vocabulary, around.format(text))


def test_a_prefix_may_start_with_sentence_pieces_blank(tmp_path: Path) -> None:
    for name, first in (("CodeLlama", b" def"), ("CodeGemma", b"def"), ("Qwen2.5-Coder", b"def")):
        vocabulary = load_vocabulary(write(LAYOUTS[name], tmp_path / f"{name}.gguf"))
        assert vocabulary.pieces[vocabulary.tokenise(b"def", starts=True)[0]] == first
        assert vocabulary.pieces[vocabulary.tokenise(b"def")[0]] == b"def"


SOURCE = (
    "def area(w, h):\n\t# naïve: 'é漢🙂' <fim_prefix> [PREFIX] <|fim_prefix|> <PRE>\r\n    return  w*h\n\n\n"
)
REAL_FAMILIES = {
    "starcoder": "StarCoder2",
    "refact": "StarCoder, Granite-Code",
    "deepseek-coder": "DeepSeek-Coder, DeepSeek-Coder-V2",
    "deepseek-llm": None,
    "qwen2": None,
    "llama-bpe": None,
    "llama-spm": None,
    "phi-3": None,
    "falcon": None,
    "command-r": None,
    "gpt-2": None,
    "gemma-4": None,
}


@pytest.mark.parametrize("name", REAL_FAMILIES)
def test_real_vocabularies(name: str) -> None:
    path = REAL / f"ggml-vocab-{name}.gguf"
    if not path.exists():
        pytest.skip("QUOIN_VOCABULARIES names no folder with this file")
    found = find_fim_tokens(read_header(path, WANTED), path)
    assert (found.family if found else None) == REAL_FAMILIES[name]
    vocabulary = load_vocabulary(path)
    check_text(vocabulary, SOURCE)
