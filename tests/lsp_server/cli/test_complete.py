"""`quoin complete` and `quoin doctor` with the starter model."""

from __future__ import annotations

import ast
import json
import re
from typing import TYPE_CHECKING

import pytest

from quoin.engine.languages.loader import language_names
from quoin.engine.model import STARTER
from quoin.lsp_server.first_steps import first_steps

if TYPE_CHECKING:
    from collections.abc import Callable

    from .conftest import Done

LEFT, RIGHT = "def area(width, height):\n    é = '😀'; return ", "\n\nprint(area(2, 3))\n"
FILES = {
    "a.py": (LEFT + RIGHT).encode(),
    "bom.py": b"\xef\xbb\xbf" + (LEFT + RIGHT).encode(),
    "crlf.py": (LEFT + RIGHT).replace("\n", "\r\n").encode(),
    "hopeless.py": b"x = 1\ny = ] + \n",
    "broken.py": b"x = ]\ny = \n",
}
UNFINISHED = "import json\ndef load(text):\n    try:\n        data = json.loads\n"
PLACE = f"2:{len(LEFT.splitlines()[-1]) + 1}"


@pytest.mark.parametrize("file", ["a.py", "bom.py", "crlf.py"])
@pytest.mark.parametrize("stop", ["line", "statement", "block"])
def test_what_is_printed_fits(run: Callable[..., Done], file: str, stop: str) -> None:
    done = run("complete", f"{file}:{PLACE}", "--stop", stop, files=FILES)
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith("\n")
    ast.parse(LEFT + done.out[:-1] + RIGHT)


def test_an_import_is_said(run: Callable[..., Done]) -> None:
    files = {"a.py": b"def load(path):\n    return json.\n"}
    done = run("complete", "a.py:2:17", files=files)
    assert (done.code, done.err) == (0, "it needs `import json`\n")
    done = run("complete", "a.py:2:17", "--no-imports", files=files)
    assert (done.code, done.err) == (0, "")
    done = run("complete", "a.py:2:17", "--json", files=files)
    assert json.loads(done.out)["candidates"][0]["imports"] == ["import json"]


def test_json(run: Callable[..., Done]) -> None:
    done = run("complete", f"a.py:{PLACE}", "--json", "--explain", "--candidates", "3", files=FILES)
    answer = json.loads(done.out)
    assert done.code == 0
    assert (answer["file"], answer["line"], answer["problem"], answer["guarantee"]) == (
        "a.py",
        2,
        None,
        "file",
    )
    assert 1 <= len(answer["candidates"]) <= 3
    for candidate in answer["candidates"]:
        ast.parse(LEFT + candidate["text"] + RIGHT)
        assert candidate["ended"] in ("end", "stop", "budget", "time")
        assert candidate["score"] <= 0
    assert answer["seconds"]["total"] > 0
    for refusal in answer["refused"]:
        assert set(refusal) == {"at", "behind", "token", "expected"}


CHOICES = [
    ("--temperature", "0.8", "--seed", "3"),
    (
        "--temperature",
        "1.2",
        "--top-k",
        "9",
        "--top-p",
        "0.9",
        "--min-p",
        "0.1",
        "--repetition-penalty",
        "1.1",
    ),
    ("--beams", "3"),
]


@pytest.mark.parametrize("options", CHOICES)
def test_ways_of_choosing_tokens(run: Callable[..., Done], options: tuple[str, ...]) -> None:
    words = ("complete", f"a.py:{PLACE}", "--json", "--max-tokens", "24", "--candidates", "2", *options)
    done, again = (run(*words, files=FILES) for _ in range(2))
    texts = [one["text"] for one in json.loads(done.out)["candidates"]]
    assert done.code == 0
    assert texts
    for text in texts:
        ast.parse(LEFT + text + RIGHT)
    assert [one["text"] for one in json.loads(again.out)["candidates"]] == texts


def test_refusals_are_explained(run: Callable[..., Done]) -> None:
    # Without its refusals, the model breaks the file there.
    steps = first_steps()
    at = steps["places"][0]
    place = f"first.py:{at['line'] + 1}:{at['character'] + 1}"
    done = run("complete", place, "--explain", files={"first.py": steps["text"].encode()})
    assert done.code == 0
    for line in done.err.splitlines():
        assert re.match(r"\d+:\d+: ('.*'|\".*\"|the end) refused: \w", line)
    assert done.err != ""


