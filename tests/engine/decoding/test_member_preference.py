"""Known members are preferred where a model would invent one, and an invented one is not shown.

A case has the text around the cursor, a number of nats, the tokens that the model prefers at each step, each
of which is less likely than the one before by so many nats, and the text that is written.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

import quoin
from quoin.engine.decoding.endings.usefulness import sure_bytes
from quoin.engine.decoding.members.declared import DeclaredMembers
from tests.engine.decoding.decoded import found_between
from tests.engine.decoding.fakes import END
from tests.engine.decoding.members.test_known import POINT, known
from tests.engine.decoding.test_steering import Stepwise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quoin.engine.decoding.result import Candidate

METHOD = f"{POINT}\n    def f(self):\n        "
OPEN = "class A(B):\n    def f(self):\n        self.size = 1\n        return self.█\n"
MAKER = "class A:\n    def __init__(self, width, height):\n        self.width = width\n        "
CASES = [
    (f"{METHOD}return self.█\n", 5.0, [["_x", "x"], [END]], "x"),
    (f"{METHOD}return self.█\n", 20.0, [["_x", "x"], [END]], "x"),
    (f"{METHOD}return self.t█\n", 5.0, [["itle", "otal"], [END]], "otal"),
    # It is finished, and goes on no further.
    (f"{METHOD}return self.█\n", 5.0, [["_x", "to"], ["p", "tal"], [END]], "total"),
    (f"{METHOD}return self.█\n", 5.0, [["x"], ["ray", END], [END]], "x"),
    (f"{METHOD}return█\n", 5.0, [[" self._x", " self.x"], [END]], " self.x"),
    (f"{METHOD}return self.█\n", 5.0, [["x"], [" + self."], ["z", "y"], [END]], "x + self.y"),
    # A class may have members that cannot be seen.
    (OPEN, 1.5, [["length", "size"], [END]], "size"),
    (OPEN, 3.0, [["length", "size"], [END]], "length"),
    # What begins a line may be new, but for what an object is given.
    (f"{METHOD}self.█\n", 5.0, [["new", "x"], [" = 1"], [END]], "new = 1"),
    ("class A:\n    def __init__(self, x):\n        self.█\n", 3.0, [["_y", "x"], [" = x"], [END]], "x = x"),
    ("class A:\n    def __init__(self, x):\n        self.█\n", 5.0, [["_y", "x"], [" = x"], [END]], "_y = x"),
    # It keeps what is called like it.
    (f"{MAKER}self.height█\n", 3.0, [[" ="], [" width", " height"], [END]], " = height"),
    (f"{MAKER}self.height = █\n", 3.0, [["width", "height"], [END]], "height"),
    (f"{MAKER}self.height = he█\n", 3.0, [["x", "ight"], [END]], "ight"),
    (f"{MAKER}self.height█\n", 5.0, [[" ="], [" width", " height"], [END]], " = width"),
    (f"{MAKER}self.depth█\n", 3.0, [[" ="], [" width", " height"], [END]], " = width"),
    (f"{MAKER}other.height█\n", 3.0, [[" ="], [" width", " height"], [END]], " = width"),
    # Members that are seldom meant exist all the same.
    (f"{METHOD}return self.█\n", 5.0, [["__class__", "x"], [END]], "__class__"),
    ("import math\nx = math.█\n", 5.0, [["square", "sqrt"], ["(2)"], [END]], "sqrt(2)"),
    ("import math\nx = math.█\n", 5.0, [["square", "si"], ["ze", "n"], ["(2)"], [END]], "sin(2)"),
    ("import re\nx = math.█\n", 5.0, [["square", "sqrt"], ["(2)"], [END]], "square(2)"),
]


def completed(text: str, nats: float, steps: Sequence[Sequence[str]]) -> Candidate:
    model = Stepwise(steps, nats)
    left, right = text.split("█")
    state = quoin.load_language("python").quotient(left, right).start()
    return found_between(
        model, state, left, right, stop="statement", max_tokens=20, members=known(text)
    ).candidates[0]


@pytest.mark.parametrize(("text", "nats", "steps", "expected"), CASES)
def test_which_member_is_written(
    text: str, nats: float, steps: Sequence[Sequence[str]], expected: str
) -> None:
    assert completed(text, nats, steps).text == expected


ENUM = "enum Value { Null, Text }\nfn f() -> Value {\n    return Value::█;\n}\n"


@pytest.mark.parametrize(
    ("text", "steps", "expected"),
    [
        (ENUM, [["None", "Null"], [END]], "Null"),
        (ENUM, [["N"], ["one", "ull"], [END]], "Null"),
        (ENUM, [["from(1)", "Null"], [END]], "from(1)"),
        # What everything has takes the place of nothing else.
        (ENUM.replace("Value::", "x."), [["text"], [END]], "text"),
        (
            ENUM.replace("    return Value::", "    let x: Value = g();\n    return x."),
            [["text"], [END]],
            "text",
        ),
    ],
)
def test_members_of_declared_types(text: str, steps: Sequence[Sequence[str]], expected: str) -> None:
    left, right = text.split("█")
    language = quoin.load_language("rust")
    types = language.manifest.types
    assert types is not None
    members = DeclaredMembers(types, left.encode(), right.encode())
    state = language.quotient(left, right).start()
    model = Stepwise(steps, 5.0)
    found = found_between(model, state, left, right, stop="statement", max_tokens=20, members=members)
    assert found.candidates[0].text == expected


def test_the_probability_is_the_one_among_known_members() -> None:
    found = completed(f"{METHOD}return self.█\n", 3.0, [["_x", "y", "x"], [END]])
    assert found.marks[0].logprob == pytest.approx(-math.log(1 + math.exp(-3.0)), abs=0.01)


def test_what_certainly_does_not_exist_is_not_sure() -> None:
    found = completed(f"{METHOD}return self.wi█\n", 3.0, [["dth"], [END]])
    assert found.text == "dth"
    assert sure_bytes(found, 0.01) == 0
