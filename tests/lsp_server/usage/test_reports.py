"""The page and the lines of the statistics: what they say, and that a page runs and loads nothing."""

from __future__ import annotations

import base64
import datetime as dt
import hashlib
import re
from collections import Counter
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quoin.lsp_server.reasons import Kind
from quoin.lsp_server.usage.charts import stacked
from quoin.lsp_server.usage.counts import Counts
from quoin.lsp_server.usage.page import page
from quoin.lsp_server.usage.periods import bands, periods
from quoin.lsp_server.usage.statistics import Kept
from quoin.lsp_server.usage.summary import held_back
from quoin.lsp_server.usage.text import text

if TYPE_CHECKING:
    from collections.abc import Sequence

TODAY = dt.date(2026, 11, 24)
EMPTY = Kept("2026-11-24", "2026-11-24")


def kept(days: Sequence[int], languages: Sequence[str] = ("python",), before: Counts | None = None) -> Kept:
    """Counts of so many days before today."""
    counted = {
        (TODAY - dt.timedelta(days=ago)).isoformat(): {
            language: Counts(4, 2, 1, 0, 30, Counter(unsure=3)) for language in languages
        }
        for ago in days
    }
    return Kept("2026-11-24", TODAY.isoformat(), {} if before is None else {"python": before}, counted)


STATES = {
    "empty": EMPTY,
    "held back alone": Kept(
        "2026-11-24", "2026-11-24", {}, {"2026-11-24": {"python": Counts(held_back=Counter(comment=1))}}
    ),
    "one day": kept([0]),
    "without days": kept([], before=Counts(5, 2, 0, 0, 20)),
    "a year": kept(range(0, 365, 2), ["python", "java", "<b>"]),
    "many languages": kept([0, 1], [f"language{number}" for number in range(9)]),
}


@pytest.mark.parametrize("name", STATES)
def test_page_runs_and_loads_nothing(name: str) -> None:
    written = page(STATES[name], "/home/me/<data>")
    (style,) = re.findall(r"<style>(.*?)</style>", written, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert f"default-src 'none'; style-src 'sha256-{digest}'" in written
    assert not re.findall(r"<script|<img|<link|<iframe|style=|\son\w+=|url\(|@import|href", written)
    assert "<b>" not in written.replace("<li><b>", "")
    assert "&lt;data&gt;" in written
    for picture in re.findall(r"<svg.*?</svg>", written, re.DOTALL):
        ET.fromstring(picture)


SAID = [
    ("empty", "Nothing has been shown yet", ["Accepted by", "Held back"]),
    ("held back alone", "the cursor is in a comment", ["Accepted by"]),
    ("one day", "Accepted by day", ["Nothing"]),
    ("one day", "the model is not sure enough", []),
    ("without days", "40%", ["Accepted by"]),
    ("a year", "Accepted by week", ["by day"]),
]


@pytest.mark.parametrize(("name", "said", "unsaid"), SAID)
def test_what_is_said(name: str, said: str, unsaid: list[str]) -> None:
    for written in (page(STATES[name], "folder"), text(STATES[name], "folder")):
        assert said in written
        assert not [words for words in unsaid if words in written]


UNITS = [([0], "day", 14), ([20], "day", 21), ([61], "day", 62), ([62], "week", 10), ([800], "month", 27)]


@pytest.mark.parametrize(("days", "unit", "number"), UNITS)
def test_periods_have_no_gaps(days: list[int], unit: str, number: int) -> None:
    found, all_periods = periods(kept(days))
    assert (found, len(all_periods)) == (unit, number)
    names = [period.name for period in all_periods]
    assert names == sorted(set(names))


@given(st.lists(st.integers(0, 1500), max_size=30, unique=True))
def test_periods_hold_everything(days: list[int]) -> None:
    _, found = periods(kept(days))
    assert sum(period.accepted.total() for period in found) == 3 * len(days)
    assert sum(period.saved.total() for period in found) == 27 * len(days)


@given(st.dictionaries(st.integers(0, 60), st.integers(1, 1000)))
def test_bands_hold_every_time(times: dict[int, int]) -> None:
    assert sum(bands(Counter(times)).values()) == sum(times.values())


@given(st.lists(st.lists(st.integers(0, 10**9), min_size=2, max_size=2), min_size=1, max_size=60))
def test_bars_stay_in_the_picture(numbers: list[list[int]]) -> None:
    bars = [(f"day {place}", {"a": first, "b": second}) for place, (first, second) in enumerate(numbers)]
    for bar in ET.fromstring(stacked(bars, ["a", "b"], "title")).iter("rect"):
        x, y, width, height = (float(bar.attrib[name]) for name in ("x", "y", "width", "height"))
        assert x >= 47
        assert x + width <= 713
        assert y >= 11
        assert y + height <= 177
        assert height >= 0


@pytest.mark.parametrize("kind", Kind)
def test_every_reason_has_words_without_gaps(kind: Kind) -> None:
    (words,) = held_back(Counts(held_back=Counter({kind.name.lower(): 1})))
    assert words not in {kind.name, kind.name.lower()}
    assert "{" not in words
