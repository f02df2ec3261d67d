"""Vocabularies for tests: small files with the layouts of well-known families, and real ones.

The layouts have each family's tokens in their order, kinds and keys, over 256 bytes and a few words.
Real vocabularies without weights come with llama-cpp-python's source package (see benchmarks/README.md);
`QUOIN_VOCABULARIES` names the folder that holds them.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from gguf import GGUFWriter, TokenType

from benchmarks.vocabularies import byte_alphabet
from quoin.engine.model.fim.tokens import WANTED, find_fim_tokens
from quoin.engine.model.gguf.header import read_header
from quoin.engine.model.llama.library import error_log, load_library
from quoin.engine.model.llama.vocabulary import LlamaVocabulary

REAL = Path(os.environ.get("QUOIN_VOCABULARIES", "/nowhere"))

CONTROL, DEFINED, NORMAL = TokenType.CONTROL, TokenType.USER_DEFINED, TokenType.NORMAL
WORDS = ["de", "def", "Ġdef", "re", "ret", "<|", "fim"]
PIECES = ["▁", "d", "de", "def", "▁def", "<", "|", "PRE", "▁<"]


@dataclass(frozen=True)
class Layout:
    """A family's vocabulary: special tokens `before` and `after` the others, and what the file says."""

    before: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    kind: TokenType = CONTROL
    sentence_piece: bool = False
    keys: dict[str, str] = field(default_factory=dict)
    begin: str | None = None
    space_prefix: bool = True


QWEN = ["<|fim_prefix|>", "<|fim_middle|>", "<|fim_suffix|>", "<|fim_pad|>", "<|repo_name|>", "<|file_sep|>"]
STARCODER = ["<|endoftext|>", "<fim_prefix>", "<fim_middle>", "<fim_suffix>", "<fim_pad>"]
DEEPSEEK = ["<｜begin▁of▁sentence｜>", "<｜end▁of▁sentence｜>"]  # noqa: RUF001
DEEPSEEK_FIM = ["<｜fim▁hole｜>", "<｜fim▁begin｜>", "<｜fim▁end｜>"]  # noqa: RUF001
GEMMA = ["<pad>", "<eos>", "<bos>", "<unk>"]
PIPES = ["<|fim_prefix|>", "<|fim_middle|>", "<|fim_suffix|>"]
GEMMA_KEYS = dict(zip(("prefix", "middle", "suffix"), PIPES, strict=True))
LLAMA = ["<unk>", "<s>", "</s>"]
CODE_LLAMA = ["▁<PRE>", "▁<SUF>", "▁<MID>", "▁<EOT>"]
CODE_LLAMA_KEYS = dict(zip(("prefix", "suffix", "middle", "eot"), CODE_LLAMA, strict=True))
SEED = ["<[begin▁of▁sentence]>", "<[end▁of▁sentence]>", "<[PAD▁TOKEN]>"]
SEED_FIM = ["<[fim-prefix]>", "<[fim-suffix]>", "<[fim-middle]>"]
SANTA = ["<|endoftext|>", "<fim-prefix>", "<fim-middle>", "<fim-suffix>", "<fim-pad>"]

