"""Names that middles read: verdicts, what pyflakes says, and that sessions keep names over edits.

One line a case, as in `tests/engine/core/cases`; then many texts, made of frames and fragments.
"""

from __future__ import annotations

import ast
import random
import re
import sys
import warnings
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from pyflakes import checker, messages

import quoin
from quoin.engine.decoding.timing import Stopwatch
from quoin.engine.decoding.tokens.constraint import GrammarConstraint
from tests.grammars.python.test_compiles import refusal
from tests.support.case_lines import parse_parts, read_lines
from tests.support.effort import EFFORT

HERE = Path(__file__).parent
CASES = list(read_lines(HERE / "names.txt"))
MISSING = list(read_lines(HERE / "missing.txt"))
ADMITTED = list(read_lines(HERE / "names_admitted.txt"))
FRAMES = list(read_lines(HERE / "names_frames.txt"))
FRAGMENTS = list(read_lines(HERE / "names_fragments.txt"))
RUNNING = f"{sys.version_info.major}.{sys.version_info.minor}"
SOURCES = sorted((HERE.parents[2] / "engine").rglob("*.py"))

UNRELATED = "pass\n" * 64
"""Lines that no case depends on, and more than a session reads again."""
MADE = list(product(FRAMES, FRAGMENTS))


@cache
def language(version: str | None = None) -> quoin.Language:
    return quoin.load_language("python", version, level="compiles")


def start(left: str, right: str, version: str | None = None) -> quoin.State:
    return language(version).quotient(left, right, spare="nothing", names=()).start()


def verdict(left: str, middle: str, right: str) -> str:
    return verdict_of(start(left, right), middle)


def verdict_of(state: quoin.State, middle: str) -> str:
    data = middle.encode()
    taken = state.viable_prefix(data)
    if not state.viable:
        return "empty"
    if taken < len(data):
        return f"refused at {taken}"
    assert state.advance(data)
    return "member" if state.member else "viable"


@pytest.mark.parametrize("line", CASES)
def test_case(line: str) -> None:
    expected, _, case = line.partition(": ")
    parts = parse_parts(case)
    assert verdict(parts.left, parts.middle, parts.right) == expected


@pytest.mark.parametrize("line", CASES)
def test_case_in_a_text_that_was_read_without_names(line: str) -> None:
    """The lines before the cursor are then lexed on their own, and not as the text is parsed."""
    expected, _, case = line.partition(": ")
    parts = parse_parts(case)
    session = quoin.Session(language(), spare="nothing")
    sides = UNRELATED + parts.left, parts.right
    session.quotient(*sides)
    assert verdict_of(session.quotient(*sides, names=()).start(), parts.middle) == expected


def made(frame: str, fragment: str) -> tuple[str, str, str]:
    left, right = (part.encode().decode("unicode_escape") for part in frame.split("@"))
    margin = re.search(r"[^\n]*\Z", left)
    indent = margin[0] if margin and not margin[0].strip() else ""
    return left, fragment.encode().decode("unicode_escape").replace("\n", f"\n{indent}"), right


