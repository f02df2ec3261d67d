"""Viable middles for which the search once found no completion."""

from __future__ import annotations

from pathlib import Path

import pytest

import quoin
from tests.support.case_lines import parse_parts, read_lines

CASES = [line.partition(": ")[::2] for line in read_lines(Path(__file__).with_name("completed.txt"))]


@pytest.mark.parametrize(("language", "text"), CASES)
def test_a_viable_middle_has_a_completion(language: str, text: str) -> None:
    parts = parse_parts(text)
    state = quoin.load_language(language).quotient(parts.left, parts.right, spare="nothing").start()
    assert state.advance(parts.middle.encode())
    assert state.viable
    assert not state.member
    completion = state.completion()
    assert completion is not None
    assert state.advance(completion)
    assert state.member


@pytest.mark.parametrize("language", ["c", "cpp"])
@pytest.mark.parametrize(
    ("middle", "ending"), [("", "\n#endif\n"), ("\n", "#endif\n"), ("\n#en", "dif\n")], ids=repr
)
def test_a_directive_stands_in_a_line_of_its_own(language: str, middle: str, ending: str) -> None:
    state = quoin.load_language(language).quotient("#ifdef A\nint a;", "int x;\n").start()
    assert state.advance(middle.encode())
    assert state.completion() == ending.encode()
