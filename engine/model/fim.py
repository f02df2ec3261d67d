"""Fill-in-the-middle markers of a model, and the order it was trained to read them in.

The markers come from the model file's metadata or, in older files, from llama.cpp's detection by
spelling; the table adds spellings that llama.cpp does not look for. The order is given by the
metadata key `quoin.fim.order`; files of other makers are looked up in the table by the spelling of
their prefix marker, which names the family.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from engine.model.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Callable

Order = Literal["psm", "spm"]
"""Prefix, suffix, middle; or suffix, prefix, middle."""

ORDER_KEY = "quoin.fim.order"
ORDERS: dict[str, Order] = {"psm": "psm", "spm": "spm"}


@dataclass(frozen=True)
class Spelling:
    """How a family of models writes its markers; `middle` is empty where it has none."""

    prefix: str
    suffix: str
    middle: str
    order: Order = "psm"


SPELLINGS = (
    Spelling("<|fim_prefix|>", "<|fim_suffix|>", "<|fim_middle|>"),  # Qwen2.5-Coder, CodeGemma
    Spelling("<fim_prefix>", "<fim_suffix>", "<fim_middle>"),  # StarCoder, StarCoder2, Granite
    Spelling("<fim-prefix>", "<fim-suffix>", "<fim-middle>"),  # SantaCoder
    Spelling("<｜fim▁begin｜>", "<｜fim▁hole｜>", "<｜fim▁end｜>"),  # noqa: RUF001  DeepSeek-Coder
    Spelling("▁<PRE>", "▁<SUF>", "▁<MID>"),  # CodeLlama
    Spelling("<PRE>", "<SUF>", "<MID>"),
    Spelling("[PREFIX]", "[SUFFIX]", "", "spm"),  # Codestral
)

ORDERS_BY_NAME: dict[str, Order] = {"starter": "spm"}
"""Orders of models that carry no order key and share the spelling of another family, by their name."""


@dataclass(frozen=True)
class FimTokens:
    """The ids of a model's markers; `middle` is None where the family has none."""

    prefix: int
    suffix: int
    middle: int | None
    order: Order

    @property
    def ids(self) -> dict[str, int]:
        """The markers by name."""
        named = {"prefix": self.prefix, "suffix": self.suffix}
        return named if self.middle is None else {**named, "middle": self.middle}

    def arrange(self, left: list[int], right: list[int]) -> list[int]:
        """The prompt's tokens from the tokens of the left and the right context."""
        before, after = [self.prefix, *left], [self.suffix, *right]
        parts = before + after if self.order == "psm" else after + before
        return parts if self.middle is None else [*parts, self.middle]


def find_fim_tokens(
    told: dict[str, int | None],
    lookup: Callable[[str], int | None],
    spelling_of: Callable[[int], str],
    metadata: Callable[[str], str | None],
    file: str,
) -> FimTokens:
    """Settle a model's markers and their order.

    Args:
        told: ids of "prefix", "suffix" and "middle" as llama.cpp found them, None where it did not.
        lookup: the id of a special token by its spelling, None where the model has no such token.
        spelling_of: the spelling of a token.
        metadata: a string value of the model file, None where it is absent.
        file: names the model in the message.

    Raises:
        ModelError: the model has no markers, or names an order that does not exist.
    """
    prefix, suffix, middle = told["prefix"], told["suffix"], told["middle"]
    for family in SPELLINGS:
        if prefix is not None and suffix is not None:
            break
        prefix, suffix, middle = lookup(family.prefix), lookup(family.suffix), lookup(family.middle)
    if prefix is None or suffix is None:
        raise ModelError(
            f"{file} has no fill-in-the-middle tokens, so it cannot complete inside a file; "
            "choose a model trained for it"
        )
    order = _order(metadata, spelling_of(prefix), file)
    if middle is None and order == "psm":
        raise ModelError(
            f"{file} has fill-in-the-middle tokens for the prefix and the suffix, but not the middle"
        )
    return FimTokens(prefix, suffix, middle, order)


def _order(metadata: Callable[[str], str | None], prefix: str, file: str) -> Order:
    named = metadata(ORDER_KEY)
    if named is not None:
        if named not in ORDERS:
            raise ModelError(f"{file} names {named!r} as its fill-in-the-middle order; psm and spm are known")
        return ORDERS[named]
    by_name = ORDERS_BY_NAME.get(metadata("general.name") or "")
    by_spelling = next((family.order for family in SPELLINGS if family.prefix == prefix), None)
    return by_name or by_spelling or "psm"