def undefined(text: str, begin: int, end: int) -> list[str]:
    """The names that pyflakes does not know and that stand in a part of a text, which must be ASCII."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree = ast.parse(text)
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    return [
        one.message_args[0]
        for one in checker.Checker(tree).messages
        if isinstance(one, messages.UndefinedName | messages.UndefinedLocal)
        and begin <= starts[one.lineno - 1] + one.col < end
    ]


@pytest.mark.skipif(RUNNING not in language().versions, reason="a Python that the grammar does not know")
@pytest.mark.parametrize("frame", FRAMES)
def test_members_are_what_pyflakes_knows(frame: str) -> None:
    known = 0
    for fragment in FRAGMENTS:
        left, middle, right = made(frame, fragment)
        state = language(RUNNING).quotient(left, right, spare="nothing").start()
        if not (state.advance(middle.encode()) and state.member):
            continue
        state = start(left, right, RUNNING)
        member = state.advance(middle.encode()) and state.member
        text = left + middle + right
        is_right = not undefined(text, len(left), len(left + middle)) and refusal(text) is None
        assert member == is_right, middle
        known += member
    assert known > 0


@pytest.mark.parametrize(("frame", "fragment"), MADE[::7])
def test_what_is_viable_can_be_completed(frame: str, fragment: str) -> None:
    """Every viable beginning of a fragment has an end that reads known names only."""
    left, middle, right = made(frame, fragment)
    state = start(left, right)
    for at in range(len(middle) + 1):
        end = state.completion()
        assert end is not None, middle[:at]
        whole = start(left, right)
        assert whole.advance(middle[:at].encode() + end)
        assert whole.member
        if at == len(middle) or not state.advance(middle[at].encode()):
            break


def test_what_people_write_is_not_refused() -> None:
    """Each expression or line of real files is a member where it stands."""
    rng = random.Random(5)
    refused = []
    for _ in range(400):
        file = rng.choice(SOURCES)
        text = file.read_text(encoding="utf-8")
        begin = rng.randrange(len(text))
        end = text.find("\n", begin)
        left, middle, right = text[:begin], text[begin:end], text[end:]
        state = start(left, right)
        if not (state.advance(middle.encode()) and state.member):
            refused.append((file.name, middle))
    assert not refused


def test_a_session_knows_what_a_new_one_knows() -> None:
    """After random edits and moves of the cursor, the same words are accepted as in a new session."""
    rng = random.Random(7)
    names = ["alpha", "beta", "gamma", "print", "delta"]
    lines = [
        "{0} = 1\n",
        "def {0}({1}):\n    return {1}\n",
        "    {0} = {1}\n",
        "for {0} in ():\n    {1} = {0}\n",
    ]
    lines += [
        "class {0}:\n    {1} = 1\n",
        "import {0}\n",
        "\n",
        "    def {0}(self):\n        pass\n",
        "x = (\n",
        ")\n",
    ]
    session = quoin.Session(language(), spare="nothing")
    text = ""
    compared = 0
    for _ in range(int(1500 * EFFORT)):
        at = rng.randrange(len(text) + 1)
        kept = text[:at] + text[min(len(text), at + rng.choice([0, 0, 1, 5])) :]
        piece = rng.choice(lines).format(*rng.sample(names, 2)) if rng.random() < 0.7 else rng.choice(names)
        begin = kept.rfind("\n", 0, at) + 1 if rng.random() < 0.8 else at
        text = (kept[:begin] + piece + kept[begin:])[-400:]
        cursor = rng.randrange(len(text) + 1)
        sides = text[:cursor], text[cursor:]
        ours, anew = (
            session.quotient(*sides, names=()),
            language().quotient(*sides, spare="nothing", names=()),
        )
        assert (ours.empty, ours.filters_names) == (anew.empty, anew.filters_names)
        if ours.empty:
            # A text that is no program is begun again, so that most texts are.
            text = text if rng.random() < 0.5 else ""
            continue
        probes = [
            pre + name + post for name in names for pre, post in (("", " "), ("y = ", "\n"), (" ", "("))
        ]
        for probe in probes:
            assert ours.start().viable_prefix(probe.encode()) == anew.start().viable_prefix(probe.encode())
        compared += 1
    assert compared > 100


def told(names: tuple[quoin.MissingName, ...]) -> str:
    return " ".join(one.name if one.is_near else f"({one.name})" for one in names)


@pytest.mark.parametrize("line", MISSING)
def test_missing(line: str) -> None:
    expected, _, case = line.partition(": ")
    before, _, after = expected.partition("->")
    parts = parse_parts(case)
    state = start(parts.left, parts.right)
    assert told(state.missing) == before.strip()
    assert state.advance(parts.middle.encode())
    assert told(state.still_missing()) == after.strip()


def test_names_that_nothing_more_may_owe() -> None:
    around = start("x = (", ")\n")
    guard = GrammarConstraint(around, quoin.Vocabulary([b"y"]), Stopwatch())
    assert guard.accepts(b"y for y in ()")
    assert guard.unsettled_names() == []
    guard.advance(b"y + 1")
    assert guard.unsettled_names() == [b"y"]
    assert guard.closing(thorough=True) == b" for y in ()"
    nothing = GrammarConstraint(around, quoin.Vocabulary([b"y"]), Stopwatch()).owing_nothing()
    assert not nothing.accepts(b"y f")
    assert not nothing.accepts(b"y + 1)")
    assert nothing.accepts(b"print")
    assert not nothing.accepts(b"y, ")
    assert not nothing.accepts(b"y := 1")
    assert nothing.accepts(b"print(y=1)")


@pytest.mark.parametrize("line", ADMITTED)
def test_names_that_are_read_because_any_may_be(line: str) -> None:
    expected, _, case = line.partition(": ")
    parts = parse_parts(case)
    around = language().quotient(parts.left, parts.right, names=(), importable=("os", "time"))
    guard = GrammarConstraint(around.start(), quoin.Vocabulary([b"y"]), Stopwatch()).admitting_all()
    guard.advance(parts.middle.encode())
    assert " ".join(guard.admitted()) == expected


def test_a_name_that_an_import_can_bind_is_read_whole() -> None:
    around = language().quotient("x = ", "\n", names=(), importable=("json", "re"))
    guard = GrammarConstraint(around.start(), quoin.Vocabulary([b"y"]), Stopwatch())
    assert not guard.accepts(b"json.x")
    importing = guard.admitting(b"js", "importable")
    assert importing is not None
    assert guard.admitting(b"jx.y", "importable") is None
    assert importing.accepts(b"json.x")
    assert not importing.accepts(b"result.y")
    assert not importing.accepts(b"re.x + json.x")
    assert guard.admitting_all(importable=True).accepts(b"re.x + json.x")
    importing.advance(b"re")
    assert importing.unsettled_names() == [b"re"]
    importing.advance(b'.x + "json')
    assert importing.unsettled_names() == []
    importing.advance(b'" + re.y')
    assert importing.unsettled_names() == []
    assert importing.admitted() == ("re",)