def test_a_context_that_is_broken(run: Callable[..., Done]) -> None:
    done = run("complete", "hopeless.py:2:9", files=FILES)
    assert (done.code, done.out) == (1, "")
    assert done.remark.startswith("no completion: the text before the cursor is broken at 2:5: ")


OTHERS = {
    "a.el": b"(defun f (a b)\n  (list a ))\n",
    "a.kt": b"fun f(a: Int): Int {\n    return \n}\n",
}


def test_the_starter_model_is_for_its_languages_unless_it_is_named(run: Callable[..., Done]) -> None:
    done = run("complete", "a.el:2:11", "--explain", files=OTHERS)
    told = "the starter model does not know lisp; choose a model for it (--model)"
    assert (done.code, done.out, done.err.replace("\n", " ").strip()) == (1, "", f"no completion: {told}")
    assert json.loads(run("complete", "a.el:2:11", "--json").out)["problem"] == told
    for place in ("a.el:2:11", "a.kt:2:12"):
        named = run("complete", place, "--model", str(STARTER))
        assert (named.code, named.err) == (0, "")


def test_the_starter_model_serves_a_language_that_is_balanced_with_others(run: Callable[..., Done]) -> None:
    done = run("complete", "a.kt:2:12", files=OTHERS)
    assert (done.code, done.err) == (0, "")


def test_a_time_that_is_over_is_told(run: Callable[..., Done]) -> None:
    files = {"long.py": b"x = [\n" + b"    'item',\n" * 60_000 + b"    \n]\n"}
    done = run("complete", "long.py:60002:5", "--max-seconds", "0.01", files=files)
    assert done.code == 1
    assert " ".join(done.err.split()).startswith("no completion: the time was over after 10 ms")


def test_a_file_that_is_broken_elsewhere(run: Callable[..., Done]) -> None:
    done = run("complete", "broken.py:2:5", files=FILES)
    assert done.code == 0
    assert done.remark == "the file is broken elsewhere; taken as absent: line 1"
    ast.parse(f"pass\ny = {done.out}")
    answer = json.loads(run("complete", "broken.py:2:5", "--json").out)
    assert (answer["guarantee"], answer["absent"]) == ("region", [1])


def test_a_block_that_needs_more_behind_it(run: Callable[..., Done]) -> None:
    files = {"a.py": UNFINISHED.encode()}
    done = run("complete", "a.py:4:25", files=files)
    assert done.code == 0
    assert done.remark == "the file is broken elsewhere; taken as present: finally: pass"
    assert "finally" not in done.out
    ast.parse(UNFINISHED.rstrip("\n") + done.out + "    finally: pass\n")
    answer = json.loads(run("complete", "a.py:4:25", "--json", files=files).out)
    assert (answer["guarantee"], answer["absent"], answer["present"]) == ("region", [], ["finally: pass"])


def test_doctor(run: Callable[..., Done]) -> None:
    done = run("doctor", "--json")
    found = json.loads(done.out)
    assert (done.code, found["problem"]) == (0, None)
    assert {"quoin", "python", "llama-cpp-python", "pygls"} <= set(found["versions"])
    assert found["languages"]["json"].startswith("JSON (RFC 8259), exactly as ")
    assert sorted(found["languages"]) == language_names()
    assert set(found["model"]["fim"]) >= {"prefix", "suffix", "middle"}
    assert found["seconds"]["load"] > 0
    shown = run("doctor")
    assert shown.code == 0
    assert found["model"]["file"] in shown.out.replace("\n", "")
    assert "everything works" in shown.out


def test_doctor_with_a_broken_model(run: Callable[..., Done]) -> None:
    done = run("doctor", "--model", "none.gguf", "--json")
    found = json.loads(done.out)
    assert done.code == 1
    assert "none.gguf" in found["problem"]
    assert "quoin" in found["versions"]


LACKING = "def mean(xs):\n    \n    return total / count\n"


def test_what_the_rest_of_the_function_lacks(run: Callable[..., Done]) -> None:
    done = run("complete", "a.py:2:5", "--pay", "--json", files={"a.py": LACKING.encode()})
    (candidate,) = json.loads(done.out)["candidates"]
    assert candidate["binds"] == [{"name": "total", "line": 3}, {"name": "count", "line": 3}]
    assert re.search(r"\btotal = ", candidate["text"])
    done = run("complete", "a.py:2:5", "--pay", files={"a.py": LACKING.encode()})
    assert "it binds `total` and `count`, which line 3 reads" in done.err
