"""Which markers a model has, and in which order it reads them."""

from __future__ import annotations

import pytest

from engine.model.errors import ModelError
from engine.model.fim import ORDER_KEY, SPELLINGS, FimTokens, find_fim_tokens

QWEN = {"<|fim_prefix|>": 1, "<|fim_suffix|>": 2, "<|fim_middle|>": 3}
CODESTRAL = {"[PREFIX]": 4, "[SUFFIX]": 5}


def find(
    told: tuple[int | None, int | None, int | None] = (None, None, None),
    tokens: dict[str, int] | None = None,
    metadata: dict[str, str] | None = None,
) -> FimTokens:
    spellings = {token: spelling for spelling, token in (tokens or {}).items()}
    return find_fim_tokens(
        told=dict(zip(("prefix", "suffix", "middle"), told, strict=True)),
        lookup=(tokens or {}).get,
        spelling_of=lambda token: spellings.get(token, ""),
        metadata=(metadata or {}).get,
        file="some.gguf",
    )


@pytest.mark.parametrize(
    ("told", "tokens", "metadata", "expected"),
    [
        ((1, 2, 3), {}, {}, FimTokens(1, 2, 3, "psm")),
        ((1, 2, 3), QWEN, {}, FimTokens(1, 2, 3, "psm")),
        ((None, None, None), QWEN, {}, FimTokens(1, 2, 3, "psm")),
        ((1, None, None), QWEN, {}, FimTokens(1, 2, 3, "psm")),
        ((None, None, None), CODESTRAL, {}, FimTokens(4, 5, None, "spm")),
        ((4, 5, None), CODESTRAL, {}, FimTokens(4, 5, None, "spm")),
        ((1, 2, 3), QWEN, {ORDER_KEY: "spm"}, FimTokens(1, 2, 3, "spm")),
        ((4, 5, 6), CODESTRAL, {ORDER_KEY: "psm"}, FimTokens(4, 5, 6, "psm")),
        ((1, 2, 3), QWEN, {"general.name": "starter"}, FimTokens(1, 2, 3, "spm")),
        ((1, 2, 3), QWEN, {"general.name": "Qwen2.5"}, FimTokens(1, 2, 3, "psm")),
    ],
)
def test_found(
    told: tuple[int | None, int | None, int | None],
    tokens: dict[str, int],
    metadata: dict[str, str],
    expected: FimTokens,
) -> None:
    assert find(told, tokens, metadata) == expected


@pytest.mark.parametrize("family", SPELLINGS, ids=lambda family: family.prefix)
def test_each_family_of_the_table(family: object) -> None:
    spellings = [getattr(family, part) for part in ("prefix", "suffix", "middle")]
    tokens = {spelling: number for number, spelling in enumerate(spellings, 7) if spelling}
    found = find(tokens=tokens)
    assert list(found.ids.values()) == list(tokens.values())
    assert found.order == getattr(family, "order")  # noqa: B009


@pytest.mark.parametrize(
    ("told", "metadata", "words"),
    [
        ((None, None, None), {}, "no fill-in-the-middle tokens"),
        ((1, None, 3), {}, "no fill-in-the-middle tokens"),
        ((1, 2, None), {}, "but not the middle"),
        ((1, 2, 3), {ORDER_KEY: "sideways"}, "'sideways'"),
    ],
)
def test_refused(
    told: tuple[int | None, int | None, int | None], metadata: dict[str, str], words: str
) -> None:
    with pytest.raises(ModelError, match=words) as raised:
        find(told, {}, metadata)
    assert "some.gguf" in str(raised.value)


@pytest.mark.parametrize(
    ("tokens", "expected"),
    [
        (FimTokens(1, 2, 3, "psm"), [1, 10, 11, 2, 20, 3]),
        (FimTokens(1, 2, 3, "spm"), [2, 20, 1, 10, 11, 3]),
        (FimTokens(1, 2, None, "spm"), [2, 20, 1, 10, 11]),
    ],
)
def test_arranged(tokens: FimTokens, expected: list[int]) -> None:
    assert tokens.arrange([10, 11], [20]) == expected
