"""A session whose readings were interrupted says what a fresh one says."""

from __future__ import annotations

import random
from itertools import count

import pytest

import quoin
from quoin.engine.quotient.interrupting import Interruptible
from tests.support.effort import EFFORT

TURNS = int(4 * EFFORT)

# Languages, their versions, and texts: what stands before, what is repeated, and what stands after.
TEXTS = [
    ("python", "3.8", "", "def f(a, *, b=1):\n    return f'{a!r:>{b}}' + g(x=1)(y=[2, 3])\n\n", ""),
    (
        "python",
        "3.14",
        "",
        "@d\nclass C(B):\n    x: int = 1  # c\n    def f(self): return f'{self.x + 1}'\n",
        "",
    ),
    (
        "go",
        None,
        "package p\n",
        "func f(a int) (b int) {\n\tif a > 1 { return a * 2 }\n\treturn []int{1}\n}\n",
        "",
    ),
    ("java", None, "", "class A<T> { int f(int... a) { return a[0] + g(b -> b * 2); } }\n", ""),
    ("json", None, "[", ' {"a": [1, {"b": null}, "c"]},', "2]"),
    ("lua", None, "", "local function f(a, b)\n  if a then return { b, c = 'd' } end\nend\n", ""),
    ("sqlite", None, "", "SELECT a, (SELECT b FROM c) FROM d WHERE e IN (1, 2) AND f LIKE 'g%';\n", ""),
]
REPETITIONS = 60


class Stopped(Exception):  # noqa: N818  not an error: what was asked for
    """The core was interrupted."""


def facts(quotient: quoin.Quotient) -> tuple[object, ...]:
    start = quotient.start()
    return quotient.problem, start.viable, start.member, start.expected(), start.completion(200, 300)


def stopped(session: quoin.Session, contexts: tuple[str, str], question: int) -> bool:
    """Whether a reading ends at the core's question of that number."""
    numbers = count()

    def check() -> None:
        if next(numbers) == question:
            raise Stopped

    with Interruptible(check, 0):
        try:
            session.quotient(*contexts)
        except Stopped:
            return True
    return False


@pytest.mark.parametrize(("name", "version", "before", "piece", "after"), TEXTS)
def test_interrupted_readings_leave_no_trace(
    name: str, version: str | None, before: str, piece: str, after: str
) -> None:
    rng = random.Random(name)
    language = quoin.load_language(name, version)
    text = before + piece * REPETITIONS + after
    stops = 0
    for _ in range(TURNS):
        session = quoin.Session(language)
        language.forget()
        for _ in range(4):
            cursor, at = sorted(rng.sample(range(len(text)), 2))
            changed = text[:at] + rng.choice((")", "]", "}", "\n", "'", '"', "a", " ")) + text[at:]
            for question in (rng.randrange(100), rng.randrange(20), 0):
                stops += stopped(session, (changed[:cursor], changed[cursor:]), question)
            told = facts(session.quotient(changed[:cursor], changed[cursor:]))
            assert told == facts(language.quotient(changed[:cursor], changed[cursor:])), (cursor, at)
    assert stops > TURNS


def test_an_interrupted_reading_goes_on_where_it_was() -> None:
    """However often the reading of a long text is interrupted, it comes to its end."""
    language = quoin.load_language("python")
    language.forget()
    session, contexts = (
        quoin.Session(language),
        ("", "".join(f"x{n} = [f({n}), (2, 3)]\n" for n in range(20_000))),
    )
    stops = 0
    while stopped(session, contexts, 2000):
        stops += 1
        assert stops < 100
    assert stops > 2
    assert session.quotient(*contexts).start().member


def test_calls_that_are_not_watched_go_on() -> None:
    language = quoin.load_language("json")
    contexts = ("[", "[1], " * 20_000 + "2]")
    session = quoin.Session(language)
    assert stopped(session, contexts, 3)
    assert session.quotient(*contexts).start().viable
