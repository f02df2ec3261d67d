"""Names of Lua: cases, then real files against what Lua's own compiler makes of their names."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import quoin
from grammars.lua.second_judge import SecondJudge
from quoin.engine.model import CompletionRequest
from quoin.engine.model.worker.names import promise
from quoin.engine.recovery import recover
from quoin.engine.recovery.levels import compiling
from tests.support.case_lines import parse_parts, read_lines
from tests.support.effort import EFFORT

if TYPE_CHECKING:
    from quoin.engine.quotient.quotient import Names

ROOT = Path(__file__).resolve().parents[3]
CASES = list(read_lines(Path(__file__).with_name("names.txt")))
FILES = [
    *sorted((ROOT / "editors/neovim").rglob("*.lua")),
    *sorted((ROOT / "grammars/lua/examples/accept").iterdir()),
]
NO_NAME = "no_name_of_the_file"
KEYWORDS = {
    *("and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local"),
    *("nil", "not", "or", "repeat", "return", "then", "true", "until", "while"),
}


@pytest.fixture(scope="module")
def language() -> quoin.Language:
    return quoin.load_language("lua")


@pytest.fixture(scope="module")
def compiler() -> SecondJudge:
    try:
        return SecondJudge()
    except LookupError as error:
        pytest.skip(str(error))


def verdict(language: quoin.Language, left: str, middle: str, right: str) -> str:
    start = language.quotient(left, right, spare="nothing", names=()).start()
    data = middle.encode()
    taken = start.viable_prefix(data)
    if taken < len(data):
        return f"refused at {taken}"
    assert start.advance(data)
    return "member" if start.member else "viable"


@pytest.mark.parametrize("line", CASES)
def test_case(language: quoin.Language, line: str) -> None:
    expected, _, case = line.partition(": ")
    parts = parse_parts(case)
    assert verdict(language, parts.left, parts.middle, parts.right) == expected


@pytest.mark.parametrize(
    ("left", "names", "promised"),
    [("local a\n", "strict", "known"), ("local a\n", "off", "off"), ("local _ENV = a\n", "prefer", "open")],
)
def test_what_an_answer_promises(language: quoin.Language, left: str, names: Names, promised: str) -> None:
    request = CompletionRequest("lua", left, "\n", "doc", names=names)
    session = quoin.Session(language)
    view = recover(session, left.encode(), b"\n")
    assert view is not None
    if names != "off":
        view = compiling(view, session, ())
    assert promise(request, view) == promised


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_names_are_those_of_the_compiler(language: quoin.Language, compiler: SecondJudge, path: Path) -> None:
    """A name in the place of another is taken unless the compiler makes an unknown global variable of it."""
    text = path.read_text(encoding="utf-8")
    before = compiler.globals_of(text)
    if before is None or not before.are_all or not before.read:
        pytest.skip("the compiler has nothing to say")
    # What is no variable, like a field, is no variable either after another name has taken its place.
    places = [
        place for place in re.finditer(r"(?<![.:\w\"'-])[A-Za-z_]\w*", text) if place[0] not in KEYWORDS
    ]
    names = sorted({place[0] for place in places})
    rng = random.Random(path.name)
    judged = 0
    for _ in range(int(60 * EFFORT)):
        place, name = rng.choice(places), rng.choice(names)
        left, right = text[: place.start()], text[place.end() :]
        rest, after = (compiler.globals_of(left + one + right) for one in (NO_NAME, name))
        if rest is None or after is None or not after.are_all:
            continue
        known = rest.read | rest.assigned | compiler.standard
        expected = name not in after.read or name in known
        state = language.quotient(left, right, spare="nothing", names=()).start()
        member = state.advance(name.encode()) and state.member
        assert member == expected, (left[-60:], name, right[:60])
        judged += 1
    assert judged > 0
