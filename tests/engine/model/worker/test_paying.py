"""What is asked for binds what is missing: the starter model's completions, judged by pyflakes.

A case has a file with the cursor, and a pattern for the completion, or None where the model decides. Nothing
that the completion writes lies outside the cursor's block.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

import pytest
from pyflakes import checker, messages

from quoin.engine.model import CompletionRequest, ModelSettings
from quoin.engine.model.worker.service import CompletionService

if TYPE_CHECKING:
    from quoin.engine.decoding.request import Stop

CASES = [
    ("def mean(xs):\n    █\n    return total / count\n", None),
    # What follows the cursor stays in the function in which it is.
    (
        "def main():\n    █\n    for name in args.names:\n        print(name, file=out)\n    return code\n",
        None,
    ),
    (
        "class A:\n    def f(self):\n        █\n        return best, worst\n\n    def g(self): pass\n",
        None,
    ),
    # Nothing of it is left out, even if a line stands there twice.
    ("class A:\n    def f(self):\n        █\n        return first + second + third + fourth\n", None),
    # What the library has is imported, and no model is needed for that.
    ("█\n\n\ndef main():\n    print(os.sep, json.dumps(sys.argv))\n", "import json\nimport os\nimport sys"),
    ("def main(text):\n    █\n    return json.loads(text)\n", "import json"),
    ("def main(path):\n    █\n    return json.loads(path), total\n", r"import json\n    total = .+"),
    # A list of parameters is not longer than it has to be.
    ("class Stack:\n    items = []\n\n    def push(self, █):\n        self.items.append(item)\n", "item"),
    ("def area(█):\n    return width * height\n", None),
]


@pytest.fixture(scope="module")
def service() -> CompletionService:
    return CompletionService(ModelSettings(threads=1), lambda _share: None)


@pytest.mark.parametrize("stop", ["line", "statement", "block"])
@pytest.mark.parametrize(("marked", "wanted"), CASES)
def test_what_is_missing_is_bound(
    service: CompletionService, marked: str, wanted: str | None, stop: Stop
) -> None:
    left, right = marked.split("█")
    request = CompletionRequest("python", left, right, marked, 60, max_seconds=100, stop=stop, pay=True)
    (candidate,) = service.complete(request, lambda: False).candidates
    assert wanted is None or re.fullmatch(wanted, candidate.text)
    found = checker.Checker(ast.parse(left + candidate.text + right)).messages
    assert not [one for one in found if isinstance(one, messages.UndefinedName)]
    column = len(left.rpartition("\n")[2])
    for line in candidate.text.splitlines()[1:]:
        assert not line or len(line) - len(line.lstrip()) >= column


@pytest.mark.parametrize(
    ("language", "marked", "why"),
    [
        ("python", "def double(x):\n    █\n    return x + x\n", "bound"),
        ("python", "█\n\n\ndef double(x):\n    return x + x\n", "bound"),
        # Where names may be bound that cannot be seen, any completion is as good.
        ("python", "from os import *\n\n\ndef double(x):\n    █\n    return y + x\n", None),
        # A global variable of Lua may be bound by anything.
        ("lua", "local function double(x)\n    █\n    return x + y\nend\n", None),
    ],
)
def test_nothing_is_written_where_nothing_is_missing(
    service: CompletionService, language: str, marked: str, why: str | None
) -> None:
    left, right = marked.split("█")
    request = CompletionRequest(language, left, right, marked, 60, max_seconds=100, pay=True)
    result = service.complete(request, lambda: False)
    assert (result.why, bool(result.candidates)) == (why, why is None)
