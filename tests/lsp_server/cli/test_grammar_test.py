"""`quoin grammar test`: a language's folder against the judge that it names."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from quoin.engine.languages.loader import GRAMMARS
from tests.support.own_language import GRAMMAR, MANIFEST

if TYPE_CHECKING:
    from collections.abc import Callable

    from .conftest import Done

# It reads as the grammar does, by recursive descent.
JUDGE = """\
import json, re, sys

def refusal(text):
    lexemes = [one for one in re.findall(r"[a-z]+|[0-9]+|[ \\t\\n]+|.", text, re.S) if one.strip(" \\t\\n")]
    lexemes.append("")
    at = 0
    def take(pattern):
        nonlocal at
        if not re.fullmatch(pattern, lexemes[at]):
            raise ValueError(f"no {pattern} at lexeme {at}")
        at += 1
    def sum_():
        atom()
        while lexemes[at] == "+":
            take(r"\\+")
            atom()
    def atom():
        if lexemes[at] == "(":
            take(r"\\(")
            sum_()
            take(r"\\)")
        else:
            take("[a-z]+|[0-9]+")
    try:
        while lexemes[at]:
            take("[a-z]+")
            take("=")
            sum_()
            take(";")
    except ValueError as error:
        return str(error)

print(json.dumps("a reader of sums"), flush=True)
for line in sys.stdin.buffer:
    print(json.dumps(refusal(json.loads(line))), flush=True)
