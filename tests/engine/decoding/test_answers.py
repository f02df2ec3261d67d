"""Wherever anything fits there is an answer, it fits, and it keeps to its budget, however small that is.

An editor gets none that fits only with a name that nobody has meant.
"""

from __future__ import annotations

import ast
import random
import shlex
import textwrap
from pathlib import Path

import pytest

import quoin
from grammars.python.symbols import runs
from quoin.engine.model import CompletionRequest, ModelSettings
from quoin.engine.model.worker.service import CompletionService
from quoin.lsp_server.harness.cuts import KINDS, cut

SOURCES = [Path(str(one.__file__)).read_text(encoding="utf-8") for one in (random, shlex, textwrap)]


@pytest.fixture(scope="module")
def service() -> CompletionService:
    return CompletionService(ModelSettings(threads=1), lambda _share: None)


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@pytest.mark.parametrize("max_tokens", [1, 9, 40])
@pytest.mark.parametrize("bounded", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_every_cut_is_answered(service: CompletionService, kind: str, bounded: bool, max_tokens: int) -> None:
    rng = random.Random(max_tokens)
    for source in SOURCES:
        found = cut(source, kind, rng, runs)
        assert found is not None
        request = CompletionRequest(
            *("python", found.left, found.right, "doc", max_tokens),
            max_seconds=100,
            stop="statement",
            guarantee="file",
            stay_in_context=bounded,
        )
        result = service.complete(request, lambda: False)
        # None makes the code after the cursor a comment.
        wanted = result.candidates or result.empty or result.why == "apart"
        wanted = wanted or (bounded and result.why == "unkept")
        assert wanted, (found.left[-80:], found.right[:80])
        shortest = quoin.load_language("python").quotient(found.left, found.right).start().completion()
        for one in result.candidates:
            ast.parse(found.left + one.text + found.right)
            # No token is shorter than a byte. To stay in context may take more than the shortest.
            exempt = bounded or not (shortest or b"").strip()
            assert exempt or one.tokens <= max(max_tokens, len(shortest or b"")), one
        if result.empty:
            ast.parse(found.left + found.right)


BLANKS = [
    ("def f():\n    a()", "    b()\n"),
    ("if a:\n    b", "    c\n    d\n"),
    ("x = 1", "y = 2\n"),
    ("def f():\n    a()\n  ", "  b()\n"),
]


@pytest.mark.parametrize("max_tokens", [1, 8, 40])
@pytest.mark.parametrize(("left", "right"), BLANKS)
def test_blanks_alone_are_an_answer_where_the_file_needs_them(
    service: CompletionService, left: str, right: str, max_tokens: int
) -> None:
    request = CompletionRequest(
        "python", left, right, "doc", max_tokens, 100.0, "statement", guarantee="file"
    )
    result = service.complete(request, lambda: False)
    assert result.candidates or result.empty
    for one in result.candidates:
        ast.parse(left + one.text + right)
    if result.empty:
        ast.parse(left + right)


SWALLOWED = [
    # An element is no expression of TypeScript, so that only a comment could take it.
    ("typescript", "function f() {\n  return ", "<b onClick={() => g(1)}>{c}</b>;\n}\n", True),
    ("python", "x = a; ", "= f(1])\n", True),
    # What is no code may be the rest of a comment that has yet to begin.
    ("python", "x = a  ", "is what the others are\n", False),
    ("python", "x = ", 'hello")\n', False),
]


@pytest.mark.parametrize(("language", "left", "right", "told"), SWALLOWED)
def test_code_is_made_a_comment_for_nobody(
    service: CompletionService, language: str, left: str, right: str, *, told: bool
) -> None:
    request = CompletionRequest(language, left, right, "doc", 20, 100.0, "statement", guarantee="file")
    result = service.complete(request, lambda: False)
    assert (result.why == "apart") == told
    assert bool(result.candidates) != told
