"""Which texts are taken under limits."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from quoin.engine.starter.texts import corpus
from quoin.engine.starter.texts.chance import chance
from quoin.engine.starter.texts.corpus import Gatherer
from quoin.engine.starter.texts.duplicates import Seen
from quoin.engine.starter.texts.reading import Reading, Text

if TYPE_CHECKING:
    from collections.abc import Iterable

SIZE = 10_000
FULL = corpus.CAP // SIZE
"""The number of files of which a package is full."""


def reading(package: str, number: int, language: str = "lua", ending: str = "lua") -> Reading:
    texts = [
        Text(
            language, package, f"{index}.{ending}", f"{package} {language} {ending} {index} ".ljust(SIZE, "x")
        )
        for index in range(number)
    ]
    return Reading(package, texts)


def taken(*readings: Reading) -> list[Text]:
    gatherer = Gatherer(Seen())
    for one in readings:
        gatherer.add(one)
    return gatherer.taken.texts


def numbers(texts: Iterable[Text]) -> Counter[str]:
    return Counter(text.package for text in texts)


def test_no_package_dominates() -> None:
    assert numbers(taken(reading("a", 1000), reading("b", 10))) == {"a": FULL, "b": 10}


def test_a_collection_of_projects_is_not_one_package() -> None:
    assert numbers(taken(reading("debian/mono", 1000))) == {"debian/mono": 1000}


def test_which_files_are_taken_does_not_depend_on_their_order() -> None:
    all_files = reading("a", FULL + 100)
    backwards = Reading("a", all_files.texts[::-1])
    assert taken(all_files) == taken(backwards)
    assert [text.path for text in taken(all_files)] != [text.path for text in all_files.texts[:FULL]]


@pytest.mark.parametrize(
    ("sizes", "limit", "expected"),
    [
        ([10, 20], 4, [10, 20]),
        ([10, 20, 30], 0.6, [10, 20, 30]),
        ([10, 20, 30], 0.5, [10, 20, 20]),
        ([10, 20, 30], 0.3, [10, 10, 10]),
        ([1, 2, 300], 1, [1, 2, 97]),
        ([30, 30], 0.05, [3, 3]),
        ([30], 0, [0]),
    ],
)
def test_each_package_gets_the_same_room(sizes: list[int], limit: float, expected: list[int]) -> None:
    texts = [text for number, size in enumerate(sizes) for text in reading(str(number), size).texts]
    found = numbers(corpus.fitted(texts, {"lua": limit}))
    assert [found[str(number)] for number in range(len(sizes))] == expected
    assert numbers(corpus.fitted(texts, {}, limit)) == found


def test_limits_are_of_each_language() -> None:
    texts = [
        text
        for name in ("lua", "zig")
        for number in range(9)
        for text in reading(str(number), 90, name).texts
    ]
    found = Counter(text.language for text in corpus.fitted(texts, {"zig": 1.8}))
    assert found == {"lua": 396, "zig": 180}


def test_some_packages_are_taken_as_a_whole() -> None:
    texts = [text for name in "abc" for text in reading(name, 30).texts]
    assert numbers(corpus.fitted(texts, {"lua": 0.5}, whole=["b"])) == {"a": 10, "b": 30, "c": 10}
    assert numbers(corpus.fitted(texts, {"lua": 0.2}, whole=["b"])) == {"b": 30}


def test_more_packages_take_room_of_others_alone() -> None:
    texts = {name: reading(name, 30).texts for name in "abc"}
    two = corpus.fitted([*texts["a"], *texts["b"]], {"lua": 0.3})
    three = corpus.fitted([*texts["a"], *texts["b"], *texts["c"]], {"lua": 0.3})
    assert {text for text in three if text.package != "c"} < set(two)


def test_sources_come_before_what_is_made_of_them() -> None:
    text = "x = {}\n" * 100
    texts = [Text(name, "a", f"a.{name}", text) for name in ("javascript", "typescript")]
    assert [one.language for one in taken(Reading("a", texts))] == ["typescript"]


def test_the_reasons() -> None:
    gatherer = Gatherer(Seen())
    first = reading("a", FULL + 3)
    first.refused["size"] += 5
    gatherer.add(first)
    assert gatherer.taken.refused == {"size": 5, "package is full": 3}
    gatherer.add(Reading("b", [text._replace(package="b") for text in gatherer.taken.texts[:2]]))
    assert gatherer.taken.refused == {"size": 5, "package is full": 3, "copy": 2}
    assert len(gatherer.taken.texts) == FULL


@pytest.mark.parametrize(
    ("language", "ending", "side_ending", "kept"),
    [
        ("typescript", "ts", "d.ts", 10),
        ("python", "py", "pyi", 10),
        ("css", "css", "less", 30),
        ("lua", "a", "b", 30),
    ],
)
def test_few_files_of_a_side(language: str, ending: str, side_ending: str, kept: int) -> None:
    main, some = reading("a", 91, language, ending).texts, reading("b", 30, language, side_ending).texts
    found = corpus.fitted([*main, *some], {})
    assert set(main) < set(found)
    assert len(found) == 91 + kept
    assert corpus.fitted([*some, *main], {}) == found


def test_packages_come_in_an_order_that_others_do_not_change() -> None:
    labels = [f"pypi/{number}" for number in range(100)]
    order = corpus.in_turn(labels)
    assert sorted(order) == sorted(labels) != order
    assert corpus.in_turn(labels[50:]) == [label for label in order if label in labels[50:]]


@pytest.mark.parametrize("parts", [("a",), ("a", "b"), ("ab",), ("é",)])
def test_chance(parts: tuple[str, ...]) -> None:
    assert 0 <= chance(*parts) < 1
    assert chance(*parts) == chance(*parts)
    assert chance(*parts) != chance(*parts, "")


def test_chances_are_even() -> None:
    low = sum(chance(str(number)) < 0.25 for number in range(2000))
    assert low == pytest.approx(500, rel=0.15)
