"""Kinds of harm: `left ‖ shown ‖ right`, in which the text shown replaces what stands between « and »."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from grammars.python.judge import parses
from quoin.lsp_server.harness.replay.harm import KINDS, Facts, harms
from quoin.lsp_server.harness.replay.keyboard import Typed
from quoin.lsp_server.harness.replay.user import Shown

from .languages import syntax_of

if TYPE_CHECKING:
    from collections.abc import Collection

# Nothing is said on the terminal of what is judged.
pytestmark = pytest.mark.filterwarnings("error")

NONE: tuple[str, ...] = ()
# Language, case, what the user has yet to type, what the language added, kinds of harm.
CASES = [
    ("python", "x = ‖1‖\n", "2", "", NONE),
    ("python", "x = ‖1‖\n", "2", None, NONE),
    # Code after the cursor becomes part of a comment or a string.
    ("python", "‖1  #‖ + 2\n", "3", "", ["swallowed"]),
    ("python", "x = ‖'‖ + 2\n", "3", "", ["swallowed", "does not parse"]),
    ("python", "x = ‖1\n'''‖\ny = 2\n'''a'''\n", "3\n", "", ["swallowed", "does not parse"]),
    ("python", "x = ‖1  # one‖  # two\n", "3", "", NONE),
    ("python", "x = f(‖1  #‖)\n", "3", "", ["swallowed", "does not parse"]),
    ("go", "x := ‖1 //‖ + 2\n", "3", "", ["swallowed"]),
    ("go", "x := ‖`‖ + 2\n", "3", "", ["swallowed"]),
    ("lua", "x = ‖1 --‖ + 2\n", "3", "", ["swallowed"]),
    ("sqlite", "SELECT ‖1 /*‖ + 2\n", "3", "", ["swallowed"]),
    ("sqlite", "SELECT ‖1‖ + 2\n", "3", "", NONE),
    # Words that run together, and a text in the midst of a word.
    ("python", "x = ‖int +‖ min\n", "3", "", NONE),
    ("python", "x = ‖int‖min\n", "3 + ", "", ["glued", "mid-word"]),
    ("python", "x = ‖int + ‖min\n", "3 + ", "", ["mid-word"]),
    # What the language added to the model's text.
    ("python", "f(‖1)‖\n", "2)", ")", NONE),
    ("python", "f(‖1, 1)‖\n", "2)", "1)", ["invented ending"]),
    ("python", "f(‖1\n)‖\n", "2)\n", "\n)", NONE),
    ("python", "f(‖1\n)‖\n", "2)\n", "\n\ny)", ["invented ending"]),
    # A line said again, before or after; the same tokens three times.
    ("python", "a = int(1)\n‖a = int(1)‖\n", "b = 2", "", ["repeated"]),
    ("python", "a = int(1)\n‖a = int(1)‖\n", "a = int(1)", "", NONE),
    ("python", "‖b = 1\na = int(1)‖\na = int(1)\n", "b = 1\nc = 2", "", ["repeated"]),
    ("python", "b = ‖1\n‖\na = int(1)\n", "1\nc = 2", "", NONE),
    ("python", "a = int(1)\n‖b = int(2)‖\nc = int(3)\n", "b = 3", "", NONE),
    ("python", "x = [‖1, 1, 1, 1]‖\n", "2]", "", ["repeated"]),
    ("python", "x = [‖1, 1, 1]‖\n", "2]", "", NONE),
    ("python", "x = ‖[[[[[[]]]]]]‖\n", "2]", "", NONE),
    # Several lines where one is wanted.
    ("python", "x = ‖1\ny = 2‖\n", "2", "", ["several lines"]),
    ("python", "x = ‖1\ny = 2‖\n", "1\nz = 2", "", NONE),
    # Names that nothing binds.
    ("python", "x = ‖y‖\n", "2", "", ["undefined name"]),
    ("python", "x = ‖y‖\ny = 1\n", "2", "", NONE),
    ("python", "x = ‖y‖\n", "y", "", NONE),
    ("python", "from a import *\nx = ‖y‖\n", "2", "", NONE),
    ("python", "x = y + ‖1‖\n", "2", "", NONE),
    ("python", "x = na‖me‖\n", "2", "", ["undefined name"]),
    ("python", "x = ‖[y for y in ''] + [lambda z, /, *a, **k: z, a, k]‖\n", "2", "", NONE),
    # What the compiler only warns of.
    ("python", "x = ‖'\\d' is int‖\n", "2", "", NONE),
    # What an editor closed by itself, kept and replaced.
    ("python", "x = f(‖1):‖«)»\n", "2)", "", ["does not parse"]),
    ("python", "x = int(‖1)‖«)»\n", "2)", "", NONE),
]


@pytest.mark.parametrize(("language", "case", "rest", "added", "kinds"), CASES)
def test_harms(language: str, case: str, rest: str, added: str | None, kinds: Collection[str]) -> None:
    left, text, after = case.split("‖")
    replaced = re.match(r"«(.*)»", after)
    closing = replaced.group(1) if replaced else ""
    right = after[replaced.end() :] if replaced else after
    shown = Shown(Typed(left, closing + right, len(closing)), text, len(closing), rest, right)
    facts = Facts(
        syntax_of(language),
        language == "python",
        parses if language == "python" else lambda _: True,
        bytes(syntax_of(language).code(left + rest + right))[-len(right) :],
        added,
    )
    assert list(harms(shown, facts)) == sorted(kinds, key=KINDS.index)
