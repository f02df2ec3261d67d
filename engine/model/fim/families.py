"""This table holds the fill-in-the-middle markers of the families of code models.

A family is recognised by its markers' spelling in the vocabulary, and by its name where another one spells
them alike. The table adds what model files do not
say: the orders in which the family was trained, how a prompt shows other files, and what else ends a middle.
The spellings are in each model's tokenizer files; `source` names the sources of the rest.

Orders (Bavarian et al. 2022, "Efficient Training of Language Models to Fill in the Middle", section 3
and appendix D), where `P` and `S` are the texts before and after the cursor:

- `psm`: prefix marker, P, suffix marker, S, middle marker.
- `spm`: suffix marker, S, prefix marker, P, middle marker ("variant 1").
- `spm2`: prefix marker, suffix marker, S, middle marker, P ("variant 2": a middle without a prefix, so
  that a model learns both orders from each other).

With the suffix first, the typed text stands at the prompt's end, and the evaluation of all text before it is
kept from the last request. If a family knows several orders, one with the suffix first is therefore the
first in its list (`benchmarks.keystrokes` measures the effect).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Order = Literal["psm", "spm", "spm2"]

Others = Literal["front", "inside", "between", "plus", "comment"]
"""How a prompt shows other files than the current one. In `front` and `inside`, the family's separator stands
before each file, and the file's name on a line of its own; `front` puts all of this before the markers, and
`inside` puts the current file's name inside them. In `between`, the separator stands between files. Without a
separator, the other files stand in the prefix, each under a line that begins with five `plus` signs or is a
`comment`."""


@dataclass(frozen=True)
class Family:
    """Models that share their markers.

    Attributes:
        name: The name of the models.
        prefix: The spelling of the marker of the text before the cursor.
        suffix: The spelling of the marker of the text after the cursor.
        middle: The spelling of the marker of the middle; empty if there is none.
        orders: The orders in which the models were trained; the first is used.
        source: The sources of the orders and layouts.
        others: How a prompt shows other files.
        separator: The spelling of the marker that separates files; empty if there is none.
        repository: The spelling of the marker of a repository's name; empty if there is none.
        known_by_name: A part of the name in the files of its models, in small letters, where the markers are
            another family's too; empty if they tell it.
        others_known_by: Further spellings that distinguish the family from another with equal markers.
        ends: The spellings of tokens that end a middle although llama.cpp does not treat them as ends.
        blank: Whether the prefix is tokenised as the start of a text, which in SentencePiece's
            vocabularies begins with a blank.
    """

    name: str
    prefix: str
    suffix: str
    middle: str
    orders: tuple[Order, ...]
    source: str
    others: Others = "comment"
    separator: str = ""
    repository: str = ""
    known_by_name: str = ""
    others_known_by: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    blank: bool = False

    @property
    def spellings(self) -> tuple[str, ...]:
        """All tokens that a vocabulary of the family must have."""
        markers = (self.prefix, self.suffix, self.middle, self.separator, self.repository)
        return (*filter(None, markers), *self.others_known_by)


_PIPES = ("<|fim_prefix|>", "<|fim_suffix|>", "<|fim_middle|>")
_PLAIN = ("<fim_prefix>", "<fim_suffix>", "<fim_middle>")

FAMILIES = (
    Family(
        "Qwen2.5-Coder, Qwen3-Coder",
        *_PIPES,
        orders=("psm",),
        source="Hui et al. 2024, Qwen2.5-Coder Technical Report (arXiv:2409.12186), sections 3.1 and 3.2",
        others="front",
        separator="<|file_sep|>",
        repository="<|repo_name|>",
        ends=("<|fim_pad|>",),
    ),
    Family(
        "CodeGemma",
        *_PIPES,
        # CodeGemma was trained in both orders, but the places of the markers in the other are not published.
        orders=("psm",),
        source="CodeGemma Team 2024 (arXiv:2406.11409), sections on preprocessing and inference",
        others="between",
        separator="<|file_separator|>",
    ),
    Family("as Qwen2.5-Coder, for single files", *_PIPES, orders=("psm",), source="as Qwen2.5-Coder"),
    Family(
        "StarCoder2",
        *_PLAIN,
        orders=("spm2", "psm"),
        source="Lozhkov et al. 2024, StarCoder 2 and The Stack v2 (arXiv:2402.19173), section 5.1",
        others="inside",
        separator="<file_sep>",
        repository="<repo_name>",
        ends=("<fim_pad>", "<repo_name>"),
    ),
    Family(
        "Mellum",
        *_PLAIN,
        # Its order is none of StarCoder's, whose markers it has: the suffix and its marker come first.
        orders=("spm",),
        source="JetBrains 2025, Mellum (arXiv:2510.05788), on pre-training: S-P-M; the card of "
        "JetBrains/Mellum-4b-base at huggingface.co, whose example has other files, each after <filename>, "
        "and then <fim_suffix>, <fim_prefix> and <fim_middle>",
        others="front",
        separator="<filename>",
        known_by_name="mellum",
        ends=("<fim_pad>", "<reponame>"),
    ),
    Family(
        "StarCoder, Granite-Code",
        *_PLAIN,
        orders=("spm2", "psm"),
        # A training document was one file, so a prompt shows other files as comments.
        source="Li et al. 2023, StarCoder (arXiv:2305.06161), section 3; Mishra et al. 2024, "
        "Granite Code Models (arXiv:2405.04324), section on training",
        others_known_by=("<filename>", "<reponame>"),
        ends=("<filename>", "<fim_pad>"),
    ),
    Family("as StarCoder, nothing else known", *_PLAIN, orders=("psm",), source="llama.cpp, /infill"),
    Family(
        "SantaCoder",
        "<fim-prefix>",
        "<fim-suffix>",
        "<fim-middle>",
        orders=("spm2", "psm"),
        source="Ben Allal et al. 2023, SantaCoder (arXiv:2301.03988), section on fill-in-the-middle",
        ends=("<fim-pad>",),
    ),
    Family(
        "DeepSeek-Coder, DeepSeek-Coder-V2",
        "<｜fim▁begin｜>",  # noqa: RUF001  the sign is the vocabulary's
        "<｜fim▁hole｜>",  # noqa: RUF001
        "<｜fim▁end｜>",  # noqa: RUF001
        orders=("psm",),
        source="Guo et al. 2024, DeepSeek-Coder (arXiv:2401.14196), section 3.1.2; DeepSeek-AI 2024, "
        "DeepSeek-Coder-V2 (arXiv:2406.11931), section on the training strategy",
        ends=("<|EOT|>",),
    ),
    Family(
        "CodeLlama",
        "▁<PRE>",
        "▁<SUF>",
        "▁<MID>",
        orders=("spm2", "psm"),
        source="Rozière et al. 2023, Code Llama (arXiv:2308.12950), section 2.3; the prompts of its "
        "published generation.py",
        ends=("▁<EOT>",),
        blank=True,
    ),
    Family(
        "CodeLlama, spelled without blanks",
        "<PRE>",
        "<SUF>",
        "<MID>",
        orders=("spm2", "psm"),
        source="as CodeLlama",
        ends=("<EOT>",),
        blank=True,
    ),
    Family(
        "Codestral",
        "[PREFIX]",
        "[SUFFIX]",
        "",
        orders=("spm",),
        source="Mistral AI's mistral-common, encode_fim, and its cookbook's page on tokenisation",
        others="plus",
        blank=True,
    ),
    Family(
        "Seed-Coder",
        "<[fim-prefix]>",
        "<[fim-suffix]>",
        "<[fim-middle]>",
        orders=("spm",),
        source="ByteDance Seed 2025, Seed-Coder (arXiv:2506.03524), section 2.2",
    ),
    Family(
        "GLM-4.5",
        "<|code_prefix|>",
        "<|code_suffix|>",
        "<|code_middle|>",
        orders=("psm",),
        source="llama.cpp, /infill",
    ),
    Family(
        "Falcon-H1-Tiny-Coder",
        "<|prefix|>",
        "<|suffix|>",
        "<|middle|>",
        orders=("psm",),
        source="llama.cpp, /infill",
    ),
)
"""The known families; among families with equal markers, the one with more distinguishing tokens is first."""
