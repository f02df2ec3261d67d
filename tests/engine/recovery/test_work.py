"""The work of a repair is counted where it takes time, and done only where it can be of use."""

from __future__ import annotations

import pytest

import quoin
from quoin.engine.recovery import recover
from quoin.engine.recovery.draft import Budget, Exhausted, Reader
from quoin.engine.recovery.middles import Middles
from quoin.engine.recovery.repair import Repair

# What is behind the cursor ends a raw string with more quotes than the one that is open.
LEFT = b'A("""B '
RIGHT = b'c"""" {""""");\n'

WORK = 60_000
"""The work of the searches of a test, which is enough for two in vain and for ten others."""


def search(times: int, left: bytes, right: bytes) -> bool:
    """Search a completion several times with one budget; return whether one was found."""
    session = quoin.Session(quoin.load_language("csharp"))
    middles = Middles(Reader(session, Budget(WORK, WORK, lambda: False)), left, right)
    quotient = session.quotient(left, right)
    return [middles.completion(quotient) for _ in range(times)][-1] is not None


def test_searches_in_vain_take_more_of_the_work() -> None:
    assert not search(2, LEFT, RIGHT)
    with pytest.raises(Exhausted):
        search(3, LEFT, RIGHT)
    assert search(10, b"f(", b");\n")


@pytest.mark.parametrize(
    ("spent", "left"),
    [([], 10), ([4], 10), ([10, 10], 10), ([10, 10, 4], 6), ([9, 9, 9], 3), ([10, 10, 10], 0)],
)
def test_a_renewed_budget_is_never_more_than_what_is_left_of_all(spent: list[int], left: int) -> None:
    budget = Budget(10, 30, lambda: False)
    for work in spent:
        budget.spend(work)
        budget.renew(10)
    budget.spend(left)
    with pytest.raises(Exhausted):
        budget.spend(1)


def test_no_line_is_absent_where_none_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    left, right = b"def f(:\n    pass\n\n\nx = ", b"\n"
    session = quoin.Session(quoin.load_language("python"))
    view = recover(session, left, right)
    assert view is not None
    assert view.absent == (1,)
    monkeypatch.setattr(Repair, "run", None)
    assert recover(session, left, right, mending=False) is None
