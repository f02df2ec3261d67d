"""Files that import or export anything, on whichever side of the cursor: all of their code is strict."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import quoin
from tests.differential.oracles.judging import oracle_or_skip
from tests.support.case_lines import parse_parts, read_lines
from tests.support.cut_texts import check_mask

if TYPE_CHECKING:
    from tests.support.case_lines import Parts

LANGUAGE = quoin.load_language("javascript", level="compiles")
CASES = [
    (verdict, parse_parts(parts))
    for verdict, _, parts in (
        line.partition(": ") for line in read_lines(Path(__file__).with_name("modules.txt"))
    )
]
TOKENS = (
    "with (", "with", "delete ", "delete a", "static", "static ", " package", "impl", "public ", "let static",
    ".static", ": 1", "a }", "a.with", "!", "typeof ", "(a)", "a;", "};\n", "m() {", "class A {", "`", "${",
)  # fmt: skip
VOCABULARY = quoin.Vocabulary([token.encode() for token in TOKENS])


def takes(state: quoin.State, middle: str) -> bool:
    return state.advance(middle.encode()) and state.member


@pytest.mark.parametrize(("verdict", "parts"), CASES)
def test_verdict(verdict: str, parts: Parts) -> None:
    left, middle, right = parts.left, parts.middle, parts.right
    assert takes(LANGUAGE.quotient(left, right, spare="nothing").start(), middle) == (verdict == "taken")
    others = [quoin.load_language("javascript")]
    if "<b>" not in left:
        others.append(quoin.load_language("typescript", level="compiles"))
    for language in others:
        assert takes(language.quotient(left, right, spare="nothing").start(), middle)


def test_the_verdicts_are_those_of_an_engine() -> None:
    oracle = oracle_or_skip("compiled_javascript")
    wrong = [
        parts
        for verdict, parts in CASES
        if "<" not in parts.left
        and (oracle.refusal(parts.left + parts.middle + parts.right) is None) != (verdict == "taken")
    ]
    assert wrong == []


def test_a_session_knows_what_a_file_has_become() -> None:
    session = quoin.Session(LANGUAGE, spare="nothing")
    for verdict, parts in [*CASES, *reversed(CASES)]:
        quotient = session.quotient(parts.left.encode(), parts.right.encode())
        assert takes(quotient.start(), parts.middle) == (verdict == "taken")


@pytest.mark.parametrize("parts", [parts for _, parts in CASES])
def test_masks(parts: Parts) -> None:
    left, middle, right = parts.left, parts.middle, parts.right
    state = LANGUAGE.quotient(left, right, spare="nothing").start()
    for byte in [b"", *(middle[at].encode() for at in range(len(middle)))]:
        if not state.advance(byte) or not state.viable:
            break
        check_mask(state, VOCABULARY, TOKENS)
