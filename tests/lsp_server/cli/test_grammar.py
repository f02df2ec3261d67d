"""`quoin grammar check`, run as a program, and languages by file names on the command line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.support.own_language import GRAMMAR, MANIFEST

if TYPE_CHECKING:
    from collections.abc import Callable

    from .conftest import Done

GOOD = {
    "own/language.json": json.dumps(MANIFEST).encode(),
    "own/sums.lark": GRAMMAR.encode(),
    "own/examples/accept/one.sums": b"a = 1;",
    "own/examples/reject/one.sums": b"a",
}
BAD = {"own/sums.lark": GRAMMAR.replace('"+" atom', '"+" atm').encode()}


def test_a_good_folder(run: Callable[..., Done]) -> None:
    done = run("grammar", "check", "own", files=GOOD)
    assert (done.code, done.out, done.err) == (0, "own: 0 errors, 0 remarks\n", "")


def test_a_broken_folder(run: Callable[..., Done]) -> None:
    done = run("grammar", "check", "own", files=GOOD | BAD)
    first, second = done.out.splitlines()
    assert done.code == 1
    assert first == "own/sums.lark:2: error: Rule 'atm' used but not defined (in rule sum)"
    assert second == "own: 1 errors, 0 remarks"


def test_the_same_in_json(run: Callable[..., Done]) -> None:
    done = run("grammar", "check", "own", "--json", files=GOOD | BAD)
    told = json.loads(done.out)
    assert done.code == 1
    (found,) = told["findings"]
    assert (found["error"], found["file"], found["line"]) == (True, "own/sums.lark", 2)


def test_a_folder_that_is_none(run: Callable[..., Done]) -> None:
    done = run("grammar", "check", "nowhere")
    assert (done.code, done.remark) == (2, "quoin: nowhere is not a folder")


def test_a_grammar_that_is_too_large(run: Callable[..., Done]) -> None:
    done = run("grammar", "check", "own", files=GOOD | {"own/sums.lark": b"\n" * (1 << 21)})
    assert (done.code, done.out.splitlines()[0]) == (1, "own/sums.lark: error: is larger than 1 MiB")


def test_a_file_is_of_the_language_that_its_name_says(run: Callable[..., Done]) -> None:
    files = {"a.json": b'{"a": }', "a.go": b"package p\nvar x = \n"}
    cases = [("a.json:1:7", "[true]", "[True]"), ("a.go:2:9", "[]T{}", "[T]")]
    for place, good, bad in cases:
        assert run("check", place, good, files=files).code == 0
        assert run("check", place, bad, files=files).code == 1


def test_a_version_of_python_is_for_python_alone(run: Callable[..., Done]) -> None:
    done = run("check", "a.json:1:1", "1", "--python-version", "3.12", files={"a.json": b""})
    assert done.code == 2
    assert done.remark == "quoin: --python-version is for Python, and a.json is taken for json"


@pytest.mark.parametrize("command", [["check", "a.odd:1:5", "T"], ["complete", "a.odd:1:5"]])
def test_a_file_of_an_unknown_kind_is_not_taken_for_anything(
    run: Callable[..., Done], command: list[str]
) -> None:
    done = run(*command, files={"a.odd": b"x = \n"})
    assert done.code == 2
    assert done.remark.startswith(
        "quoin: the name of a.odd says no language that quoin has, which are bash, c, c_like, cpp, csharp, "
    )
    assert done.remark.endswith("--language takes one of them, or the folder of a language")


@pytest.mark.parametrize(
    ("language", "text", "code"),
    [("python", "[T]", 0), ("go", "[T]", 1), ("own", "(a)", 1), ("own", "(a);", 0), ("own", "[T]", 1)],
)
def test_a_language_that_is_named(run: Callable[..., Done], language: str, text: str, code: int) -> None:
    done = run("check", "a.odd:1:5", text, "--language", language, files=GOOD | {"a.odd": b"x = \n"})
    assert (done.code, done.err) == (code, "")


@pytest.mark.parametrize(
    ("options", "remark"),
    [
        (["--language", "cobol"], "'cobol' is neither a language, of which there are "),
        (["--language", "own"], "own/sums.lark:2: Rule 'atm' used but not defined"),
        (
            ["--language", "go", "--python-version", "3.12"],
            "--python-version is for Python, and a.odd is taken ",
        ),
    ],
)
def test_a_language_that_cannot_be_used(run: Callable[..., Done], options: list[str], remark: str) -> None:
    done = run("check", "a.odd:1:1", "a", *options, files=GOOD | BAD | {"a.odd": b""})
    assert done.code == 2
    assert remark in done.remark


PACKAGE = {
    "name": "notes",
    "rules": {
        "notes": {"type": "REPEAT", "content": {"type": "SYMBOL", "name": "note"}},
        "note": {
            "type": "CHOICE",
            "members": [{"type": "STRING", "value": "a"}, {"type": "SYMBOL", "name": "raw"}],
        },
    },
    "externals": [{"type": "SYMBOL", "name": "raw"}],
}


def test_a_tree_sitter_package_becomes_a_folder(run: Callable[..., Done]) -> None:
    files = {"package/src/grammar.json": json.dumps(PACKAGE).encode(), "a.notes": b"a a\n"}
    done = run("grammar", "import", "tree-sitter", "package", files=files)
    assert (done.code, done.out.splitlines()) == (
        0,
        [
            "the scanner's `raw` is left out in: note",
            "notes: wrote notes.lark, language.json, overrides.lark",
        ],
    )
    assert run("check", "a.notes:1:2", " a", "--language", "./notes").code == 0
    assert run("check", "a.notes:1:2", " b", "--language", "./notes").code == 1
    again = run("grammar", "import", "tree-sitter", "package", "--into", "notes", "--json")
    assert json.loads(again.out) == {
        "folder": "notes",
        "files": ["notes.lark"],
        "not_taken": ["the scanner's `raw` is left out in: note"],
    }


def test_a_folder_that_is_no_package(run: Callable[..., Done]) -> None:
    done = run("grammar", "import", "tree-sitter", ".", files={"a": b""})
    assert (done.code, done.remark) == (2, "quoin: .: no tree-sitter package: it has no src/grammar.json")