LAYOUTS = {
    "Qwen2.5-Coder": Layout(after=["<|endoftext|>", "<|im_start|>", "<|im_end|>", *QWEN]),
    "Qwen3-Coder": Layout(
        after=["<|endoftext|>", "<|im_start|>", "<|im_end|>", *QWEN, "<tool_call>"],
        keys={"fim_pre": QWEN[0], "fim_mid": QWEN[1], "fim_suf": QWEN[2], "fim_rep": QWEN[4]},
    ),
    "DeepSeek-Coder": Layout(
        after=[*DEEPSEEK, *DEEPSEEK_FIM, "<pad>", "<|User|>", "<|Assistant|>", "<|EOT|>"],
        kind=DEFINED,
        begin=DEEPSEEK[0],
    ),
    "DeepSeek-Coder-V2": Layout(after=[*DEEPSEEK, *DEEPSEEK_FIM], begin=DEEPSEEK[0]),
    "StarCoder": Layout([*STARCODER, "<filename>", "<gh_stars>", "<issue_start>", "<reponame>"]),
    "Granite-Code": Layout([*STARCODER, "<filename>", "<gh_stars>", "<reponame>"], kind=DEFINED),
    "StarCoder2": Layout([*STARCODER, "<repo_name>", "<file_sep>", "<issue_start>"]),
    "SantaCoder": Layout(after=SANTA),
    "CodeLlama": Layout(LLAMA, CODE_LLAMA, NORMAL, True, CODE_LLAMA_KEYS, begin="<s>"),
    "CodeLlama without keys": Layout(LLAMA, CODE_LLAMA, NORMAL, True, begin="<s>"),
    "CodeGemma": Layout(
        [*GEMMA, *PIPES, "<|file_separator|>"],
        kind=DEFINED,
        sentence_piece=True,
        keys=GEMMA_KEYS,
        begin="<bos>",
        space_prefix=False,
    ),
    "Codestral": Layout(
        [*LLAMA, "[INST]", "[/INST]", "[PREFIX]", "[SUFFIX]"], [], CONTROL, True, begin="<s>"
    ),
    "Seed-Coder": Layout([*SEED, *SEED_FIM], begin=SEED[0]),
    "by metadata": Layout(
        ["<|endoftext|>", "<A>", "<B>", "<C>", "<D>"],
        keys={"fim_pre": "<A>", "fim_suf": "<B>", "fim_mid": "<C>", "fim_sep": "<D>"},
    ),
    "none": Layout(["<|endoftext|>"]),
}


def write(layout: Layout, path: Path) -> Path:
    """A file with this vocabulary and no weights."""
    plain = [f"<0x{byte:02X}>" for byte in range(256)] if layout.sentence_piece else list(byte_alphabet())
    words = PIECES if layout.sentence_piece else WORDS
    tokens = [*layout.before, *plain, *words, *layout.after]
    plain_kind = TokenType.BYTE if layout.sentence_piece else NORMAL
    kinds = [layout.kind] * len(layout.before) + [plain_kind] * 256 + [NORMAL] * len(words)
    kinds += [layout.kind] * len(layout.after)
    writer = GGUFWriter(path, "llama")
    writer.add_context_length(64)
    writer.add_embedding_length(32)
    writer.add_block_count(1)
    writer.add_feed_forward_length(32)
    writer.add_head_count(1)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_tokenizer_model("llama" if layout.sentence_piece else "gpt2")
    writer.add_token_list(tokens)
    writer.add_token_types(kinds)
    if layout.sentence_piece:
        writer.add_token_scores([-float(number) for number in range(len(tokens))])
        writer.add_add_space_prefix(layout.space_prefix)
    else:
        writer.add_tokenizer_pre("default")
        writer.add_token_merges(["d e", "de f", "Ġ def", "r e", "re t"])
    for key, spelling in layout.keys.items():
        writer.add_uint32(f"tokenizer.ggml.{key}_token_id", tokens.index(spelling))
    writer.add_add_bos_token(layout.begin is not None)
    if layout.begin is not None:
        writer.add_bos_token_id(tokens.index(layout.begin))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def load_vocabulary(path: Path) -> LlamaVocabulary:
    """The vocabulary of a file in llama.cpp, without the weights."""
    library = load_library()
    error_log()
    parameters = library.llama_model_default_params()
    parameters.vocab_only = True
    model = library.llama_model_load_from_file(str(path).encode(), parameters)
    assert model, path
    header = read_header(path, WANTED)
    handle = library.llama_model_get_vocab(model)
    return LlamaVocabulary(library, handle, header, find_fim_tokens(header, path))
