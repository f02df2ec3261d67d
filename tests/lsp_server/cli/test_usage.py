"""Help, wrong use, and input that cannot be used: one line each, never a traceback."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from quoin.lsp_server.about import VERSION

if TYPE_CHECKING:
    from collections.abc import Callable

    from .conftest import Done

GOOD = b"def f(x):\n    return \n"
FILES = {
    "good.py": GOOD,
    "latin.py": b"x = '\xe9'\n",
    "text.gguf": b"this is no model\n" * 40,
    "empty.gguf": b"",
    "empty/tests/left_out.py": b"x = 1\n",
}


COMMANDS = [
    "",
    "complete",
    "check",
    "doctor",
    "serve",
    "harness",
    "stats",
    "grammar",
    "grammar check",
    "grammar test",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_help(run: Callable[..., Done], command: str) -> None:
    done = run(*command.split(), "--help")
    assert done.code == 0
    assert "Usage: quoin" in done.out
    assert "\x1b" not in done.out


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_version(run: Callable[..., Done], option: str) -> None:
    done = run(option)
    assert (done.code, done.out) == (0, f"quoin {VERSION}\n")


def test_help_loads_neither_the_server_nor_the_engine() -> None:
    code = "import sys; import quoin.lsp_server.cli; print(*sys.modules)"

    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert not {"pygls", "lsprotocol", "lark", "numpy", "engine", "asyncio"} & set(loaded)


BAD_INPUT = [
    (["complete", "good.py"], "'good.py' is not of the form FILE:LINE:COLUMN, with numbers from 1"),
    (["complete", "good.py:1:x"], "'good.py:1:x' is not of the form FILE:LINE:COLUMN, with numbers from 1"),
    (["complete", "good.py:4:1"], "good.py has no line 4: it has 3"),
    (["complete", "good.py:0:1"], "good.py has no line 0: it has 3"),
    (["complete", "good.py:2:13"], "line 2 of good.py has no column 13: they go from 1 to 12"),
    (["complete", "missing.py:1:1"], "missing.py cannot be read: no such file or directory"),
    (["complete", "latin.py:1:1"], "latin.py is not UTF-8: byte 5 cannot be read"),
    (["check", "latin.py:1:1", "x"], "latin.py is not UTF-8: byte 5 cannot be read"),
    (["check", "good.py:1:1"], "check needs FILE:LINE:COLUMN and a text, or --jsonl"),
    (
        ["check", "good.py:1:1", "x", "--jsonl"],
        "check --jsonl reads its cases from standard input and takes no place",
    ),
    (
        ["check", "good.py:2:12", "x", "--python-version", "3.7"],
        "there is no version '3.7' of python; known are 3.8, 3.9, 3.10, 3.11, 3.12, 3.13, 3.14",
    ),
    (
        ["complete", "good.py:2:12", "--python-version", "two"],
        "there is no version 'two' of python; known are 3.8, 3.9, 3.10, 3.11, 3.12, 3.13, 3.14",
    ),
    (
        ["check", "--jsonl", "--python-version", "3.9"],
        "check --jsonl reads each case's version with it, as `version`",
    ),
    (["harness", "missing"], "missing is not a folder"),
    (["harness", "empty"], "empty holds no python file that can be cut"),
    (
        ["harness", ".", "--cuts", "middle"],
        "there are no 'middle' cuts; there are randspan, boundary, boundary-first, typing",
    ),
]


@pytest.mark.parametrize(("words", "message"), BAD_INPUT)
def test_bad_input(run: Callable[..., Done], words: list[str], message: str) -> None:
    done = run(*words, files=FILES)
    assert (done.code, done.out, done.remark) == (2, "", f"quoin: {message}")


@pytest.mark.parametrize("model", ["missing.gguf", "text.gguf", "empty.gguf", "."])
@pytest.mark.parametrize("words", [["complete", "good.py:2:12"], ["harness", ".", "--n", "1"]])
def test_models_that_cannot_be_used(run: Callable[..., Done], words: list[str], model: str) -> None:
    done = run(*words, "--model", model, files=FILES)
    assert (done.code, done.out) == (2, "")
    assert done.remark.startswith("quoin: ")
    assert model.removeprefix(".") in done.remark


@pytest.mark.parametrize(
    "words",
    [["complete"], ["nonsense"], ["check", "--nonsense"], ["complete", "good.py:1:1", "--stop", "word"]],
)
def test_wrong_use(run: Callable[..., Done], words: list[str]) -> None:
    done = run(*words, files=FILES)
    assert done.code == 2
    assert done.out == ""
    assert "Traceback" not in done.err
