"""Fill-in-the-middle markers of the families of code models, as a table.

A family is known by its markers' spelling in the vocabulary; what model files do not say stands here:
the orders that it was trained in, how it is shown other files, what else ends a middle. The spellings
are in each model's tokenizer files; `source` names where the rest is written down.

Orders (Bavarian et al. 2022, "Efficient Training of Language Models to Fill in the Middle", section 3
and appendix D), `P` and `S` being the text before and behind the cursor:

- `psm`: prefix marker, P, suffix marker, S, middle marker.
- `spm`: suffix marker, S, prefix marker, P, middle marker ("variant 1").
- `spm2`: prefix marker, suffix marker, S, middle marker, P ("variant 2": a middle without a prefix, so
  that a model learns both orders from each other).

With the suffix first, what is typed stands at the prompt's end, and all before it is kept from the last
request. So where a family knows several orders, such a one comes first (`benchmarks.keystrokes` measures it).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Order = Literal["psm", "spm", "spm2"]

Others = Literal["front", "inside", "between", "plus", "comment"]
"""How files other than the one at hand are shown. With the family's separator before each file, and its
name on a line of its own: in `front` of the markers, or the name of the file at hand `inside` them; with
the separator `between` files; without one, in the prefix, under lines that begin with five `plus` signs
or are a `comment`."""


@dataclass(frozen=True)
class Family:
    """Models that share their markers.

    Attributes:
        name: of the models.
        prefix: spelling of the marker of the text before the cursor.
        suffix: the same of the text behind it.
        middle: the same of the middle; empty where there is none.
        orders: that the models were trained in; the first is used.
        source: where orders and layouts are written down.
        others: how other files are shown.
        separator: spelling of the marker that separates files; empty where there is none.
        repository: spelling of the marker of a repository's name; empty where there is none.
        others_known_by: further spellings that tell the family from one with the same markers.
        ends: spellings that end a middle and that llama.cpp does not take for an end.
        blank: whether the prefix is tokenised as the start of a text, which in SentencePiece's
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
        # Trained in both orders, but where the markers stand in the other one is not published.
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
        "StarCoder, Granite-Code",
        *_PLAIN,
        orders=("spm2", "psm"),
        # A document was one file, so several files are shown as comments.
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
"""Families; of those with the same markers the one that is known by more comes first."""
