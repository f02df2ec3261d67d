"""How much of each language the model sees."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Item = TypeVar("Item")

OTHERS = "others"

SHARES = {
    "python": 0.365,
    "typescript": 0.105,
    "rust": 0.08,
    "javascript": 0.075,
    "go": 0.07,
    "java": 0.055,
    "cpp": 0.05,
    "c": 0.035,
    "tsx": 0.035,
    "csharp": 0.03,
    "kotlin": 0.02,
    "php": 0.012,
    "css": 0.011,
    "html": 0.011,
    "yaml": 0.011,
    "bash": 0.009,
    "toml": 0.003,
    "json": 0.001,
    OTHERS: 0.022,
}
"""The shares of languages in the samples; the others share one by their sizes. Where there are few texts, a
larger share would only let the model learn them by heart."""


def mixed(texts: Mapping[str, Sequence[Item]]) -> tuple[list[list[Item]], list[float]]:
    """Return the groups of texts by language, and the share of each group; the shares' sum is 1."""
    groups: dict[str, list[Item]] = {}
    for language, some in sorted(texts.items()):
        groups.setdefault(language if language in SHARES else OTHERS, []).extend(some)
    total = sum(SHARES[name] for name in groups)
    return list(groups.values()), [SHARES[name] / total for name in groups]
