"""Sessions after random edits of real files; see `edits`."""

from __future__ import annotations

import pytest

from tests.differential.edits import walk
from tests.support.effort import EFFORT

EDITS = max(160, int(160 * EFFORT))
# What is typed into so small texts is read before the core asks whether to go on.
SOON_READ = ("json", "lua")


LANGUAGES = [
    ("python", "3.8"),
    ("python", "3.11"),
    ("python", "3.12"),
    ("python", "3.14"),
    ("go", None),
    ("java", None),
    ("json", None),
    ("javascript", None),
    ("tsx", None),
    ("typescript", None),
    ("lua", None),
    ("sqlite", None),
    ("toml", None),
    ("yaml", None),
    ("bash", None),
]


BY_CHUNK = [
    ("python", "3.8"),
    ("python", "3.12"),
    ("go", None),
    ("java", None),
    ("json", None),
    ("javascript", None),
    ("tsx", None),
    ("typescript", None),
    ("lua", None),
    ("toml", None),
    ("yaml", None),
    ("bash", None),
]


@pytest.mark.parametrize(("name", "version"), LANGUAGES)
def test_nothing_shows_of_former_texts(name: str, version: str | None) -> None:
    counts = walk(name, [version], EDITS, seed=7)
    assert counts.pop("interrupted") > 0 or name in SOON_READ
    assert EDITS * 0.8 < sum(counts.values()) <= EDITS
    assert min(counts.values()) > EDITS / 20


@pytest.mark.parametrize(("name", "version"), [("python", "3.8"), ("python", "3.13"), ("lua", None)])
def test_nothing_shows_of_former_names(name: str, version: str | None) -> None:
    counts = walk(name, [version], EDITS, seed=11, names=True)
    assert counts.pop("interrupted") > 0
    assert EDITS * 0.8 < sum(counts.values()) <= EDITS


@pytest.mark.parametrize(("name", "version"), BY_CHUNK)
def test_nothing_shows_of_equal_chunks(name: str, version: str | None) -> None:
    edits = EDITS // 2
    counts = walk(name, [version], edits, seed=5, at_once=40)
    assert counts.pop("interrupted") > 0
    assert edits * 0.8 < sum(counts.values()) <= edits
