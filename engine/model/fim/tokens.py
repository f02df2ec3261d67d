"""This module finds a model's fill-in-the-middle markers and the order in which it was trained to read them.

The model file's header names the markers' ids in keys of its own. In older files, which lack these keys, the
markers are found by their spelling in the table of families. The table also supplies what the keys do not
say. The key `quoin.fim.order` may name the order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from quoin.engine.errors import ModelError
from quoin.engine.model.fim.families import FAMILIES, Family, Order, Others
from quoin.engine.util.quotes import quoted

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
"""The header's keys for the markers; the newer spelling of each key is first."""

_NAME_KEYS = ("general.name", "general.basename", "general.finetune")
"""The header's keys for the name of the model."""

_BY_METADATA = Family("named by the file's metadata", "", "", "", orders=("psm",), source="the file")
_BY_METADATA_WITH_FILES = Family(
    "named by the file's metadata", "", "", "", orders=("psm",), source="llama.cpp, /infill", others="front"
)

WANTED = frozenset(text for family in FAMILIES for text in (*family.spellings, *family.ends))
"""The spellings to look for when a header is read for `find_fim_tokens`."""


@dataclass(frozen=True)
class FimTokens:
    """The markers of a model.

    Attributes:
        prefix: The id of the marker of the text before the cursor.
        suffix: The id of the marker of the text after the cursor.
        middle: The id of the marker of the middle; None if the family has none.
        order: The order of the parts of a prompt; see `quoin.engine.model.fim.families`.
        others: How a prompt shows other files.
        separator: The id of the marker that separates files; None if there is none.
        repository: The id of the marker of a repository's name; None if there is none.
        ends: The ids of further tokens that end a middle.
        blank: Whether the prefix is tokenised as the start of a text.
        family: The name of the family's models.
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
        """The ids of the markers by name."""
        named = {
            "prefix": self.prefix,
            "suffix": self.suffix,
            "middle": self.middle,
            "separator": self.separator,
            "repository": self.repository,
        }
        return {name: token for name, token in named.items() if token is not None}

    def arrange(self, left: list[int], right: list[int]) -> list[int]:
        """Return the prompt's tokens for the tokens of the left and the right context."""
        middle = [] if self.middle is None else [self.middle]
        if self.order == "spm2":
            return [self.prefix, self.suffix, *right, *middle, *left]
        before, after = [self.prefix, *left], [self.suffix, *right]
        parts = before + after if self.order == "psm" else after + before
        return parts + middle


def find_fim_tokens(header: GgufHeader, file: Path) -> FimTokens | None:
    """Return a model's markers and their order, or None if the model has no markers.

    Args:
        header: The header, which was read with `WANTED`.
        file: The model file's path, for the error message.

    Raises:
        ModelError: Some of the markers are missing, or the file names an order that does not exist.
    """
    spelled = header.found.get(TOKENS_KEY, {})
    told = {name: _number(header, keys) for name, keys in _KEYS.items()}
    family = _family(spelled, told, " ".join(header.text(key) or "" for key in _NAME_KEYS).lower())
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


def _family(spelled: Mapping[str, int], told: Mapping[str, int | None], name: str) -> Family | None:
    """Return the first family whose tokens all exist and agree with the prefix marker that the file names.

    `name` is what the file calls its model, in small letters.
    """
    for family in FAMILIES:
        named = told["prefix"] in (None, spelled.get(family.prefix)) and family.known_by_name in name
        if named and all(spelling in spelled for spelling in family.spellings):
            return family
    if told["prefix"] is None or told["suffix"] is None:
        return None
    return _BY_METADATA if told["separator"] is None else _BY_METADATA_WITH_FILES


def _number(header: GgufHeader, keys: tuple[str, ...]) -> int | None:
    """Return the token id that the file names; None if it names none or one outside the vocabulary."""
    tokens = range(header.array_lengths.get(TOKENS_KEY, 0))
    numbers = (header.metadata.get(key) for key in keys)
    return next((number for number in numbers if type(number) is int and number in tokens), None)


def without_fim_message(file: Path) -> str:
    """Return the message for a model that was not trained to fill in the middle."""
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
        raise ModelError(f"{file} names {quoted(named)!r} as its fill-in-the-middle order; known are {known}")
    return ORDERS[named]
