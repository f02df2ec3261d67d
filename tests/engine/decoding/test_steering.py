"""Names that the right context lacks, where a model would bind others.

A case has the left and the right context, a number of nats, the tokens that the model prefers at each step,
each of which is less likely than the one before by so many nats, and the text that is written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

import quoin
from quoin.engine.decoding.endings.usefulness import sure_bytes
from tests.engine.decoding.decoded import found_between
from tests.engine.decoding.fakes import END, HIGH, LOW, ScriptedModel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quoin.engine.decoding.model import Floats
    from quoin.engine.decoding.result import Candidate
    from quoin.engine.decoding.timing import Deadline

CASES = [
    ("import", "\njson.x()\n", 5.0, [[" re", " json"], [END]], " json"),
    ("import", "\njson.x()\n", 7.0, [[" re", " json"], [END]], " re"),
    ("from a import", "\njson.x()\n", 5.0, [[" re", " json"], [END]], " json"),
    ("class", ":\n    pass\nBox()\n", 5.0, [[" Other", " Box"], [END]], " Box"),
    ("def ", ":\n    pass\nmain()\n", 5.0, [["other", "main"], ["()"], [END]], "main()"),
    # A parameter of that name would not be the one that is lacking.
    ("def f(", "):\n    pass\nmain()\n", 5.0, [["other", "main"], [END]], "other"),
    ("def f(", "):\n    return size\n", 5.0, [["other", "size"], [END]], "size"),
    # Where a statement begins, what is likelier is meant more often.
    ("", "\nprint(size)\n", 1.5, [["other", "size"], [" = "], ["1"], [END]], "size = 1"),
    ("", "\nprint(size)\n", 3.0, [["other", "size"], [" = "], ["1"], [END]], "other = 1"),
    # A comment binds nothing.
    ("", "\nprint(size)\n", 3.0, [["# the size", "size"], [" = "], ["1"], [END]], "size = 1"),
    ("def f():\n    ", "\n    return size\n", 3.0, [["# x", "other"], [" = "], ["1"], [END]], "other = 1"),
    ("", "\nprint(size)\n", 5.0, [["# x", "size"], [END]], "# x"),
    ("x = 1 ", "\nprint(size)\n", 3.0, [["# x", "+ 1"], [END]], "# x"),
    ("", "\nprint(1)\n", 3.0, [["# x", "size"], [END]], "# x"),
    # A name that the user has begun is meant.
    ("EX", "\nprint(EXEC)\n", 8.0, [["TRA", "EC"], [" = "], ["1"], [END]], "EC = 1"),
    ("EX", "\nprint(EXEC)\n", 10.0, [["TRA", "EC"], [" = "], ["1"], [END]], "TRA = 1"),
    ("h", "\nprint(hit)\n", 4.0, [["elp", "it"], [" = "], ["1"], [END]], "it = 1"),
    ("h", "\nprint(hit)\n", 6.0, [["elp", "it"], [" = "], ["1"], [END]], "elp = 1"),
    ("import js", "\njson.x()\n", 8.0, [["x", "on"], [END]], "on"),
    # Where nothing but a name can stand, one letter is enough.
    ("import j", "\njson.x()\n", 8.0, [["x", "son"], [END]], "son"),
    # It is finished, however unlikely its rest is.
    ("from a import", "\njson.x()\n", 5.0, [[" re", " js"], [END, "x", "y", "on"], [END]], " json"),
    (
        "EX",
        "\nprint(EXECUTE)\n",
        5.0,
        [["TRA", "EC"], [" = ", "1", "UTE"], [" = "], ["1"], [END]],
        "ECUTE = 1",
    ),
    # It goes on no further.
    ("EX", "\nprint(EXEC)\n", 2.0, [["EC"], ["UTE", " = "], ["1"], [END]], "EC = 1"),
    # A list of names goes on.
    ("from a import", "\njson.x()\n", 2.0, [[" b"], [END, ","], [" x", " json"], [END]], " b, json"),
    ("from a import", "\njson.x()\n", 4.0, [[" b"], [END, ","], [" x", " json"], [END]], " b"),
    ("x =", "\njson.x()\n", 2.0, [[" 1"], [END, ","], [" 2", " json"], [END]], " 1"),
    # It goes on after a name that was lacking, too, and no further where the user has typed all of one.
    (
        "from a import",
        "\njson.x()\nre.x()\n",
        2.0,
        [[" re"], [END, ","], [" x", " json"], [END]],
        " re, json",
    ),
    ("class Box", ":\n    pass\nBox()\n", 5.0, [["es", "(object)"], [END]], "(object)"),
    ("class Box", ":\n    pass\nBox()\n", 7.0, [["es", "(object)"], [END]], "es"),
    # A function has the parameters that its body reads.
    ("def f", "\n    return size\n", 9.0, [["(a", "("], ["b", "size"], ["):"], [END]], "(size):"),
    ("def f", "\n    return size\n", 11.0, [["(a", "("], ["):"], [END]], "(a):"),
    ("def f(a", "\n    return size\n", 9.0, [["):", ","], [" x", " size"], ["):"], [END]], ", size):"),
    ("def f(a: ", "\n    return len\n", 9.0, [["list", ","], ["):", ","], [END]], "list):"),
    (
        "def f(a: list[",
        "\n    return size\n",
        4.0,
        [["int"], ["]):", "]"], ["):", ","], [" x", " size"], ["):"], [END]],
        "int], size):",
    ),
    # When it has them all, there are no others.
    ("def f(", "\n    return size\n", 5.0, [["a", "size"], [",", "):"], [END]], "size):"),
    ("def f(", "):\n    return size\n", 5.0, [["size"], [",", END], [END]], "size"),
    (
        "def f(",
        "\n    return a + size\n",
        5.0,
        [["a"], [",", "):"], [" b", " size"], ["):"], [END]],
        "a, size):",
    ),
    ("f(", ")\nsize = 1\n", 5.0, [["size"], [","], [" 1"], [END]], "size, 1"),
    # After a default there can be none, and none is given twice.
    ("def f(a", "\n    return size\n", 9.0, [["=1"], ["):", ","], [END]], "=1):"),
    ("def f(size", "\n    return size\n", 9.0, [["):", ","], [END]], "):"),
    # A name that is bound later in the module is none.
    ("def f(", "\n    return size\nsize = 1\n", 9.0, [["a", "size"], ["):"], [END]], "a):"),
    # The last one may take all further arguments.
    (
        "def f(",
        "\n    return a[args]\n",
        9.0,
        [["a"], [","], [" *", " args"], ["args"], ["):"], [END]],
        "a, *args):",
    ),
    # What only its own body reads is seldom the function.
    ("def ", "\n    return size\n", 3.0, [["f", "size"], ["():"], [END]], "f():"),
    # What the user has typed begins a known name rather than being an unknown one.
    ("x = le", "\n", 4.0, [["(1)", "n(1)"], [END]], "n(1)"),
    ("x = le", "\n", 6.0, [["(1)", "n(1)"], [END]], "(1)"),
    ("le = x = le", "\n", 4.0, [[" + 1", "n(1)"], [END]], "n(1)"),
    ("le = 1\nx = le", "\n", 4.0, [[" + 1", "n(1)"], [END]], " + 1"),
    ("self.le", "\n", 4.0, [["(1)", "n(1)"], [END]], "(1)"),
    ("le", "\nprint(le)\n", 4.0, [[" = 1", "n(1)"], [END]], " = 1"),
    # Where a name is read, no name is lacking.
    ("x = h", "\nprint(hit)\n", 2.0, [["ex", "it"], ["(1)"], [END]], "ex(1)"),
    ("self.h", "\nprint(hit)\n", 2.0, [["elp", "it"], [" = "], ["1"], [END]], "elp = 1"),
]


class Stepwise(ScriptedModel):
    """Prefers, at each step, the tokens of a list, whatever has been written."""

    def __init__(self, steps: Sequence[Sequence[str]], nats: float) -> None:
        super().__init__([word for step in steps for word in step if word != END], lambda _text: [])
        self._steps = steps
        self._nats = nats

    def tokenise(self, text: bytes) -> list[int]:
        if not text:
            return []
        longest = max((piece for piece in self.pieces if piece and text.startswith(piece)), key=len)
        return [self.pieces.index(longest), *self.tokenise(text[len(longest) :])]

    def evaluate(self, tokens: Sequence[int], watch: Deadline) -> Floats:
        watch.check()
        logits = np.full(len(self.pieces), 3 * LOW, dtype=np.float32)
        number = min(len(tokens) - len(self._prompt), len(self._steps) - 1)
        for rank, word in enumerate(self._steps[number]):
            logits[self.token(word)] = HIGH - self._nats * rank
        return logits


@pytest.mark.parametrize(("left", "right", "nats", "steps", "text"), CASES)
def test_case(left: str, right: str, nats: float, steps: list[list[str]], text: str) -> None:
    assert decoded(left, right, nats, steps).text == text


# The last value is the beginning that is shown unasked: a parameter that is lacked is certain, by its body.
SURE = [
    ("def f", "\n    return size\n", 9.0, [["(a", "("], ["b", "size"], ["):"], [END]], "(size):"),
    ("def f(s", "\n    return size\n", 8.0, [["x", "ize"], ["):"], [END]], "ize):"),
    ("def f(", "):\n    return size\n", 5.0, [["other", "si"], ["x", "ze"], [END]], "size"),
    ("def f(a", "\n    return size\n", 9.0, [["):", ","], [" x", " size"], ["):"], [END]], ", size):"),
    ("import", "\njson.x()\n", 5.0, [[" re", " json"], [END]], ""),
]


@pytest.mark.parametrize(("left", "right", "nats", "steps", "sure"), SURE)
def test_sure(left: str, right: str, nats: float, steps: list[list[str]], sure: str) -> None:
    candidate = decoded(left, right, nats, steps)
    assert candidate.text[: sure_bytes(candidate, 0.08)] == sure


def decoded(left: str, right: str, nats: float, steps: list[list[str]]) -> Candidate:
    """What is written between two contexts by a model that prefers these tokens."""
    model = Stepwise(steps, nats)
    language = quoin.load_language("python", level="compiles")
    quotient = language.quotient(left, right, names=("self",))
    found = found_between(
        model, quotient.start(), left, right, stop="line", max_tokens=20, prefers_names=True
    )
    (candidate,) = found.candidates
    return candidate
