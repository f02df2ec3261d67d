"""Fill-in-the-middle markers of a model, and the order it was trained to read them in.

All of it comes from the model file's header: the markers' ids from the keys that name them or, in
older files, from the table of families by their spelling; what such keys do not say from the table,
too. The order may be named by the key `quoin.fim.order`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from quoin.engine.errors import ModelError
from quoin.engine.model.fim.families import FAMILIES, Family, Order, Others

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from quoin.engine.model.gguf.header import GgufHeader

ORDER_KEY = "quoin.fim.order"
ORDERS: dict[str, Order] = {"psm": "psm", "spm": "spm", "spm2": "spm2"}

TOKENS_KEY = "tokenizer.ggml.tokens"
_KEYS = {
    "prefix": ("tokenizer.ggml.fim_pre_token_id", "tokenizer.ggml.prefix_token_id"),
    "suffix": ("tokenizer.ggml.fim_suf_token_id", "tokenizer.ggml.suffix_token_id"),
    "middle": ("tokenizer.ggml.fim_mid_token_id", "tokenizer.ggml.middle_token_id"),
    "repository": ("tokenizer.ggml.fim_rep_token_id",),
    "separator": ("tokenizer.ggml.fim_sep_token_id",),
    "pad": ("tokenizer.ggml.fim_pad_token_id",),
}
"""Where files name their markers; the later spelling of each key first."""

_BY_METADATA = Family("named by the file's metadata", "", "", "", orders=("psm",), source="the file")
_BY_METADATA_WITH_FILES = Family(
    "named by the file's metadata", "", "", "", orders=("psm",), source="llama.cpp, /infill", others="front"
)

WANTED = frozenset(text for family in FAMILIES for text in (*family.spellings, *family.ends))
"""Spellings to look for when a header is read for `find_fim_tokens`."""


@dataclass(frozen=True)
class FimTokens:
    """The markers of a model.

    Attributes:
        prefix: id of the marker of the text before the cursor.
        suffix: of the text behind it.
        middle: of the middle; None where the family has none.
        order: that prompts are written in; see `quoin.engine.model.fim.families`.
        others: how other files are shown.
        separator: id of the marker that separates files, None where there is none.
        repository: id of the marker of a repository's name, None where there is none.
        ends: further ids that end a middle.
        blank: whether the prefix is tokenised as the start of a text.
        family: the models' name.
    """

    prefix: int
    suffix: int
    middle: int | None
    order: Order
    others: Others = "comment"
    separator: int | None = None
    repository: int | None = None
    ends: frozenset[int] = frozenset()
    blank: bool = False
    family: str = ""

    @property
    def ids(self) -> dict[str, int]:
        """The markers by name."""
        named = {
            "prefix": self.prefix,
            "suffix": self.suffix,
            "middle": self.middle,
            "separator": self.separator,
            "repository": self.repository,
        }
        return {name: token for name, token in named.items() if token is not None}

    def arrange(self, left: list[int], right: list[int]) -> list[int]:
        """The prompt's tokens from the tokens of the left and the right context."""
        middle = [] if self.middle is None else [self.middle]
        if self.order == "spm2":
            return [self.prefix, self.suffix, *right, *middle, *left]
        before, after = [self.prefix, *left], [self.suffix, *right]
        parts = before + after if self.order == "psm" else after + before
        return parts + middle


def find_fim_tokens(header: GgufHeader, file: Path) -> FimTokens | None:
    """Settle a model's markers and their order; None where it has no markers.

    Args:
        header: read with `WANTED`.
        file: names the model in the message.

    Raises:
        ModelError: only some of the markers are there, or the file names an order that does not exist.
    """
    spelled = header.found.get(TOKENS_KEY, {})
    told = {name: _number(header, keys) for name, keys in _KEYS.items()}
    family = _family(spelled, told)
    if family is None:
        return None
    ids = {
        "prefix": spelled.get(family.prefix),
        "suffix": spelled.get(family.suffix),
        "middle": spelled.get(family.middle),
        "separator": spelled.get(family.separator),
        "repository": spelled.get(family.repository),
    } | {name: token for name, token in told.items() if token is not None}
    order = _order(header, family, file)
    prefix, suffix, middle = ids["prefix"], ids["suffix"], ids["middle"]
    if prefix is None or suffix is None or (middle is None and order != "spm"):
        raise ModelError(f"{file} lacks one of its fill-in-the-middle tokens for prefix, suffix and middle")
    ends = {spelled.get(spelling) for spelling in family.ends} | {told["pad"]}
    return FimTokens(
        prefix=prefix,
        suffix=suffix,
        middle=middle,
        order=order,
        others=family.others,
        separator=ids["separator"],
        repository=ids["repository"],
        ends=frozenset(token for token in ends if token is not None),
        blank=family.blank,
        family=family.name,
    )


def _family(spelled: Mapping[str, int], told: Mapping[str, int | None]) -> Family | None:
    """The first family whose tokens are all there and are those that the file names, if it names any."""
    for family in FAMILIES:
        named = told["prefix"] in (None, spelled.get(family.prefix))
        if named and all(spelling in spelled for spelling in family.spellings):
            return family
    if told["prefix"] is None or told["suffix"] is None:
        return None
    return _BY_METADATA if told["separator"] is None else _BY_METADATA_WITH_FILES


def _number(header: GgufHeader, keys: tuple[str, ...]) -> int | None:
    """An id that the file names; one that is no token counts as none."""
    tokens = range(header.array_lengths.get(TOKENS_KEY, 0))
    numbers = (header.metadata.get(key) for key in keys)
    return next((number for number in numbers if type(number) is int and number in tokens), None)


def without_fim_message(file: Path) -> str:
    """What to say of a model that was not trained to fill in."""
    return (
        f"{file} has no fill-in-the-middle tokens, so it cannot complete inside a file; choose a model "
        "trained for it, or turn on model.withoutFim to let it go on from what stands before the cursor"
    )


def _order(header: GgufHeader, family: Family, file: Path) -> Order:
    named = header.text(ORDER_KEY)
    if named is None:
        return family.orders[0]
    if named not in ORDERS:
        known = ", ".join(ORDERS)
        raise ModelError(f"{file} names {named!r} as its fill-in-the-middle order; known are {known}")
    return ORDERS[named]
