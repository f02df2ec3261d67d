"""The programs of languages' folders: how they are asked, and what becomes of those that misbehave."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from quoin import load_language
from quoin.engine.languages.loader import GRAMMARS, language_names
from quoin.lsp_server.harness.judges import programs
from quoin.lsp_server.harness.judges.oracle import GAVE_UP, Judge, OwnParser, oracle_of
from quoin.lsp_server.harness.judges.programs import Program, ProgramError
from tests.support.own_language import MANIFEST, write

if TYPE_CHECKING:
    from pathlib import Path

ECHO = "import sys\nprint('\"echo\"', flush=True)\nfor line in sys.stdin: print(line, end='', flush=True)\n"
TEXTS = ["", "a\nb", '"é"', "😀", "\u2028", "x" * 300_000]


def program(folder: Path, source: str) -> Program:
    (folder / "program.py").write_text(source, encoding="utf-8")
    return Program(["python", "-I", "program.py"], folder)


def test_texts_come_through(tmp_path: Path) -> None:
    echo = program(tmp_path, ECHO)
    assert echo.name == "echo"
    assert [echo.ask(text) for text in TEXTS] == TEXTS
    echo.close()


def test_one_that_dies_is_started_anew(tmp_path: Path) -> None:
    moody = program(tmp_path, ECHO.replace("sys.stdin:", "sys.stdin:\n if 'die' in line: break\n"))
    assert moody.ask("one") == "one"
    with pytest.raises(ProgramError, match=r"`python -I program\.py` does not answer as it should"):
        moody.ask("die")
    assert moody.ask("two") == "two"
    moody.close()


BAD = {
    "says nothing and ends": "",
    "says nothing and stays": "import time; time.sleep(60)",
    "speaks no JSON": "print('hello', flush=True)\ninput()",
}


@pytest.mark.parametrize("source", BAD.values(), ids=BAD)
def test_one_that_does_not_say_who_it_is(
    tmp_path: Path, source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "_START_SECONDS", 2.0)
    with pytest.raises(ProgramError, match="does not answer"):
        program(tmp_path, source)


def test_what_it_complains_of_is_told(tmp_path: Path) -> None:
    with pytest.raises(
        ProgramError, match=r"as it should: ModuleNotFoundError: No module named 'missing_one'$"
    ):
        program(tmp_path, "import missing_one")


def test_one_that_is_slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "_ANSWER_SECONDS", 0.2)
    late = program(tmp_path, "print('\"late\"', flush=True)\ninput()\nimport time; time.sleep(60)")
    with pytest.raises(ProgramError, match="does not answer"):
        late.ask("now")


JUDGED = {
    "go": [("package p\n", True), ("package p\nvar x =\n", False), ("", False)],
    "java": [("class A {}", True), ("class A { B() {} }", False), ("", True)],
    "json": [('{"a": 1}', True), ("[1,]", False), ("NaN", False), ("[" * 100_000, False)],
    "jsonc": [("[1, /* two */]", True), ("[,]", False), ('["//"]', True)],
    "rust": [("fn a() {}", True), ("fn a( {}", False), ("", True)],
    "python": [("x = 1\n", True), ("x = \n", False), ("\ufeffx", True)],
}


@pytest.mark.parametrize("name", language_names())
def test_every_judge_that_is_named_decides(name: str) -> None:
    language = load_language(name)
    if not language.manifest.judge:
        pytest.skip("its folder names none")
    if language.manifest.judge[0] != "python" and shutil.which(language.manifest.judge[0]) is None:
        pytest.skip(f"no {language.manifest.judge[0]} in PATH")
    try:
        judge = Judge(language, GRAMMARS / name)
    except ProgramError as error:
        if not any(kind in str(error) for kind in ("ModuleNotFoundError", "LookupError", "MODULE_NOT_FOUND")):
            raise
        pytest.skip(str(error))
    texts = JUDGED.get(name, [])
    examples = [
        (folder / kind, kind == "accept") for folder in [GRAMMARS / name / "examples"] for kind in EXAMPLES
    ]
    if language.version is None:
        texts += [(file.read_bytes().decode(), so) for folder, so in examples for file in folder.iterdir()]
    assert texts
    assert [text for text, so in texts if (judge.refusal(text) is None) != so] == []
    assert judge.refusal("\ud800") == "not UTF-8"
    judge.close()


EXAMPLES = ("accept", "reject")


def test_quoin_decides_where_nothing_else_can(tmp_path: Path) -> None:
    missing = load_language(write(tmp_path / "missing", changes={"judge": ["no-such-program"]}))
    for language, reason in [
        (load_language(write(tmp_path / "own")), "its folder names no judge"),
        (missing, "there is no `no-such-program` in PATH"),
    ]:
        oracle = oracle_of(language, tmp_path)
        assert isinstance(oracle, OwnParser)
        assert oracle.name == f"quoin's own parser ({reason})"
        assert [oracle.refusal(text) is None for text in ("a = 1;", "a = ;", "a =")] == [True, False, False]


def test_a_judge_that_gives_no_answer_has_given_up(tmp_path: Path) -> None:
    folder = write(tmp_path / "own", changes={"judge": ["python", "-I", "judge.py"]})
    (folder / "judge.py").write_text("print('\"deaf\"')", encoding="utf-8")
    judge = oracle_of(load_language(folder), folder)
    assert judge.name == "deaf"
    assert str(judge.refusal("a = 1;")).startswith(GAVE_UP)


@pytest.mark.parametrize("words", [[], [""], "go run", [1]])
def test_a_command_is_a_list_of_words(tmp_path: Path, words: object) -> None:
    with pytest.raises(Exception, match=r"language\.json: 'judge' must be a list of"):
        load_language(write(tmp_path / "own", changes={**MANIFEST, "judge": words}))
