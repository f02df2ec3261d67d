"""How many threads a model gets on machines of different kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from quoin.engine.model.llama import threads
from quoin.engine.util import system

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("siblings", "quota", "expected"),
    [
        (["0", "1"], None, 1),
        (["0"], None, 1),
        (["0-1", "0-1", "2-3", "2-3"], None, 1),
        (["0,4", "1,5", "2,6", "3,7", "0,4", "1,5", "2,6", "3,7"], None, 3),
        (["0", "1", "2", "3"], "max 100000", 3),
        (["0", "1", "2", "3"], "200000 100000", 1),
        (["0", "1", "2", "3"], "50000 100000", 1),
    ],
)
def test_default_threads(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    siblings: list[str],
    quota: str | None,
    expected: int,
) -> None:
    for number, text in enumerate(siblings):
        topology = tmp_path / f"cpu{number}" / "topology"
        topology.mkdir(parents=True)
        (topology / "thread_siblings_list").write_text(text + "\n")
    if quota is not None:
        (tmp_path / "cpu.max").write_text(quota + "\n")
    monkeypatch.setattr(system, "_CPUS", tmp_path)
    monkeypatch.setattr(system, "_QUOTA", tmp_path / "cpu.max")
    monkeypatch.setattr("os.sched_getaffinity", lambda _pid: set(range(len(siblings))), raising=False)
    assert threads.default_threads() == expected
