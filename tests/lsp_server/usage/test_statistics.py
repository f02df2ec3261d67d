"""The files of statistics: what is in them, and what happens when they cannot be read or written."""

from __future__ import annotations

import datetime as dt
import json
import math
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quoin.engine.util.user_dirs import data_folder
from quoin.lsp_server.documents.text_buffer import Point
from quoin.lsp_server.offer import Offer
from quoin.lsp_server.usage.acceptance import Acceptance, Shown
from quoin.lsp_server.usage.counts import Counts, percentile, step_of
from quoin.lsp_server.usage.statistics import Part, Statistics
from quoin.lsp_server.usage.summary import summary


def test_the_rest_of_a_completion_is_not_shown_anew(tmp_path: Path) -> None:
    statistics = Statistics(tmp_path / "s")
    acceptance = Acceptance(statistics)
    for offer in (Offer("one two", "1"), Offer("three", "2"), rest := Offer("two", "1")):
        acceptance.show(Shown("u", "python", Point(0, 0), "", offer))
    for _ in range(2):
        assert acceptance.accept("1") == Shown("u", "python", Point(0, 0), "", rest)
    assert acceptance.accept("3") is None
    found = summary(statistics)
    assert (found["shown"], found["accepted"], found["acceptedCharacters"]) == (2, 1, 3)


PARTS = [
    # What is accepted of `one two three`, what is shown again before the whole is accepted, and the counts.
    ([("word", 3)], None, (0, 1, 0, 3)),
    ([("word", 3), ("line", 4)], None, (0, 1, 1, 7)),
    ([("word", 3)], "one two three", (1, 1, 0, 13)),
    ([("word", 3)], " two three", (1, 1, 0, 13)),
    ([("line", 99)], "", (1, 0, 1, 13)),
]


@pytest.mark.parametrize(("parts", "rest", "counts"), PARTS)
def test_parts(
    tmp_path: Path, parts: list[tuple[Part, int]], rest: str | None, counts: tuple[int, ...]
) -> None:
    statistics = Statistics(tmp_path / "s")
    acceptance = Acceptance(statistics)
    whole = "one two three"
    acceptance.show(Shown("u", "python", Point(0, 0), "", Offer(whole, "1")))
    for part, characters in parts:
        acceptance.accept_part("1", part, characters)
        acceptance.accept_part("2", part, characters)
    if rest not in {None, whole, ""}:
        acceptance.show(Shown("u", "python", Point(0, 3), "", Offer(str(rest), "1")))
    if rest is not None:
        acceptance.accept("1")
    found = summary(statistics)
    names = ("accepted", "acceptedWords", "acceptedLines", "acceptedCharacters")
    assert tuple(found[name] for name in names) == counts


def test_languages_are_counted_apart_and_together(tmp_path: Path) -> None:
    statistics = Statistics(tmp_path / "s")
    for language in ("python", "json", "python"):
        statistics.count_shown(language)
    statistics.count_accepted("json", 7)
    found = summary(statistics)
    assert (found["shown"], found["accepted"]) == (3, 1)
    assert {name: counts["shown"] for name, counts in found["byLanguage"].items()} == {
        "json": 1,
        "python": 2,
    }


def test_nothing_is_lost_when_several_count_at_once(tmp_path: Path) -> None:
    def count(_: int) -> None:
        statistics = Statistics(tmp_path / "s")
        for _ in range(10):
            statistics.count_shown("python")
            statistics.write()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(count, range(8)))
    assert summary(Statistics(tmp_path / "s"))["shown"] == 80


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", "{}", '{"days": 5}', '{"days": {"2026-01-01": {"a": {"b": 1}}}}', '{"days": {"a": {}}}'],
)
def test_a_file_that_cannot_be_understood_is_set_aside(tmp_path: Path, content: str) -> None:
    folder = tmp_path / "s"
    folder.mkdir()
    (folder / "2026-01.json").write_text(content)
    statistics = Statistics(folder, lambda: dt.date(2026, 1, 31))
    assert statistics.kept().total() == Counts()
    statistics.count_shown("python")
    assert statistics.kept().total() == Counts(shown=1)
    assert Statistics(folder).kept().total() == Counts(shown=1)
    assert (folder / "2026-01.unread").read_text() == content


OLD = {
    "since": "2025-12-31",
    "by_language": {
        "python": {
            "shown": 40,
            "accepted": 10,
            "accepted_words": 7,
            "accepted_lines": 3,
            "accepted_characters": 9,
        },
        "json": {"shown": 10, "accepted": 0, "accepted_characters": 0},
    },
}


def test_what_was_counted_without_days_is_not_lost(tmp_path: Path) -> None:
    old = tmp_path / "statistics.json"
    old.write_text(json.dumps(OLD))
    statistics = Statistics(tmp_path / "statistics", lambda: dt.date(2026, 1, 31))
    statistics.count_shown("python")
    kept = statistics.kept()
    assert {name: counts.shown for name, counts in kept.by_language().items()} == {"json": 10, "python": 41}
    assert kept.total() == Counts(51, 10, 7, 3, 9)
    assert (kept.since, list(kept.days)) == ("2025-12-31", ["2026-01-31"])
    assert json.loads(old.read_text()) == OLD


def test_days_are_counted_apart(tmp_path: Path) -> None:
    today = [dt.date(2026, 1, 31)]
    statistics = Statistics(tmp_path / "s", lambda: today[0])
    statistics.count_shown("python", 0.1)
    statistics.count_held_back("python", "unsure")
    today[0] = dt.date(2026, 2, 1)
    statistics.count_accepted("python", 5)
    kept = statistics.kept()
    assert kept.days == {
        "2026-01-31": {"python": Counts(1, held_back=Counter(unsure=1), times=Counter({20: 1}))},
        "2026-02-01": {"python": Counts(accepted=1, accepted_characters=5)},
    }
    assert Statistics(tmp_path / "s").kept().days == kept.days
    assert sorted(file.name for file in (tmp_path / "s").glob("*.json")) == ["2026-01.json", "2026-02.json"]


@given(
    st.lists(st.floats(0.001, 100, allow_nan=False), min_size=1, max_size=50),
    st.sampled_from([0.5, 0.9, 0.99]),
)
def test_percentiles_are_right_to_a_quarter(seconds: list[float], share: float) -> None:
    found = percentile(Counter(map(step_of, seconds)), share)
    true = sorted(seconds)[math.ceil(share * len(seconds)) - 1] * 1000
    assert found is not None
    assert true / 1.26 <= found <= true * 1.26


def test_what_cannot_be_written_is_kept_until_it_can(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.write_text("in the way")
    statistics = Statistics(folder / "s")
    statistics.count_shown("python")
    statistics.write()
    assert statistics.pending
    assert summary(statistics)["shown"] == 1
    folder.unlink()
    assert summary(statistics)["shown"] == 1


def test_the_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "quoin"
    for useless in ("", "relative"):
        monkeypatch.setenv("XDG_DATA_HOME", useless)
        assert data_folder().is_relative_to(Path.home())
