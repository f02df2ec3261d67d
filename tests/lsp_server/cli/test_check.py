"""`quoin check`: texts that fit, that may still fit, and that do not, with where and why."""

from __future__ import annotations

import json
from subprocess import PIPE, Popen
from typing import TYPE_CHECKING, Any

import pytest

from .conftest import QUOIN

if TYPE_CHECKING:
    from collections.abc import Callable

    from .conftest import Done

FILE = "é = [1, ]\nprint(é)\n".encode()


def test_a_text_that_fits(run: Callable[..., Done]) -> None:
    done = run("check", "a.py:1:9", "2, *'😀'", files={"a.py": FILE})
    assert (done.code, done.out, done.err) == (0, "fits: the whole file parses with it\n", "")


def test_a_text_that_may_still_fit(run: Callable[..., Done]) -> None:
    done = run("check", "a.py:1:9", "f(2, ", files={"a.py": FILE})
    assert (done.code, done.out) == (1, "viable: something must follow before the file parses\n")


def test_a_text_that_is_refused(run: Callable[..., Done]) -> None:
    done = run("check", "a.py:1:9", "f(é]", files={"a.py": FILE})
    assert done.code == 1
    assert done.out.startswith("refused at 1:12, character 3 of the text: expected ")
    assert done.out.endswith(" or `)` for the `(` at 1:10\n")


def test_a_context_that_is_broken(run: Callable[..., Done]) -> None:
    done = run("check", "a.py:2:3", "x", files={"a.py": b"x = ]\ny \n"})
    assert done.code == 1
    assert done.out.startswith("nothing fits here: the text before the cursor is broken at 1:5: ")


@pytest.mark.parametrize(
    ("words", "named", "code"),
    [([], "3.10", 0), ([], "3.9", 1), (["--python-version", "3.9"], "3.10", 1), ([], "none", 0)],
)
def test_the_version(run: Callable[..., Done], words: list[str], named: str, code: int) -> None:
    files = {
        "m.py": b"match \n    case 1:\n        pass\n",
        ".git/HEAD": b"",
        ".python-version": named.encode(),
    }
    assert run("check", "m.py:1:7", "x:", *words, files=files).code == code


def test_json(run: Callable[..., Done]) -> None:
    done = run("check", "a.py:1:9", "f(é]", "--json", files={"a.py": FILE})
    verdict = json.loads(done.out)
    assert done.code == 1
    known = {"viable": 3, "member": False, "at": 3, "line": 1, "column": 12}
    assert verdict.items() >= known.items()
    assert set(verdict) == {*known, "expected", "message"}
    assert "`)`" in verdict["expected"]


def case(left: str, middle: str, right: str, **more: str) -> dict[str, Any]:
    return {"language": "python", "left": left, "middle": middle, "right": right, **more}


CASES = [
    (case("x = ", "1", "\n"), {"viable": 1, "member": True}),
    (case("", "", ""), {"viable": 0, "member": True}),
    (case("x = (", "é, ", ")\n"), {"viable": 3, "member": True}),
    (case("match ", "x", ":\n    case 1: pass\n", version="3.10"), {"viable": 1, "member": True}),
    (case("match ", "x", ":\n    case 1: pass\n", version="3.9"), {"viable": 0, "member": False, "at": 0}),
    (case("x = (", "é +", ")\n"), {"viable": 3, "member": False}),
    (case("x = (", "é😀", ")\n"), {"viable": 1, "member": False, "at": 1}),
    (case("x = ( ", "a]", ")\n"), {"viable": 1, "member": False, "at": 1}),
    (case("if a:\n    b\n", "if c:\n  d\n", "if e:\n    f\n"), {"viable": 10, "member": True}),
    (case("def foo(", "asdf):", "    pass\n"), {"viable": 6, "member": True}),
    (case("x = ]", "1", "\n"), {"viable": 0, "member": False, "at": 0}),
    (case("x = ", "1", "\ny = (\n", id="more fields are allowed"), {"viable": 0, "member": False, "at": 0}),
]
BAD = [
    (b"{", "not JSON"),
    (b"\xff", "not JSON"),
    (b"[1]", "not an object"),
    (b'{"language": "python", "left": "", "right": ""}', "middle must be a text"),
    (b'{"language": "python", "left": 1, "middle": "", "right": ""}', "left must be a text"),
    (
        b'{"language": "python", "left": "\\ud800", "middle": "", "right": ""}',
        "a text holds half of a surrogate pair",
    ),
    (b'{"language": "python", "version": 3.9, "left": "", "middle": "", "right": ""}', "version must be"),
    (b'{"language": "python", "version": "3.3", "left": "", "middle": "", "right": ""}', "'3.3'"),
    (b'{"language": "klingon", "left": "", "middle": "", "right": ""}', "klingon"),
]


def test_jsonl(run: Callable[..., Done]) -> None:
    lines = [json.dumps(given).encode() for given, _ in CASES]
    bad = [line for line, _ in BAD]
    done = run("check", "--jsonl", given=b"\n".join([*lines, *bad, b"", lines[0]]) + b"\n")
    verdicts = [json.loads(line) for line in done.out.splitlines()]
    assert (done.code, done.err) == (0, "")
    for (given, expected), verdict in zip(CASES, verdicts, strict=False):
        shown = {name: value for name, value in verdict.items() if name in ("viable", "member", "at")}
        assert shown == expected, given
        told = {"expected", "message", "line", "column"}
        assert told & set(verdict) == (told if "at" in verdict else set())
    for (line, message), verdict in zip(BAD, verdicts[len(CASES) :], strict=False):
        assert list(verdict) == ["error"], line
        assert message in verdict["error"]
    assert len(verdicts) == len(CASES) + len(BAD) + 1
    assert verdicts[-1] == verdicts[0]


@pytest.mark.parametrize(("given", "_"), CASES[:3])
def test_a_verdict_comes_before_the_next_case_is_asked_for(given: dict[str, Any], _: object) -> None:
    with Popen([QUOIN, "check", "--jsonl"], stdin=PIPE, stdout=PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(2):
            process.stdin.write(json.dumps(given).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["member"] is True
        process.stdin.close()
        assert process.wait(10) == 0
