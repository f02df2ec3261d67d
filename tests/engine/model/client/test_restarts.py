"""When a process that crashed may be started again."""

from __future__ import annotations

import pytest

from quoin.engine.model.client.restarts import Restarts


@pytest.mark.parametrize(
    ("crashes", "now", "pause", "too_many"),
    [
        ([], 0, 0, False),
        ([0], 0, 0, False),
        ([0, 0], 0, 0.5, False),
        ([0, 0], 0.3, 0.2, False),
        ([0, 0], 1, 0, False),
        ([0, 0, 0], 0, 1, False),
        ([0, 1, 2], 2.5, 0.5, False),
        ([0, 0, 0, 0], 0, 2, False),
        ([0, 0, 0, 0, 0], 0, 4, True),
        ([0, 0, 0, 0, 0], 60, 0, True),
        ([0, 0, 0, 0, 0], 61, 0, False),
        ([0, 50, 50, 50, 50], 60, 0, True),
        ([0, 50, 50, 50, 50], 61, 0, False),
        ([0, 50], 61, 0, False),
    ],
)
def test_crashes(crashes: list[float], now: float, pause: float, too_many: bool) -> None:
    time = 0.0
    restarts = Restarts(most=5, within=60, first_pause=0.5, clock=lambda: time)
    for time in crashes:  # noqa: B007  the clock reads it
        restarts.crashed()
    time = now
    assert restarts.pause == pytest.approx(pause)
    assert restarts.too_many is too_many


def test_a_new_beginning() -> None:
    restarts = Restarts(most=2)
    restarts.crashed()
    restarts.crashed()
    assert restarts.too_many
    restarts.reset()
    assert not restarts.too_many
    assert restarts.pause == 0
