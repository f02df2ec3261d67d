"""Long brackets: each is closed by one of its own level alone; deep comments are known to be refused."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest

from quoin.lsp_server.harness.judges.oracle import GAVE_UP

if TYPE_CHECKING:
    from tests.differential.oracles import Oracle

DEEPEST = 5
PIECES = ["]", "=", "a", "\n", "["]


@pytest.mark.parametrize(
    ("beginning", "level"),
    [
        *(("x = ", level) for level in (*range(DEEPEST + 2), 20)),
        *(("--", level) for level in range(DEEPEST + 1)),
    ],
)
def test_what_closes(oracle: Oracle, beginning: str, level: int) -> None:
    sign = "=" * level
    kinds = set()
    pieces = [*PIECES, f"]{sign}", f"{sign}]"]
    for length in range(4):
        for inside in itertools.product(pieces, repeat=length):
            text = f"{beginning}[{sign}[{''.join(inside)}]{sign}]"
            reason = oracle.refusal(text)
            kinds.add(reason is None)
            assert oracle.language.quotient(text, "").start().member == (reason is None), text
    assert kinds == {True, False}


@pytest.mark.parametrize(
    ("beginning", "level", "fits"), [("x = ", 255, True), ("x = ", 256, False), ("--", 6, False)]
)
def test_deep_levels(oracle: Oracle, beginning: str, level: int, *, fits: bool) -> None:
    sign = "=" * level
    text = f"{beginning}[{sign}[a]{sign}]"
    assert oracle.refusal(text) is None
    assert oracle.language.quotient(text, "").start().member == fits


def test_what_is_no_matter_of_the_grammar_is_not_judged(oracle: Oracle) -> None:
    texts = ["goto a", "::a:: ::a::", "local x <const> = 1; x = 2", "x = " + "(" * 300 + "1" + ")" * 300]
    assert [str(oracle.refusal(text)).startswith(GAVE_UP) for text in texts] == [True] * len(texts)
