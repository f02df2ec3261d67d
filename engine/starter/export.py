"""The GGUF file: the network and its vocabulary, as llama.cpp reads them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from gguf import GGUFReader, GGUFWriter, LlamaFileType, TokenType

from engine.starter import markers
from engine.starter.bpe import PRE_TOKENIZER, Vocabulary
from engine.starter.net import EPSILON, ROTARY_BASE, Shape, Weights

if TYPE_CHECKING:
    from pathlib import Path

ARCHITECTURE = "llama"
NAME = "quoin starter"
LICENCE = "Apache-2.0 AND PSF-2.0"
"""The project's own licence, and that of the texts that it was trained on."""


@dataclass(frozen=True)
class Origin:
    """How a model came to be, written into its file.

    Attributes:
        corpus: the texts, in words.
        seed: of the run.
        tokens: that the run saw.
    """

    corpus: str
    seed: int
    tokens: int


def write(path: Path, weights: Weights, shape: Shape, vocabulary: Vocabulary, origin: Origin) -> None:
    """Write the model to `path`: matrices in F16, gains in F32. A file there is replaced in one move."""
    partial = path.with_name(path.name + ".partial")
    writer = GGUFWriter(partial, ARCHITECTURE)
    _describe(writer, origin)
    _add_sizes(writer, shape)
    _add_vocabulary(writer, vocabulary)
    for name, tensor in weights.items():
        kind = np.float16 if tensor.ndim > 1 else np.float32
        writer.add_tensor(name, tensor.detach().numpy().astype(kind))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    partial.replace(path)


@dataclass(frozen=True)
class Found:
    """What is read of a file that `write` wrote.

    Attributes:
        weights: the network's tensors, in 32 bits.
        vocabulary: its tokens and merges.
        tokens: that training saw.
    """

    weights: Weights
    vocabulary: Vocabulary
    tokens: int


def read(path: Path) -> Found:
    """Read back a model that `write` wrote."""
    reader = GGUFReader(path)

    def value(key: str) -> Any:  # noqa: ANN401 - of the type that the key has
        return reader.fields[key].contents()

    return Found(
        {tensor.name: torch.from_numpy(tensor.data.astype(np.float32)) for tensor in reader.tensors},
        Vocabulary(tuple(value("tokenizer.ggml.tokens")), tuple(value("tokenizer.ggml.merges"))),
        int(value("quoin.training.tokens")),
    )


def _describe(writer: GGUFWriter, origin: Origin) -> None:
    writer.add_name(NAME)
    writer.add_license(LICENCE)
    writer.add_description(f"Fill in the middle for Python, trained on {origin.corpus}")
    writer.add_file_type(LlamaFileType.MOSTLY_F16)
    writer.add_string(markers.ORDER_KEY, markers.ORDER)
    writer.add_uint64("quoin.training.seed", origin.seed)
    writer.add_uint64("quoin.training.tokens", origin.tokens)


def _add_sizes(writer: GGUFWriter, shape: Shape) -> None:
    writer.add_vocab_size(shape.vocabulary)
    writer.add_context_length(shape.context)
    writer.add_embedding_length(shape.width)
    writer.add_block_count(shape.blocks)
    writer.add_feed_forward_length(shape.hidden)
    writer.add_head_count(shape.heads)
    writer.add_head_count_kv(shape.shared_heads)
    writer.add_layer_norm_rms_eps(EPSILON)
    writer.add_rope_dimension_count(shape.head)
    writer.add_rope_freq_base(ROTARY_BASE)


def _add_vocabulary(writer: GGUFWriter, vocabulary: Vocabulary) -> None:
    control = len(markers.SPELLINGS)
    kinds = [TokenType.CONTROL] * control + [TokenType.NORMAL] * (len(vocabulary.tokens) - control)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre(PRE_TOKENIZER)
    writer.add_token_list(vocabulary.tokens)
    writer.add_token_types(kinds)
    writer.add_token_merges(vocabulary.merges)
    writer.add_bos_token_id(markers.END)  # without it llama.cpp takes another entry for it
    writer.add_eos_token_id(markers.END)
    writer.add_eot_token_id(markers.END)
    writer.add_add_bos_token(value=False)
    writer.add_uint32("tokenizer.ggml.fim_pre_token_id", markers.PREFIX)
    writer.add_uint32("tokenizer.ggml.fim_suf_token_id", markers.SUFFIX)
    writer.add_uint32("tokenizer.ggml.fim_mid_token_id", markers.MIDDLE)
