"""The plan of a run, and going on from a checkpoint. Needs what the extra `train` brings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from quoin.engine.starter.markers import SPELLINGS
from quoin.engine.starter.samples import MIDDLE_WEIGHT, Encoder, Sampler, Source

torch = pytest.importorskip("torch")

from quoin.engine.starter import train  # noqa: E402 - there is nothing to import without PyTorch
from quoin.engine.starter.net import Shape, Weights, features, initial  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FIRST = len(SPELLINGS)
ENCODER = Encoder(
    lambda texts: [[FIRST + ord(each) for each in text] for text in texts], [""] * (FIRST + 128)
)
SHAPE = Shape(vocabulary=FIRST + 128, width=16, blocks=2, heads=4, shared_heads=2, hidden=24, context=256)
CPU = torch.device("cpu")
STEPS = 6


@pytest.fixture(autouse=True)
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Small batches, and no compiler, which would take most of the time."""
    monkeypatch.setattr(train, "ROWS", 4)
    monkeypatch.setattr(train, "REPORT", 1)
    monkeypatch.setattr(train, "WARM_UP", 5)
    monkeypatch.setattr(train, "CHECKPOINT", 2)
    torch.compiler.set_stance("force_eager")
    yield
    torch.compiler.set_stance("default")


def trained(seed: int, checkpoint: Path | None = None, last: int = STEPS, workers: int = 0) -> Weights:
    """The weights after a run, or after step `last` of one that is ended there."""
    groups = [[Source.of(text, ENCODER)] for text in ("import os\n" * 20, "x = 1\n" * 30)]
    plan = train.Plan(STEPS, seed, CPU, workers, precision=torch.float32, shape=SHAPE)

    def report(step: int, loss: float) -> None:
        assert 0 < loss < 20
        if step == last and last < STEPS:
            raise KeyboardInterrupt

    return train.run(plan, Sampler(groups, (0.5, 0.5), ENCODER), report, checkpoint)


def test_a_run_that_goes_on_makes_the_same_weights(tmp_path: Path) -> None:
    file = tmp_path / "checkpoint"
    with pytest.raises(KeyboardInterrupt):
        trained(1, file, last=3)
    assert torch.load(file)["steps"] == 2
    resumed, whole, other = trained(1, file), trained(1), trained(2)
    assert all(torch.equal(tensor, whole[name]) for name, tensor in resumed.items())
    assert not all(torch.equal(tensor, whole[name]) for name, tensor in other.items())


def test_the_number_of_processes_changes_nothing() -> None:
    alone, two = trained(1), trained(1, workers=2)
    assert all(torch.equal(tensor, two[name]) for name, tensor in alone.items())


def test_the_loss_falls() -> None:
    losses: list[float] = []
    groups = [[Source.of("import os\n" * 20, ENCODER)]]
    plan = train.Plan(60, 1, CPU, precision=torch.float32, shape=SHAPE)
    train.run(plan, Sampler(groups, (1.0,), ENCODER), lambda _, loss: losses.append(loss))
    assert losses[-1] < losses[0] / 2, losses


@pytest.mark.parametrize(("rate", "the_same"), [(0.0, True), (0.5, False)])
def test_a_run_starts_with_the_weights_that_are_given(rate: float, *, the_same: bool) -> None:
    groups = [[Source.of("import os\n" * 20, ENCODER)]]
    begun = trained(1)
    before = {name: tensor.clone() for name, tensor in begun.items()}
    plan = train.Plan(STEPS, 1, CPU, precision=torch.float32, shape=SHAPE, highest=rate)
    after = train.run(plan, Sampler(groups, (1.0,), ENCODER), lambda *_: None, begun=begun)
    assert all(torch.equal(tensor, begun[name]) for name, tensor in before.items())
    assert all(torch.equal(tensor, before[name]) for name, tensor in after.items()) == the_same


@pytest.mark.parametrize("highest", [1.0, 0.5])
def test_the_plan_falls_to_nothing(highest: float) -> None:
    plan = train.Plan(2000, 1, CPU, highest=highest)
    rates = [plan.rate(step) for step in range(plan.steps)]
    assert rates[0] == pytest.approx(highest / train.WARM_UP)
    assert rates[train.WARM_UP : 1000] == [highest] * (1000 - train.WARM_UP)
    assert 0 < rates[-1] < 0.01
    assert rates[1000:] == sorted(rates[1000:], reverse=True)


def test_the_last_steps_are_about_middles() -> None:
    plan = train.Plan(1000, 1, CPU)
    weights = [plan.middle_weight(step) for step in range(plan.steps)]
    last = round(1000 * train.LAST)
    assert set(weights[:-last]) == {MIDDLE_WEIGHT}
    assert set(weights[-last:]) == {train.LAST_MIDDLE_WEIGHT}


def test_later_tokens_change_nothing() -> None:
    weights = initial(SHAPE, seed=1)
    for name, tensor in weights.items():
        weights[name] = torch.randn(tensor.shape, generator=torch.Generator().manual_seed(2)) * 0.2
    tokens = torch.arange(300).unsqueeze(0) % SHAPE.vocabulary
    changed = tokens.clone()
    changed[0, 10:] = 5
    first, second = (features(weights, SHAPE, some)[0] for some in (tokens, changed))
    assert torch.allclose(first[:10], second[:10], atol=1e-5)
    assert not torch.allclose(first[10:], second[10:], atol=1e-3)
