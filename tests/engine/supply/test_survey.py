"""The survey of all models, and how fast they are expected to write."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from quoin.engine.model import STARTER
from quoin.engine.supply.catalogue import known_models
from quoin.engine.supply.fetch.download import partial_file
from quoin.engine.supply.speed import SHARE, measure_bandwidth, tokens_a_second

if TYPE_CHECKING:
    from pathlib import Path


def survey(home: Path) -> dict[str, Any]:
    environment = {"HOME": str(home), "PATH": os.environ["PATH"]}
    command = [sys.executable, "-m", "quoin.engine.supply"]
    done = subprocess.run(command, env=environment, capture_output=True, check=True, timeout=60)
    assert done.stderr == b""
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_nothing_is_there_yet(tmp_path: Path) -> None:
    found = survey(tmp_path)
    assert (found["found"], found["servers"]) == ([], None)
    assert found["starter"]["path"] == str(STARTER)
    assert "python" in found["starter"]["languages"]
    assert found["freeBytes"] > 0
    assert [model["name"] for model in found["known"]] == [model.name for model in known_models()]
    assert all(model["path"] is None and model["partialBytes"] == 0 for model in found["known"])
    speeds = [model["tokensPerSecond"] for model in found["known"]]
    assert all(speed > 0 for speed in speeds)
    assert speeds[0] == max(speeds)
    assert list(tmp_path.iterdir()) == []


def test_what_was_downloaded_is_named_once(tmp_path: Path) -> None:
    folder = tmp_path / ".local" / "share" / "quoin" / "models"
    folder.mkdir(parents=True)
    first, second, *_ = known_models()
    shutil.copyfile(STARTER, folder / first.file_name)
    shutil.copyfile(STARTER, folder / "other.gguf")
    partial_file(folder, second.sha256 or "").write_bytes(b"x" * 1000)
    found = survey(tmp_path)
    assert [model["path"] for model in found["known"][:2]] == [str(folder / first.file_name), None]
    assert [model["partialBytes"] for model in found["known"][:2]] == [0, 1000]
    assert [(model["store"], model["name"], model["fim"]) for model in found["found"]] == [
        ("quoin", "other", True)
    ]


def test_the_measurement_is_short_and_of_this_machine() -> None:
    bandwidth = measure_bandwidth(0.05, threads=1)
    # From a card of memory to the fastest processor: what is outside is another unit.
    assert 1e8 < bandwidth < 1e13
    assert tokens_a_second(10e9, 2_000_000_000) == pytest.approx(SHARE * 5)
    assert tokens_a_second(10e9, 0) > 0
