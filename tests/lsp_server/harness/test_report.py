"""Numbers from trials, and a whole run on a small tree with the real server."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from grammars.python.judge import parses
from quoin.lsp_server.errors import InputError
from quoin.lsp_server.harness.cuts import Cut
from quoin.lsp_server.harness.files import read_corpus
from quoin.lsp_server.harness.judges.second_judge import FaultCounts, Faults
from quoin.lsp_server.harness.likeness import Likeness, LikenessCounts, compare, count_likeness
from quoin.lsp_server.harness.plan import Case
from quoin.lsp_server.harness.promises import holds
from quoin.lsp_server.harness.report import Summary, as_json, by_kind, percentile, summarise, table
from quoin.lsp_server.harness.runner import Outcome, Trial
from quoin.lsp_server.harness.subject import Subject, known_language

PYTHON = Subject(known_language("python", Path()))
QUOIN = Path(sys.executable).with_name("quoin")


@pytest.mark.parametrize(
    ("values", "share", "expected"),
    [
        ([7], 0.5, 7),
        ([7], 0.99, 7),
        ([1, 2, 3, 4], 0.5, 2),
        (list(range(1, 101)), 0.99, 99),
        ([1, 2], 1.0, 2),
    ],
)
def test_percentile(values: list[float], share: float, expected: float) -> None:
    assert percentile(values, share) == expected


def trial(
    text: str | None,
    guarantee: str,
    *,
    held: bool | None,
    fits: bool | None,
    seconds: float,
    off_fits: bool | None,
    faults: Faults | None = None,
) -> Trial:
    case = Case("a.py", Cut("typing", "x = ", "1", "\n"))
    parts = {"prompt": 0.1 * seconds, "model": 0.5 * seconds}
    problem = None if text is not None else "nothing fits"
    return Trial(
        case,
        Outcome(text, fits, guarantee, held, seconds, parts, problem, faults),
        Outcome("1", off_fits, "none", False, 9.0, {"model": 9.0}, None),
    )


TRIALS = [
    trial("1", "file", held=True, fits=True, seconds=1.0, off_fits=True, faults=Faults(None, ("a",), ("b",))),
    trial("", "region", held=True, fits=False, seconds=2.0, off_fits=False),
    trial("(", "file", held=False, fits=False, seconds=3.0, off_fits=False),
    trial(None, "none", held=False, fits=False, seconds=4.0, off_fits=True),
]


def test_summary() -> None:
    summary = summarise(TRIALS)
    assert summary.not_model == pytest.approx(0.4)
    assert summary == Summary(
        cuts=4,
        answered=3,
        empty=1,
        fit=1,
        regions=1,
        unharmed=0,
        held=2,
        gave_up=0,
        unguarded_answered=4,
        unguarded_fit=2,
        unguarded_gave_up=0,
        second=FaultCounts(judged=1, compiled=1, inside=1, outside=1, unbound=1),
        unguarded_second=FaultCounts(judged=0, compiled=0, inside=0, outside=0, unbound=0),
        likeness=LikenessCounts(exact=0, first_word=0, worded=0),
        unguarded_likeness=LikenessCounts(exact=0, first_word=0, worded=0),
        p50_ms=2000.0,
        p99_ms=4000.0,
        not_model=summary.not_model,
    )


def test_where_the_judge_gives_up_nothing_is_counted_as_a_misfit() -> None:
    trials = [*TRIALS[:1], trial("2", "file", held=None, fits=None, seconds=1.0, off_fits=None)]
    summary = summarise(trials)
    assert (summary.answered, summary.fit, summary.held, summary.gave_up) == (2, 1, 1, 1)
    assert (summary.unguarded_fit, summary.unguarded_gave_up) == (1, 1)
    assert as_json(trials)["not_fitting"] == []
    drawn = table(by_kind(trials))
    cells = {str(column.header): [str(cell) for cell in column.cells] for column in drawn.columns}
    assert (cells["fit"], cells["judge gave up"]) == (["1 (100.0%)"], ["1"])
    assert "judge gave up" not in [column.header for column in table(by_kind(TRIALS)).columns]


@pytest.mark.parametrize(
    ("middle", "right", "text", "gone", "likeness"),
    [
        ("name)", "", "name)", 0, Likeness(True, True)),
        ("name", ")", "name) ", 1, Likeness(True, True)),
        ("name.a", "", "name.b", 0, Likeness(False, True)),
        ("(name)", "", "names", 0, Likeness(False, False)),
        ("12", "", "name", 0, Likeness(False, None)),
        ("a", "", "", 0, Likeness(False, False)),
    ],
)
def test_likeness(middle: str, right: str, text: str, gone: int, likeness: Likeness) -> None:
    assert compare(Cut("typing", "x = ", middle, right), text, gone) == likeness


def test_likenesses_are_counted() -> None:
    found = [Likeness(True, True), Likeness(False, None), None, Likeness(False, False), Likeness(False, True)]
    assert count_likeness(found) == LikenessCounts(exact=1, first_word=2, worded=3)


def test_what_went_wrong_is_listed() -> None:
    place = {"file": "a.py", "kind": "typing", "start": 4, "end": 5}
    found = as_json(TRIALS)
    assert found["not_fitting"] == [{**place, "completion": "("}]
    assert found["unanswered"] == [{**place, "problem": "nothing fits"}]


@pytest.mark.parametrize(
    ("source", "verdict"),
    [
        ("x = 1\n", True),
        ("'\\d'", True),
        ("x = (", False),
        ("\0", False),
        ("'\ud800'", False),
        ("(" * 5000 + ")" * 5000, False),
        ("-" * 100_000 + "1", False),
    ],
)
def test_oracle(source: str, verdict: bool) -> None:
    assert parses(source) is verdict


FILES = {
    "good.py": b"def area(width, height):\n    return width * height\n\n\nprint(area(2, 3))\n",
    "inner/é.py": "for é in range(3):\n    print('😀', é)\n".encode(),
    "broken.py": b"def f(:\n",
    "latin.py": b"'\xe9'",
    "large.py": b"x = 1\n" * 500,
    "test/left_out.py": b"x = 1\n",
    "notes.txt": b"no Python\n",
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name, content in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    return tmp_path


def test_corpus(tree: Path) -> None:
    corpus = read_corpus(tree, 2000, PYTHON)
    assert [file.name for file in corpus.files] == ["good.py", "inner/é.py"]
    assert (corpus.refused, corpus.unreadable, corpus.too_large) == (1, 1, 1)
    before = corpus.digest
    assert read_corpus(tree, 2000, PYTHON).digest == before
    (tree / "good.py").write_text("x = 2\n", encoding="utf-8")
    assert read_corpus(tree, 2000, PYTHON).digest != before


def test_a_tree_without_files(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        read_corpus(tmp_path, 2000, PYTHON)


def test_a_whole_run(tree: Path) -> None:
    words = [
        "harness",
        str(tree),
        "--cuts",
        "randspan,boundary,boundary-first,typing",
        "--n",
        "3",
        "--seed",
        "4",
    ]
    done = subprocess.run(
        [QUOIN, *words, "--max-size", "2000", "--json"], capture_output=True, check=False, cwd=tree
    )
    found = json.loads(done.stdout)
    assert (done.returncode, found["not_fitting"]) == (0, [])
    assert list(found["kinds"]) == ["randspan", "boundary", "boundary-first", "typing", "all"]
    whole = found["kinds"]["all"]
    assert whole["cuts"] == 12
    assert 0 < whole["answered"] == whole["held"] <= 12
    assert whole["fit"] >= whole["answered"] - whole["regions"]
    assert whole["answered"] + len(found["unanswered"]) == 12
    assert 0 < whole["p50_ms"] <= whole["p99_ms"]
    assert 0 < whole["not_model"] < 1
    assert (found["seed"], found["files"]["count"], found["files"]["refused"]) == (4, 2, 1)


def test_a_run_on_broken_files(tree: Path) -> None:
    words = ["harness", str(tree), "--cuts", "typing", "--n", "4", "--broken", "1", "--max-size", "2000"]
    done = subprocess.run([QUOIN, *words, "--json"], capture_output=True, check=False, cwd=tree)
    found = json.loads(done.stdout)
    assert (done.returncode, found["not_fitting"], found["broken"]) == (0, [], 1)
    typing = found["kinds"]["typing"]
    assert typing["cuts"] == 4
    assert 0 < typing["regions"] <= typing["answered"] == typing["held"]


def test_nothing_is_offered_for_a_region_where_only_the_whole_file_counts(tree: Path) -> None:
    words = ["harness", str(tree), "--cuts", "typing", "--n", "4", "--broken", "1", "--max-size", "2000"]
    words += ["--guarantee", "file", "--json"]
    done = subprocess.run([QUOIN, *words], capture_output=True, check=False, cwd=tree)
    found = json.loads(done.stdout)
    typing = found["kinds"]["typing"]
    assert (done.returncode, typing["cuts"], typing["regions"]) == (0, 4, 0)
    assert typing["answered"] == typing["held"] < 4


PROMISES = [
    ("file", [], "x = ", "1", "\n", True),
    ("file", [], "x = ", ")", "\n", False),
    ("region", [1], "a b\nx = ", "1", "\n", True),
    ("region", [1], "a b\nx = ", ")", "\n", False),
    ("region", [2], "a b\nx = ", "1", "\n", False),
    ("none", [], "x = ", "1", "\n", False),
]


@pytest.mark.parametrize(("guarantee", "absent", "left", "completion", "right", "so"), PROMISES)
def test_promises(
    guarantee: str, absent: list[int], left: str, completion: str, right: str, *, so: bool
) -> None:
    assert holds(PYTHON, guarantee, absent, Cut("typing", left, "", right), completion) is so


def test_the_table(tree: Path) -> None:
    words = ["harness", str(tree), "--cuts", "typing", "--n", "2", "--max-size", "2000"]
    done = subprocess.run([QUOIN, *words], capture_output=True, check=True, cwd=tree, text=True)
    assert "typing" in done.stdout
    assert "left out: 1 that do not parse, 1 unreadable, 1 too large" in done.stdout
    assert "\x1b" not in done.stdout
