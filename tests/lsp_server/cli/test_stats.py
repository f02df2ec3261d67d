"""`quoin stats`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from .conftest import Done

KEPT = {
    "since": "2026-01-31",
    "by_language": {
        "python": {
            "shown": 40,
            "accepted": 10,
            "accepted_words": 7,
            "accepted_lines": 3,
            "accepted_characters": 200,
        },
        "json": {"shown": 10, "accepted": 0, "accepted_characters": 0},
    },
}


@pytest.fixture(autouse=True)
def data_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def test_nothing_yet(run: Callable[..., Done]) -> None:
    done = run("stats")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[0] == "no completions have been shown"


def test_counts(run: Callable[..., Done]) -> None:
    done = run("stats", files={"quoin/statistics.json": json.dumps(KEPT).encode()})
    rows = [line.split() for line in done.out.splitlines()]
    assert rows[0] == [
        "language",
        "shown",
        "accepted",
        "share",
        "words",
        "lines",
        "characters",
        "keys",
        "saved",
    ]
    assert rows[1:4] == [
        ["json", "10", "0", "0%", "0", "0", "0", "0"],
        ["python", "40", "10", "25%", "7", "3", "200", "180"],
        ["all", "50", "10", "20%", "7", "3", "200", "180"],
    ]
    assert rows[4][:2] == ["since", "2026-01-31,"]


def test_json(run: Callable[..., Done], tmp_path: Path) -> None:
    done = run("stats", "--json", files={"quoin/statistics.json": json.dumps(KEPT).encode()})
    summary = json.loads(done.out)
    assert (summary["shown"], summary["accepted"], summary["acceptedCharacters"]) == (50, 10, 200)
    assert summary["file"] == str(tmp_path / "quoin" / "statistics")


def test_page(run: Callable[..., Done], tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    done = run("stats", "--html", str(file), files={"quoin/statistics.json": json.dumps(KEPT).encode()})
    assert (done.code, done.out, done.err) == (0, "", "")
    assert "What quoin did for you" in file.read_text(encoding="utf-8")


def test_page_that_cannot_be_written(run: Callable[..., Done], tmp_path: Path) -> None:
    file = tmp_path / "missing" / "page.html"
    done = run("stats", "--html", str(file))
    assert (done.code, done.out) == (2, "")
    assert done.err == f"quoin: {file} cannot be written to: No such file or directory\n"
