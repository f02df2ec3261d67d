"""Writes and reads the GGUF file, which contains the network and its vocabulary for llama.cpp."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from gguf import GGMLQuantizationType, GGUFReader, GGUFWriter, LlamaFileType, TokenType
from gguf.quants import dequantize, quantize

from quoin.engine.starter import markers
from quoin.engine.starter.bpe import PRE_TOKENIZER, Vocabulary
from quoin.engine.starter.net import EPSILON, ROTARY_BASE, Shape, Weights

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

ARCHITECTURE = "llama"
NAME = "quoin starter"
DESCRIPTION = "Fill in the middle of source code, trained on "

LICENCES = (
    "0BSD AND Apache-2.0 AND BSD-2-Clause AND BSD-3-Clause AND BSL-1.0 AND CC0-1.0 AND ISC AND MIT AND MIT-0 "
    "AND PSF-2.0 AND Unlicense AND Zlib"
)
"""The licences of the project and of the texts, as an SPDX expression."""

KINDS = {
    "f16": (GGMLQuantizationType.F16, LlamaFileType.MOSTLY_F16),
    "q8_0": (GGMLQuantizationType.Q8_0, LlamaFileType.MOSTLY_Q8_0),
}
"""The types of a file's matrices, and of the file, by name."""

SEED_KEY = "quoin.training.seed"
TOKENS_KEY = "quoin.training.tokens"
SHARES_KEY = "quoin.ngrams.shares"
"""The metadata key of the weights of the n-grams of the user's file (see `engine/model/prompt/nearby.py`)."""


@dataclass(frozen=True)
class Origin:
    """The origin of a model, which is written into its file.

    Attributes:
        corpus: a description of the texts.
        seed: the seed of the run.
        tokens: the number of tokens of the run.
        licence: the licence of the file, an SPDX expression: the project's, and those of the texts.
    """

    corpus: str
    seed: int
    tokens: int
    licence: str


@dataclass(frozen=True)
class Contents:
    """The contents of a file.

    Attributes:
        weights: the network's tensors, in 32 bits.
        shape: the network's sizes.
        vocabulary: the tokens and merges.
        origin: the model's origin.
        shares: the weights of n-grams with this model, as `shares.written` formats them; if empty, the
            model is used without n-grams.
    """

    weights: Weights
    shape: Shape
    vocabulary: Vocabulary
    origin: Origin
    shares: str = ""


def write(path: Path, contents: Contents, kind: str = "q8_0") -> None:
    """Write a model to `path`, replacing an existing file atomically.

    Args:
        path: the GGUF file.
        contents: what it contains.
        kind: the type of its matrices, a key of `KINDS`. Gains are in F32.
    """
    matrices, file = KINDS[kind]
    partial = path.with_name(path.name + ".partial")
    writer = GGUFWriter(partial, ARCHITECTURE)
    _describe(writer, contents.origin)
    writer.add_file_type(file)
    if contents.shares:
        writer.add_string(SHARES_KEY, contents.shares)
    _add_sizes(writer, contents.shape)
    _add_vocabulary(writer, contents.vocabulary)
    for name, tensor in contents.weights.items():
        exact = tensor.detach().cpu().numpy().astype(np.float32)
        type_ = matrices if exact.ndim > 1 else GGMLQuantizationType.F32
        writer.add_tensor(name, quantize(exact, type_), raw_dtype=type_)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    partial.replace(path)


def read(path: Path) -> Contents:
    """Read a file that `write` has written."""
    reader = GGUFReader(path)
    said = {key: field.contents() for key, field in reader.fields.items()}
    return Contents(
        {
            tensor.name: torch.from_numpy(dequantize(tensor.data, tensor.tensor_type))
            for tensor in reader.tensors
        },
        _sizes(said),
        Vocabulary(tuple(said["tokenizer.ggml.tokens"]), tuple(said["tokenizer.ggml.merges"])),
        Origin(
            said["general.description"].removeprefix(DESCRIPTION),
            *(said[SEED_KEY], said[TOKENS_KEY]),
            said["general.license"],
        ),
        said.get(SHARES_KEY, ""),
    )


def _sizes(said: Mapping[str, Any]) -> Shape:
    """Return the sizes that `_add_sizes` has written."""
    return Shape(
        vocabulary=said["llama.vocab_size"],
        width=said["llama.embedding_length"],
        blocks=said["llama.block_count"],
        heads=said["llama.attention.head_count"],
        shared_heads=said["llama.attention.head_count_kv"],
        hidden=said["llama.feed_forward_length"],
        context=said["llama.context_length"],
    )


def _describe(writer: GGUFWriter, origin: Origin) -> None:
    writer.add_name(NAME)
    writer.add_license(origin.licence)
    writer.add_description(DESCRIPTION + origin.corpus)
    writer.add_string(markers.ORDER_KEY, markers.ORDER)
    writer.add_uint64(SEED_KEY, origin.seed)
    writer.add_uint64(TOKENS_KEY, origin.tokens)


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
    writer.add_bos_token_id(markers.END)  # otherwise llama.cpp uses another entry as this token
    writer.add_eos_token_id(markers.END)
    writer.add_eot_token_id(markers.END)
    writer.add_add_bos_token(value=False)
    writer.add_uint32("tokenizer.ggml.fim_pre_token_id", markers.PREFIX)
    writer.add_uint32("tokenizer.ggml.fim_suf_token_id", markers.SUFFIX)
    writer.add_uint32("tokenizer.ggml.fim_mid_token_id", markers.MIDDLE)
