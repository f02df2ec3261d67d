"""What is known to be refused although SQLite takes it, so that the list of known gaps stays true."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.differential.oracles import Oracle

REFUSED = [
    "SELECT 1 OVER WINDOW w AS ()",
    "SELECT a, b OVER WINDOW w AS (ORDER BY a), v AS ()",
]


@pytest.mark.parametrize("text", REFUSED)
def test_refused_though_sqlite_takes_it(oracle: Oracle, text: str) -> None:
    assert oracle.refusal(text) is None
    assert not oracle.language.quotient(text, "").start().member
