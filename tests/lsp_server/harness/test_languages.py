"""Runs of the harness in languages beside Python: those that come with quoin, and one of the user's own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from quoin.engine.languages.loader import manifest_of
from quoin.lsp_server.errors import InputError
from quoin.lsp_server.harness.subject import known_language
from tests.support.own_language import write

QUOIN = Path(sys.executable).with_name("quoin")
FILES = {
    "json": {"a.json": '{\n  "name": "quoin",\n  "sizes": [1, 2, {"three": 3}]\n}\n', "b.json": "[,]"},
    "jsonc": {"a.jsonc": '{\n  // one\n  "a": [1, 2,],\n  "b": null\n}\n'},
    "c_like": {
        "a.kt": "fun f(a: Int, b: Int): Int {\n    if (a > b) {\n        return a\n    }\n    return b\n}\n"
    },
    "go": {"a.go": "package p\n\nfunc f(a, b int) int {\n\tif a > b {\n\t\treturn a\n\t}\n\treturn b\n}\n"},
}
OWN = {"a.sums": "a = 1;\nb = (a + 2);\n"}


def measured(folder: Path, files: dict[str, str], *words: str) -> dict[str, Any]:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    command = [
        str(QUOIN),
        "harness",
        str(folder),
        "--cuts",
        "randspan,boundary,typing",
        "--n",
        "3",
        "--seed",
        "2",
        "--json",
        *words,
    ]
    done = subprocess.run(command, capture_output=True, check=False)
    found: dict[str, Any] = json.loads(done.stdout)
    assert (done.returncode, found["not_fitting"]) == (0, []), done.stderr
    assert found["kinds"]["all"]["cuts"] == 9
    assert found["kinds"]["all"]["answered"] == found["kinds"]["all"]["held"] > 0
    return found


@pytest.mark.parametrize("language", FILES)
def test_the_language_is_that_of_the_files(tmp_path: Path, language: str) -> None:
    found = measured(tmp_path / "tree", FILES[language])
    assert found["language"] == language
    assert found["promise"] == manifest_of(language).promise.told
    assert found["judge"]


def test_a_language_of_the_users_own(tmp_path: Path) -> None:
    folder = write(tmp_path / "own")
    found = measured(tmp_path / "tree", OWN, "--language", str(folder))
    assert (found["language"], found["files"]["count"]) == ("sums", 1)
    assert found["promise"] == "as its grammar takes it, which is held against nothing"
    assert found["judge"] == "quoin's own parser (its folder names no judge)"


def test_a_judge_of_the_users_own(tmp_path: Path) -> None:
    folder = write(tmp_path / "own", changes={"judge": ["python", "-I", "judge.py"]})
    program = "print('\"strict\"', flush=True)\nwhile True: input(); print('null', flush=True)\n"
    (folder / "judge.py").write_text(program, encoding="utf-8")
    assert measured(tmp_path / "tree", OWN, "--language", str(folder))["judge"] == "strict"


TREES = [
    (["a.py", "b.json", "c.json"], "python"),
    (["b.json", "c.json", "d.go"], "json"),
    (["a.py", *(f"{number}.go" for number in range(10))], "go"),
    (["inner/d.go", "d.txt"], "go"),
    (["d.txt"], "python"),
    ([], "python"),
]


@pytest.mark.parametrize(("names", "language"), TREES)
def test_the_language_of_a_tree(tmp_path: Path, names: list[str], language: str) -> None:
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert known_language(None, tmp_path).name == language


def test_a_language_is_a_name_or_a_folder(tmp_path: Path) -> None:
    assert known_language("go", tmp_path).source == "go"
    folder = write(tmp_path / "own")
    assert known_language(str(folder), tmp_path).source == str(folder)
    with pytest.raises(
        InputError, match=r"'cobol' is neither a language, of which there are .*json.*, nor a folder"
    ):
        known_language("cobol", tmp_path)
    with pytest.raises(InputError, match=r"language\.json: cannot be read"):
        known_language(str(tmp_path), tmp_path)
    (folder / "sums.lark").write_text("sums: other\n", encoding="utf-8")
    done = subprocess.run(
        [QUOIN, "harness", tmp_path, "--language", folder], capture_output=True, check=False
    )
    assert (done.returncode, b"sums.lark:1: " in done.stderr) == (2, True)


def test_a_version_of_python_is_for_python_alone(tmp_path: Path) -> None:
    words = ["harness", str(tmp_path), "--language", "go", "--python-version", "3.12"]
    done = subprocess.run([QUOIN, *words], capture_output=True, check=False)
    assert done.returncode == 2
    assert done.stderr == b"quoin: --python-version is for Python, and the language is go\n"
