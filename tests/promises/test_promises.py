"""Each promise is kept in a few cases; `python -m tests.promises` tries as many as are wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.promises.table import PROMISES

if TYPE_CHECKING:
    from tests.promises.promise import Promise


@pytest.mark.parametrize("promise", PROMISES, ids=[f"{promise.number}" for promise in PROMISES])
def test_is_kept(promise: Promise) -> None:
    outcome = promise.tried(promise.sizes["suite"], seed=1)
    assert outcome.broken == []
    assert outcome.tried > 0 or outcome.not_tried
