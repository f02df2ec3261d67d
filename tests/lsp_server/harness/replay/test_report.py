"""Counts, the curve of thresholds, plots, and a whole run on a small tree with the real server."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from quoin.lsp_server.harness.replay.curve import Bin, Point, calibration, sweep
from quoin.lsp_server.harness.replay.harm import KINDS
from quoin.lsp_server.harness.replay.keyboard import Typed
from quoin.lsp_server.harness.replay.pieces import Piece
from quoin.lsp_server.harness.replay.player import Played, Sight
from quoin.lsp_server.harness.replay.svg import Line, plot
from quoin.lsp_server.harness.replay.tally import Judged, Replayed, confidence, tally
from quoin.lsp_server.harness.replay.user import Shown, take

QUOIN = Path(sys.executable).with_name("quoin")
PIECE = Piece("a.py", "line", "x = ", "abc", "\n")


def judged(text: str, sure: float, seconds: float, *harms: str) -> Judged:
    shown = Shown(Typed("x = ", "\n"), text, 0, "abc", "\n")
    taken = take(shown)
    sight = Sight(shown, seconds, {}, taken)
    return Judged(sight, harms, sure, len(taken.text) - 1 if taken else 0)


TYPED = [
    Replayed(Played(PIECE, keys=1, flickers=1), [judged("abc", 0.9, 0.1)], 3),
    Replayed(
        Played(PIECE, keys=3, vanished=2),
        [judged("abd", 0.8, 0.2, "repeated", "swallowed"), judged("b", 0.25, 0.3, "repeated")],
        3,
    ),
]


def test_tally() -> None:
    found = tally(TYPED)
    assert (found.pieces, found.alone, found.keys, round(found.saved, 3)) == (2, 6, 4, 0.333)
    assert (found.shown, found.taken, found.lines, found.so_far, found.tokens) == (3, 1, 1, 1, 1)
    assert (found.harmful, found.flickers, found.vanished) == (2, 1, 2)
    assert {kind for kind in KINDS if found.harms[kind]} == {"repeated", "swallowed"}
    assert found.harms["repeated"] == 2
    assert (found.p50_ms, found.p95_ms) == (200, 300)
    assert tally([]).p50_ms is None


def test_thresholds() -> None:
    points = sweep(TYPED)
    assert len(points) == 100
    assert points[0] == Point(0.0, 2 / 6, 100 * 2 / 6, 3, 1)
    assert points[50] == Point(0.5, 2 / 6, 100 / 6, 2, 1)
    assert points[85] == Point(0.85, 2 / 6, 0.0, 1, 1)
    assert points[95] == Point(0.95, 0.0, 0.0, 0, 0)
    assert sweep([]) == []


def test_calibration() -> None:
    assert calibration(TYPED) == [Bin(1, 0.25, 0.0), Bin(1, 0.8, 0.0), Bin(1, 0.9, 1.0)]


@pytest.mark.parametrize(
    ("candidate", "wanted"),
    [
        ({}, None),
        ({"score": -1.0}, math.exp(-1)),
        ({"score": -1.0, "first_line_logprob": -2.0}, math.exp(-2)),
        ({"score": -1.0, "first_line_logprob": None}, math.exp(-1)),
    ],
)
def test_confidence(candidate: dict[str, float | None], wanted: float | None) -> None:
    sight = Sight(TYPED[0].judged[0].sight.shown, 0.1, candidate, None)
    assert confidence(sight) == wanted


def test_a_plot_is_a_picture_with_all_its_points() -> None:
    picture = ET.fromstring(plot([Line("<a>", [(0, 0), (7, 3)], marked=True), Line("b", [])], "x", "y"))
    name = "{http://www.w3.org/2000/svg}"
    texts = [text.text for text in picture.iter(f"{name}text")]
    assert {"<a>", "b", "x", "y", "10", "5"} <= set(texts)
    assert len(list(picture.iter(f"{name}circle"))) == 2
    first, second = (line.get("points", "") for line in picture.iter(f"{name}polyline"))
    assert (len(first.split()), second) == (2, "")


SOURCE = '''\
def area(width, height):
    """Give a rectangle's area."""
    if width < 0 or height < 0:
        raise ValueError("negative")
    return width * height


for width in range(3):
    print(area(width, width + 1))
'''


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [str(QUOIN), "harness", str(folder), "--replay", "--n", "4", "--seed", "3", *words]
    return subprocess.run(command, capture_output=True, check=False, cwd=folder, text=True, encoding="utf-8")


def test_a_whole_run(tmp_path: Path) -> None:
    (tmp_path / "area.py").write_text(SOURCE, encoding="utf-8")
    done = run(tmp_path, "--keys", "40", "--json", "--plots", str(tmp_path / "plots"))
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["language"], found["model"], found["speed"]) == ("python", "starter.gguf", "fast")
    assert list(found["ways"]) == ["quoin", "unguarded"]
    for way in found["ways"].values():
        whole = way["all"]
        assert whole["alone"] >= 40
        assert 0 < whole["keys"] <= whole["alone"] + whole["shown"]
        assert 0 < whole["shown"] <= whole["keys"]
        assert whole["p50_ms"] <= whole["p95_ms"]
        assert len(way["harmful"]) == whole["harmful"]
        assert sum(one["alone"] for one in way["pieces"].values()) == whole["alone"]
    assert found["ways"]["quoin"]["all"]["alone"] == found["ways"]["unguarded"]["all"]["alone"]
    page = (tmp_path / "plots" / "replay.html").read_text(encoding="utf-8")
    assert page.count("<svg ") == len(list((tmp_path / "plots").glob("*.svg"))) == 3
    assert page.count("<tr>") == 41 + 21
    assert all(kind in page for kind in KINDS)


def test_the_table_at_a_persons_speed(tmp_path: Path) -> None:
    (tmp_path / "area.py").write_text(SOURCE, encoding="utf-8")
    done = run(tmp_path, "--keys", "5", "--speed", "person")
    assert done.returncode == 0, done.stderr
    assert all(kind in done.stdout for kind in KINDS)
    assert "speed: person; seed 3; 1 files" in done.stdout


def test_a_tree_with_nothing_to_type(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("# no code\n", encoding="utf-8")
    done = run(tmp_path)
    assert (done.returncode, "has nothing to type" in done.stderr) == (2, True)
