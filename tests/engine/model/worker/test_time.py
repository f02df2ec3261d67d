"""A request ends when its time is over or its caller gives up, whatever is being done at that moment."""

from __future__ import annotations

import math
import time
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from quoin.engine.decoding import timing
from quoin.engine.decoding.endings.signs import with_signs
from quoin.engine.decoding.timing import Cancelled, Deadline
from quoin.engine.model.ipc.messages import CompletionRequest
from quoin.engine.model.settings import ModelSettings
from quoin.engine.model.worker import service as services
from quoin.engine.model.worker.service import CompletionService
from quoin.engine.quotient.interrupting import SECONDS
from quoin.engine.recovery.repair import Repair

if TYPE_CHECKING:
    from quoin.engine.quotient.quotient import State
    from quoin.engine.recovery.draft import Draft

LEFT = """\
const names = [];

function load(path) {
  try {
  const lines = fs.readFileSync(path, "utf8").split("\\n");
  for (const line of lines) {
    names.pu"""
RIGHT = """
  }
}

function list() {
  return names;
}
"""

UNCLOSED = """\
const ITEMS = [{ label: "Home", path: "/" }];

export default function NavBar() {
  return (
    <nav className="navbar">
      <ul>
        {ITEMS.map((item) => (
          <li key={item.path} cla"""
BELOW = """
      </ul>
    </nav>
  );
}
"""


class Moments:
    """The searches for signs, during the first of which the request ends."""

    def __init__(self) -> None:
        self.over = False
        self.begun = 0
        self.clock = SimpleNamespace(monotonic=self.now, perf_counter=time.perf_counter)

    def now(self) -> float:
        return math.inf if self.over else time.monotonic()

    def with_signs(self, start: State, middle: bytes) -> bytes | None:
        self.begun += 1
        self.over = True
        time.sleep(2 * SECONDS)
        return with_signs(start, middle)


@pytest.fixture(scope="module")
def service() -> CompletionService:
    return CompletionService(ModelSettings(threads=1), lambda _share: None)


@pytest.fixture
def moments(monkeypatch: pytest.MonkeyPatch) -> Moments:
    found = Moments()
    monkeypatch.setattr(services, "with_signs", found.with_signs)
    return found


def unasked(language: str, left: str, right: str) -> CompletionRequest:
    return CompletionRequest(
        language, left, right, "a", max_seconds=1000.0, stop="statement", unasked=True, least_confidence=0.06
    )


def test_time_is_over_while_signs_are_looked_for(
    service: CompletionService, moments: Moments, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timing, "time", moments.clock)
    result = service.complete(unasked("javascript", LEFT, RIGHT), lambda: False)
    assert (result.candidates, result.why) == ([], "time")
    assert moments.begun == 1


def test_caller_gives_up_while_signs_are_looked_for(service: CompletionService, moments: Moments) -> None:
    with pytest.raises(Cancelled):
        service.complete(unasked("javascript", LEFT, RIGHT), lambda: moments.over)
    assert moments.begun == 1


def test_time_is_left_for_what_follows_decoding() -> None:
    watch = Deadline(time.monotonic() + 1000.0, lambda: False)
    assert not watch.earlier(10.0).interrupted()
    assert watch.earlier(1001.0).interrupted()
    assert Deadline(math.inf, lambda: True).earlier(1.0).interrupted()


def test_nothing_is_mended_that_is_whole_with_ends_of_blocks(
    service: CompletionService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lines are looked for that may be absent neither before nor after the view with the ends."""
    searches: list[float] = []

    def run(_repair: Repair, limit: float) -> list[Draft]:
        searches.append(limit)
        return []

    monkeypatch.setattr(Repair, "run", run)
    service.complete(unasked("tsx", UNCLOSED, BELOW), lambda: False)
    assert searches == []
