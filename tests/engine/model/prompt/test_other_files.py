"""Which lines of other files are chosen."""

from __future__ import annotations

import pytest

from quoin.engine.model.prompt.other_files import (
    STRETCH,
    WINDOW,
    Excerpt,
    OtherFiles,
    identifiers,
    similarity,
)

LEFT, RIGHT = b"def read_settings(path):\n    ", b"\n    return settings\n"
ALIKE = "def write_settings(settings, path):\n    path.write(settings)\n"
FILLER = "colour = 1\n" * WINDOW


def choose(*files: tuple[str, str], room: int = 1000, left: bytes = LEFT) -> list[Excerpt]:
    """By a model whose tokens are bytes, with names that cost their length."""
    return OtherFiles(len, len).choose("here", files, left, RIGHT, room)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [("abc def", "abc", 0.5), ("abc", "abc abc", 1), ("abc", "def", 0), ("", "", 0), ("a bc", "a bc", 0)],
)
def test_similarity(first: str, second: str, expected: float) -> None:
    assert similarity(identifiers(first.encode()), identifiers(second.encode())) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ([], []),
        ([("a.py", "")], []),
        ([("a.py", FILLER)], []),
        ([("a.py", ALIKE)], [("a.py", ALIKE)]),
        ([("a.py", ALIKE.rstrip())], [("a.py", ALIKE)]),
        ([("a.py", FILLER + ALIKE)], [("a.py", ALIKE)]),
        ([("a.py", ALIKE), ("b.py", "path\n")], [("b.py", "path\n"), ("a.py", ALIKE)]),
        ([("a.py", "path\n"), ("b.py", ALIKE)], [("a.py", "path\n"), ("b.py", ALIKE)]),
        ([("a.py", "path\n" * WINDOW + FILLER + ALIKE)], [("a.py", "path\n" * WINDOW + ALIKE)]),
    ],
)
def test_the_most_similar_lines_come_last(
    files: list[tuple[str, str]], expected: list[tuple[str, str]]
) -> None:
    assert choose(*files) == [Excerpt(path, text.encode()) for path, text in expected]


@pytest.mark.parametrize(
    ("room", "expected"),
    [(0, []), (8, []), (9, ["b.py"]), (64, ["b.py"]), (65, ["a.py"]), (74, ["b.py", "a.py"])],
)
def test_room_is_kept(room: int, expected: list[str]) -> None:
    assert len(ALIKE) + len("a.py") == 65
    assert [one.path for one in choose(("a.py", ALIKE), ("b.py", "path\n"), room=room)] == expected


def test_a_choice_is_kept_for_a_stretch_of_lines() -> None:
    chooser = OtherFiles(len, len)
    files = [("a.py", ALIKE), ("b.py", "colour = 1\n")]

    def paths(left: bytes) -> list[str]:
        return [one.path for one in chooser.choose("here", files, left, b"", 1000)]

    assert paths(LEFT) == ["a.py"]
    assert paths(b"colour\n") == ["a.py"]
    assert paths(b"colour\n" * STRETCH) == ["b.py"]
    assert [one.path for one in chooser.choose("there", files, b"colour\n", b"", 1000)] == ["b.py"]
