"""What the tests of the plug-ins share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.editors.neovim.neovim import Neovim, neovim

if TYPE_CHECKING:
    from collections.abc import Iterator


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A real editor under load now and then drops a key: such a test may be run again once, and is named."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="module")
def editor(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Neovim]:
    """A Neovim with the `INIT` of the module, for all its tests."""
    with neovim(tmp_path_factory.mktemp("neovim"), request.module.INIT) as started:
        yield started
