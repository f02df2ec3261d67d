"""The file of statistics: what is in it, and what happens when it cannot be read or written."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from quoin.engine.util.user_dirs import data_folder
from quoin.lsp_server.documents.text_buffer import Point
from quoin.lsp_server.offer import Offer
from quoin.lsp_server.usage.acceptance import Acceptance, Shown
from quoin.lsp_server.usage.statistics import Part, Statistics


def test_the_rest_of_a_completion_is_not_shown_anew(tmp_path: Path) -> None:
    statistics = Statistics(tmp_path / "s.json")
    acceptance = Acceptance(statistics)
    for offer in (Offer("one two", "1"), Offer("three", "2"), rest := Offer("two", "1")):
        acceptance.show(Shown("u", "python", Point(0, 0), "", offer))
    for _ in range(2):
        assert acceptance.accept("1") == Shown("u", "python", Point(0, 0), "", rest)
    assert acceptance.accept("3") is None
    summary = statistics.summary()
    assert (summary["shown"], summary["accepted"], summary["acceptedCharacters"]) == (2, 1, 3)


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
    statistics = Statistics(tmp_path / "s.json")
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
    summary = statistics.summary()
    names = ("accepted", "acceptedWords", "acceptedLines", "acceptedCharacters")
    assert tuple(summary[name] for name in names) == counts


def test_languages_are_counted_apart_and_together(tmp_path: Path) -> None:
    statistics = Statistics(tmp_path / "s.json")
    for language in ("python", "json", "python"):
        statistics.count_shown(language)
    statistics.count_accepted("json", 7)
    summary = statistics.summary()
    assert (summary["shown"], summary["accepted"]) == (3, 1)
    assert {name: counts["shown"] for name, counts in summary["byLanguage"].items()} == {
        "json": 1,
        "python": 2,
    }


def test_nothing_is_lost_when_several_count_at_once(tmp_path: Path) -> None:
    def count(_: int) -> None:
        statistics = Statistics(tmp_path / "s.json")
        for _ in range(10):
            statistics.count_shown("python")
            statistics.write()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(count, range(8)))
    assert Statistics(tmp_path / "s.json").summary()["shown"] == 80


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", "{}", '{"since": 5}', '{"since": "2026-01-01", "by_language": {"a": {"b": 1}}}'],
)
def test_a_file_that_cannot_be_understood_is_begun_anew(tmp_path: Path, content: str) -> None:
    file = tmp_path / "s.json"
    file.write_text(content)
    statistics = Statistics(file)
    statistics.count_shown("python")
    assert statistics.summary()["shown"] == 1
    assert Statistics(file).summary()["shown"] == 1


def test_what_cannot_be_written_is_kept_until_it_can(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.write_text("in the way")
    statistics = Statistics(folder / "s.json")
    statistics.count_shown("python")
    statistics.write()
    assert statistics.pending
    assert statistics.summary()["shown"] == 1
    folder.unlink()
    assert statistics.summary()["shown"] == 1


def test_the_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "quoin"
    for useless in ("", "relative"):
        monkeypatch.setenv("XDG_DATA_HOME", useless)
        assert data_folder().is_relative_to(Path.home())
