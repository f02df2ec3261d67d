"""The vocabulary: a byte-level BPE with the splitting pattern that llama.cpp calls `qwen2`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tokenizers import Regex, Tokenizer
from tokenizers.decoders import ByteLevel as ByteLevelDecoder
from tokenizers.models import BPE
from tokenizers.pre_tokenizers import ByteLevel, PreTokenizer, Split
from tokenizers.pre_tokenizers import Sequence as InOrder
from tokenizers.trainers import BpeTrainer

from quoin.engine.starter.markers import SPELLINGS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

PRE_TOKENIZER = "qwen2"
"""The name of `PATTERN` in llama.cpp (metadata key `tokenizer.ggml.pre`)."""

PATTERN = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
LONGEST_TOKEN = 24
"""Length limit of a token in characters: rulers of dashes in comments would otherwise become entries."""


@dataclass(frozen=True)
class Vocabulary:
    """A byte-level BPE vocabulary as a GGUF file describes it.

    Attributes:
        tokens: the tokens' texts by id, in the byte-level alphabet; the control tokens first.
        merges: the merged pairs by rank, each with a blank between its halves.
    """

    tokens: tuple[str, ...]
    merges: tuple[str, ...]

    def write(self, file: Path) -> None:
        """Write the vocabulary to a file."""
        file.write_text(json.dumps({"tokens": self.tokens, "merges": self.merges}), encoding="utf-8")

    @classmethod
    def read(cls, file: Path) -> Vocabulary:
        """Read what `write` has written."""
        found = json.loads(file.read_text(encoding="utf-8"))
        return cls(tuple(found["tokens"]), tuple(found["merges"]))


def train(texts: Iterable[str], size: int) -> Tokenizer:
    """Learn a vocabulary of `size` entries, including all 256 bytes and the control tokens."""
    tokenizer = Tokenizer(BPE())
    tokenizer.pre_tokenizer = _pre_tokenizer()
    tokenizer.decoder = ByteLevelDecoder()
    tokenizer.train_from_iterator(
        texts,
        BpeTrainer(
            vocab_size=size,
            special_tokens=list(SPELLINGS),
            initial_alphabet=ByteLevel.alphabet(),
            max_token_length=LONGEST_TOKEN,
            show_progress=False,
        ),
    )
    tokenizer.encode_special_tokens = True  # a marker spelt out in source text is text
    return tokenizer


def restored(vocabulary: Vocabulary) -> Tokenizer:
    """Return the tokenizer that has `vocabulary`."""
    by_text = {text: index for index, text in enumerate(vocabulary.tokens)}
    pairs = [tuple(merge.split(" ")) for merge in vocabulary.merges]
    tokenizer = Tokenizer(BPE(vocab=by_text, merges=[(left, right) for left, right in pairs]))
    tokenizer.pre_tokenizer = _pre_tokenizer()
    tokenizer.decoder = ByteLevelDecoder()
    tokenizer.add_special_tokens(list(SPELLINGS))
    tokenizer.encode_special_tokens = True
    return tokenizer


def _pre_tokenizer() -> PreTokenizer:
    return InOrder(
        [Split(Regex(PATTERN), behavior="isolated"), ByteLevel(add_prefix_space=False, use_regex=False)]
    )


def encode(tokenizer: Tokenizer, texts: Sequence[str]) -> list[list[int]]:
    """Return the ids of each text, without any control token."""
    return [found.ids for found in tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)]


def pieces(tokenizer: Tokenizer) -> list[str]:
    """Return the text of each id: empty for a control token, U+FFFD for an incomplete character."""
    return [tokenizer.decode([token]) for token in range(tokenizer.get_vocab_size())]


def vocabulary(tokenizer: Tokenizer) -> Vocabulary:
    """Return the entries and merges of a trained vocabulary."""
    model = json.loads(tokenizer.to_str())["model"]
    by_id = sorted(model["vocab"].items(), key=lambda entry: int(entry[1]))
    return Vocabulary(
        tokens=tuple(token for token, _ in by_id),
        merges=tuple(pair if isinstance(pair, str) else " ".join(pair) for pair in model["merges"]),
    )
