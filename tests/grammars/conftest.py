"""What decides; where its toolchain is not installed, the tests are skipped."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.differential.oracles.judging import oracle_or_skip

if TYPE_CHECKING:
    from tests.differential.oracles import Oracle


@pytest.fixture
def oracle(request: pytest.FixtureRequest) -> Oracle:
    """The oracle of the parameter `language`, or of the language that the test's folder is called by."""
    parameters = getattr(request.node, "callspec", None)
    named = parameters.params.get("language") if parameters else None
    return oracle_or_skip(named or request.path.parent.name)
