"""The README's library example: each line with a verdict in its comment gives that verdict."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

README = Path(__file__).parents[2] / "README.md"
EXAMPLE = re.search(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
LINES = EXAMPLE.group(1).splitlines() if EXAMPLE else []
VERDICTS = [number for number, line in enumerate(LINES) if re.search(r"# (True|False)", line)]


@pytest.mark.parametrize("number", VERDICTS, ids=[LINES[number].split("#")[0].strip() for number in VERDICTS])
def test_the_example_says_what_happens(number: int) -> None:
    names: dict[str, Any] = {}
    exec("\n".join(LINES[:number]), names)
    expression, _, comment = LINES[number].partition("#")
    assert eval(expression, names) is (comment.split()[0].strip(",:") == "True")


def test_the_example_has_verdicts_of_both_kinds() -> None:
    comments = [LINES[number].partition("#")[2] for number in VERDICTS]
    assert {comment.split()[0].strip(",:") for comment in comments} == {"True", "False"}
