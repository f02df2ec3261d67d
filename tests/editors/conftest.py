"""What the tests of the plug-ins share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from .neovim import Neovim, neovim

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def editor(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Neovim]:
    """A Neovim with the `INIT` of the module, for all its tests."""
    with neovim(tmp_path_factory.mktemp("neovim"), request.module.INIT) as started:
        yield started
