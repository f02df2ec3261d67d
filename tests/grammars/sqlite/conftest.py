"""What decides; without a fitting SQLite the tests are skipped."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.differential.oracles.judging import oracle_or_skip

if TYPE_CHECKING:
    from tests.differential.oracles import Oracle


@pytest.fixture(scope="session")
def oracle() -> Oracle:
    return oracle_or_skip("sqlite")