"""
GIVES_UP = "print('\"a tired one\"', flush=True)\nwhile input(): print('\"gave up: tired\"', flush=True)\n"
FILES = {
    "files/one.sums": b"total = (first + 12) + second;\nb = 1;\n",
    "files/two.sums": b"x = ((1) + a + 34);\ny = x;\n" * 3,
    "files/tests/wrong.sums": b"x = 1 +;\n",
    "files/binary.sums": b"\xff",
}


def folder(grammar: str = GRAMMAR, judge: str | None = JUDGE) -> dict[str, bytes]:
    manifest = MANIFEST if judge is None else {**MANIFEST, "judge": ["python", "-I", "judge.py"]}
    return {
        **FILES,
        "own/language.json": json.dumps(manifest).encode(),
        "own/sums.lark": grammar.encode(),
        "own/judge.py": (judge or "").encode(),
    }


def examined(run: Callable[..., Done], files: dict[str, bytes], *options: str) -> tuple[int, Any]:
    done = run("grammar", "test", "own", "files", "--json", "--n", "12", *options, files=files)
    assert done.err == ""
    return done.code, json.loads(done.out)


def test_a_grammar_that_is_as_the_judge_has_it(run: Callable[..., Done]) -> None:
    code, told = examined(run, folder())
    assert (code, told["kinds"], told["differences"], told["judge"]) == (0, {}, [], "a reader of sums")
    counts = told["counts"]
    assert (counts["whole texts that parse"], counts["whole texts that do not"]) == (4, 2)
    for name in ("mutants that parse", "mutants that do not", "completions that parse"):
        assert counts[name] > 10
    assert told["verdicts"] > 200


@pytest.mark.parametrize("seed", ["0", "1"])
def test_the_same_seed_does_the_same(run: Callable[..., Done], seed: str) -> None:
    first, second = (examined(run, folder(), "--seed", seed)[1]["counts"] for _ in range(2))
    assert first == second
    assert first != examined(run, folder(), "--seed", "2")[1]["counts"]


@pytest.mark.parametrize(
    ("grammar", "what", "length"),
    [
        (GRAMMAR.replace('"+" atom)', '"+" atom?)'), "taken", 6),
        (GRAMMAR.replace('"(" sum ")"', '"(" sum? ")"'), "taken", 6),
        (GRAMMAR.replace("/[a-z]+/", "/[a-z]+|_/"), "taken", 4),
        (GRAMMAR.replace("/[0-9]+/", "/[0-9]/"), "program refused", 5),
        (GRAMMAR.replace('| "(" sum ")"', '| "(" atom ")"'), "program refused", 9),
    ],
)
def test_a_grammar_that_is_not(run: Callable[..., Done], grammar: str, what: str, length: int) -> None:
    code, told = examined(run, folder(grammar))
    assert code == 1
    (shortest, *_) = sorted(
        told["differences"], key=lambda one: len(one["left"] + one["middle"] + one["right"])
    )
    assert len(shortest["left"] + shortest["middle"] + shortest["right"]) <= length
    assert {one["what"] for one in told["differences"]} == {what}
    assert sum(told["kinds"].values()) >= len(told["differences"])


def test_a_difference_shows_both_verdicts(run: Callable[..., Done]) -> None:
    files = folder(GRAMMAR.replace("/[0-9]+/", "/[0-9]/"))
    done = run("grammar", "test", "own", "files", "--n", "0", files=files)
    lines = done.out.splitlines()
    assert done.code == 1
    assert lines[0] == "sums, judge: a reader of sums; 4 files, seed 0"
    assert lines[1:4] == [
        " ‖ x=12; ‖ ",
        "    quoin: refused: expected `+` or `;`",
        "    judge: it is one",
    ]
    assert lines[4].endswith("one.sums")
    assert lines[-1].startswith("6 verdicts, 4 differences, ")


# In each text a lexer mode of JavaScript's is open where quoin refuses it.
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("import a from b", "expected a line end or a string"),
        ("x=<a></b>", "expected the name of an element"),
        ("x=`${a b}`", "expected"),
        ("x=<a b=c/>", "expected"),
    ],
)
def test_a_difference_of_a_language_with_modes_is_explained(
    run: Callable[..., Done], text: str, reason: str
) -> None:
    judge = "import json\nprint('\"one that takes a single text\"', flush=True)\n"
    judge += (
        f"while line := input(): print('null' if json.loads(line) == {text!r} else '\"no\"', flush=True)\n"
    )
    manifest = {
        "name": "more",
        "extends": str(GRAMMARS / "javascript"),
        "grammar": [str(GRAMMARS / "javascript" / name) for name in ("javascript.lark", "jsx.lark")],
        "lsp_ids": ["more"],
        "file_patterns": ["*.more"],
        "judge": ["python", "-I", "judge.py"],
    }
    files = {
        "files/one.more": text.encode(),
        "own/language.json": json.dumps(manifest).encode(),
        "own/judge.py": judge.encode(),
    }
    done = run("grammar", "test", "own", "files", "--n", "0", files=files)
    assert (done.code, done.err) == (1, "")
    assert f"quoin: refused: {reason}" in done.out


def test_a_judge_that_gives_up_has_judged_nothing(run: Callable[..., Done]) -> None:
    code, told = examined(run, folder(judge=GIVES_UP))
    assert (code, told["kinds"]) == (0, {})
    assert told["counts"] == {
        "whole texts": 6,
        "whole texts that do not": 2,
        "whole texts on which the oracle gave up": 4,
    }


@pytest.mark.parametrize(
    ("files", "words", "remark"),
    [
        (
            folder(judge=None),
            ["own", "files"],
            r"sums has nothing to be held against: its folder names no judge",
        ),
        (folder(judge="import no_such"), ["own", "files"], r"sums has nothing .*: No module named 'no_such'"),
        (folder(), ["own", "nowhere"], r"nowhere is not a folder"),
        (folder(), ["own", "own"], r"own holds no file \*\.sums of that size"),
        (folder(), ["own", "files", "--cuts", "deep"], r"there are no 'deep' cuts; there are randspan, .*"),
        (folder('start: "a'), ["own", "files"], r".*own/sums\.lark:1: .*"),
    ],
)
def test_what_cannot_be_used(
    run: Callable[..., Done], files: dict[str, bytes], words: list[str], remark: str
) -> None:
    done = run("grammar", "test", *words, files=files)
    assert done.code == 2
    assert re.fullmatch(f"quoin: {remark}", done.remark)
