"""Sessions after random edits of real files; see `edits`."""

from __future__ import annotations

import pytest

from tests.differential.edits import walk

EDITS = 360


@pytest.mark.parametrize("version", ["3.8", "3.11", "3.12", "3.14"])
def test_nothing_shows_of_former_texts(version: str) -> None:
    counts = walk([version], EDITS, seed=7)
    assert sum(counts.values()) == EDITS
    assert min(counts.values()) > EDITS / 20
