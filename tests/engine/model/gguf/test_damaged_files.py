"""Model files that are damaged or hostile: a clear message soon, or a model that works; never more.

By default a share of the damages is tried; `QUOIN_TEST_EFFORT=10` tries all 200.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from quoin.engine.model import ModelClient, ModelSettings
from tests.support.effort import EFFORT

from .damage import NUMBER, Damage, damages
from .damaged import REQUEST, outcome

if TYPE_CHECKING:
    from pathlib import Path

ALL = damages()
SHARE = ALL[: min(NUMBER, int(20 * EFFORT))]
MEGABYTES = 512
HANGING = 120.0


def test_there_are_as_many_as_said() -> None:
    assert len({damage.name for damage in ALL}) == NUMBER


@pytest.mark.parametrize("damage", SHARE, ids=lambda damage: damage.name[:60])
async def test_a_damaged_file(damage: Damage, tmp_path: Path) -> None:
    found = await asyncio.wait_for(outcome(damage, tmp_path), HANGING)
    assert found.megabytes < MEGABYTES
    if found.message is not None:
        assert "\n" not in found.message
        assert str(tmp_path / "damaged.gguf") in found.message


async def test_a_template_is_not_looked_at(tmp_path: Path) -> None:
    """A model that carries a hostile one works as any other."""
    hostile = [damage for damage in ALL if damage.name.startswith("template")]
    assert hostile
    for damage in hostile:
        assert (await outcome(damage, tmp_path)).message is None


async def test_after_a_damaged_file_another_model_can_be_used() -> None:
    client = ModelClient()
    await client.start(ModelSettings())
    assert (await client.complete(REQUEST)).candidates
    await client.close()
