"""The plan of a run, and going on from a checkpoint. Needs what the extra `train` brings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from quoin.engine.starter.markers import SPELLINGS
from quoin.engine.starter.samples import Encoder, Sampler

torch = pytest.importorskip("torch")

from quoin.engine.starter import train  # noqa: E402 - there is nothing to import without PyTorch
from quoin.engine.starter.loss import head_gradients  # noqa: E402
from quoin.engine.starter.net import EMBEDDING, Shape, Weights, features, initial  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FIRST = len(SPELLINGS)
ENCODER = Encoder(
    lambda texts: [[FIRST + ord(each) for each in text] for text in texts], [""] * (FIRST + 128)
)
SHAPE = Shape(vocabulary=FIRST + 128, width=16, blocks=2, heads=4, shared_heads=2, hidden=24, context=1024)
STEPS = 6


@pytest.fixture(autouse=True)
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Small networks, and no compiler, which would take most of the time."""
    monkeypatch.setattr(train, "BATCH", 1024)
    monkeypatch.setattr(train, "LAST_BATCH", 1024)
    monkeypatch.setattr(train, "CHECKPOINT", 2)
    torch.compiler.set_stance("force_eager")
    yield
    torch.compiler.set_stance("default")


def trained(seed: int, checkpoint: Path | None = None, last: int = STEPS) -> Weights:
    """The weights after a run, or after step `last` of one that is ended there."""
    sampler = Sampler([["import os\n" * 20], ["x = 1\n" * 30]], ENCODER, np.random.default_rng(seed))
    plan = train.Plan(1024 * STEPS, seed, torch.float32, SHAPE)

    def report(step: int, loss: float, _: Weights) -> None:
        assert np.isfinite(loss)
        if step == last:
            raise KeyboardInterrupt

    return train.run(plan, sampler, report, checkpoint)


def test_a_run_that_goes_on_makes_the_same_weights(tmp_path: Path) -> None:
    file = tmp_path / "checkpoint"
    with pytest.raises(KeyboardInterrupt):
        trained(1, file, last=3)
    assert torch.load(file)["steps"] == 2
    resumed, whole, other = trained(1, file), trained(1), trained(2)
    assert all(torch.equal(tensor, whole[name]) for name, tensor in resumed.items())
    assert not all(torch.equal(tensor, whole[name]) for name, tensor in other.items())


def test_the_plan_falls_to_nothing() -> None:
    plan = train.Plan(1024 * 1000, 1, torch.float32)
    rates = [plan.rate(step) for step in range(plan.steps)]
    assert plan.steps == 1000
    assert rates[0] == pytest.approx(1 / train.WARM_UP)
    assert rates[train.WARM_UP : 400] == [1.0] * (400 - train.WARM_UP)
    assert 0 < rates[-1] < 0.01
    assert plan.shares(0) == (1 - train.TESTS, train.TESTS)
    assert plan.shares(999)[1] < 0.01
    assert all(sum(plan.shares(step)) == pytest.approx(1.0) for step in range(plan.steps))


def test_a_run_again_goes_on_from_what_it_is_given() -> None:
    start = initial(SHAPE, seed=5)
    before = {name: tensor.clone() for name, tensor in start.items()}
    sampler = Sampler([["import os\n"], ["x = 1\n"], ["y = 2\n" * 30]], ENCODER, np.random.default_rng(1))
    plan = train.Plan(1024 * STEPS, 1, torch.float32, SHAPE, again=True)
    first: Weights = {}

    def report(step: int, _: float, weights: Weights) -> None:
        if step == 0:
            first.update({name: tensor.detach().clone() for name, tensor in weights.items()})

    train.run(plan, sampler, report, start=start)
    assert all(torch.equal(tensor, before[name]) for name, tensor in start.items())
    assert not torch.equal(first[EMBEDDING], before[EMBEDDING])
    assert all(torch.allclose(tensor, before[name], atol=0.01) for name, tensor in first.items())


def test_a_run_again_is_gentler_and_learns_from_packages() -> None:
    plan = train.Plan(1024 * 1000, 1, torch.float32, again=True)
    assert max(map(plan.rate, range(plan.steps))) == train.PEAK_AGAIN < 1
    assert {plan.shares(step) for step in range(plan.steps)} == {train.SHARES_AGAIN}
    assert sum(train.SHARES_AGAIN) == pytest.approx(1.0)
    assert plan.batches[0].middle_weight == train.MIDDLE_WEIGHT_AGAIN


def test_a_longer_plan_begins_as_a_shorter_one() -> None:
    """So the length of a run can be settled while it goes on."""
    short, long = (train.Plan(1024 * steps, 1, torch.float32) for steps in (1000, 1500))
    assert [(short.rate(step), short.shares(step)) for step in range(400)] == [
        (long.rate(step), long.shares(step)) for step in range(400)
    ]


@pytest.mark.parametrize("length", [16, 300])
def test_later_tokens_change_nothing(length: int) -> None:
    weights = initial(SHAPE, seed=1)
    for name, tensor in weights.items():
        weights[name] = torch.randn(tensor.shape, generator=torch.Generator().manual_seed(2)) * 0.2
    tokens = torch.arange(length).unsqueeze(0) % SHAPE.vocabulary
    changed = tokens.clone()
    changed[0, 10:] = 5
    first, second = (features(weights, SHAPE, some)[0] for some in (tokens, changed))
    assert torch.allclose(first[:10], second[:10], atol=1e-5)
    assert not torch.allclose(first[10:], second[10:], atol=1e-3)


def test_gradients_of_the_output_layer() -> None:
    source = torch.Generator().manual_seed(1)
    output, embedding = (torch.randn(shape, generator=source) for shape in ((40, 8), (30, 8)))
    targets, shares = torch.arange(40) % 30, torch.rand(40, generator=source)
    found = head_gradients(output, embedding, targets, shares)
    output.requires_grad_()
    embedding.requires_grad_()
    losses = torch.nn.functional.cross_entropy(output @ embedding.T, targets, reduction="none")
    expected = (losses * shares).sum() / shares.sum()
    expected.backward()
    assert found.loss == pytest.approx(expected.item(), rel=1e-5)
    assert torch.allclose(found.features, output.grad, atol=1e-6)
    assert torch.allclose(found.embedding, embedding.grad, atol=1e-6)


def test_the_last_steps_are_about_middles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train, "BATCH", 2048)
    plan = train.Plan(1_000_000, 1, torch.float32)
    batches = plan.batches
    last = [batch for batch in batches if batch.middle_weight == train.LAST_MIDDLE_WEIGHT]
    assert batches[-len(last) :] == last
    assert len(last) == pytest.approx(plan.steps * train.LAST, abs=1)
    assert {batch.rows * batch.length for batch in batches} == {2048, 1024}
    assert sum(batch.rows * batch.length for batch in batches) == pytest.approx(1_000_000, rel=0.01)
