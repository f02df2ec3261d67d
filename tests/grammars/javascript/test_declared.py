"""Names that are declared twice in a block, which engines refuse: at the level `compiles`, so does quoin."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import quoin
from tests.differential.oracles.judging import oracle_or_skip
from tests.support.cut_texts import PLACES, check_mask, cut, starts
from tests.support.effort import examples
from tests.support.verdicts import read_verdicts, wrong_cuts, wrong_verdicts

CASES = read_verdicts(Path(__file__).parent / "declared.txt")
LANGUAGES = ("javascript", "typescript", "tsx")
LANGUAGE = quoin.load_language("javascript", level="compiles")

TOKENS = (
    "a", "b", "c", "ab", "$a", "a$", "=", " = ", ";", "\n", "let", "let ", "const ", "var a", "let a;",
    "t a;", " a;", " b=", "class A", "class a {", "s a{", "function ", "function a(", "n a(", "import {",
    "{a,", "{ a }", "a,", "a, b", ", a=", "[a]", "[", "]", "{", "}", "(", ")", ") {", ":", "a:", ".", ".a",
    "=>", " ", "a }", "} = ", "...a", "*", " as ", "from", "é", "1", "//", "a //", "a/**/,", "if (",
    "for (let ", "for (let a of", "catch (a) {", "\nlet a\n", "`${",
)  # fmt: skip
VOCABULARY = quoin.Vocabulary([token.encode() for token in TOKENS])


@pytest.mark.parametrize(
    ("language", "verdict", "text"), [(language, *case) for language in LANGUAGES for case in CASES]
)
def test_verdict(language: str, verdict: str, text: str) -> None:
    assert wrong_cuts(language, verdict, text, level="compiles") == []
    assert wrong_cuts(language, "taken", text) == []


def test_a_function_with_a_type_ends() -> None:
    text = "function f(a: b): c { d() }\\nclass e {}\\nlet g\\n"
    assert wrong_cuts("typescript", "taken", text, level="compiles") == []


def test_parameters_of_types_are_no_names_of_a_block() -> None:
    text = "function f<const a>(b: a) {}\nlet g = <b, const a>(c: a) => c\nlet h = 1, a = 2\n"
    state = quoin.load_language("typescript", level="compiles").quotient(text, "").start()
    assert state.member


def test_the_verdicts_are_those_of_an_engine() -> None:
    assert wrong_verdicts(oracle_or_skip("compiled_javascript"), CASES) == []
    assert wrong_verdicts(oracle_or_skip("javascript"), [("taken", text) for _, text in CASES]) == []


@pytest.mark.parametrize(
    ("left", "right"), [("let a; ", "; let a"), ("let a; let a;\n", ""), ("", "\nlet a; let a;\n")]
)
def test_a_file_with_an_error_keeps_its_grammar(left: str, right: str) -> None:
    """Nothing fits at the level `compiles`, so completions keep to the other one."""
    assert LANGUAGE.quotient(left, right).empty
    assert not quoin.load_language("javascript").quotient(left, right).empty


names = st.sampled_from(["a", "b", "a$", "é"])
words = st.sampled_from(["let", "const", "var"])
patterns = st.recursive(
    names,
    lambda inner: st.one_of(
        st.builds("[{}, {}]".format, inner, inner),
        st.builds("{{b: {}}}".format, inner),
        st.builds("{{{}, ...{}}}".format, names, names),
        st.builds("{{{} = 1}}".format, names),
    ),
    max_leaves=2,
)
values = st.sampled_from(
    ["1", "a", "b.a", "(a, b)", "[a, b]", "{a, b}", "`${a}`", "a ? b : a", "(b) => { let b }"]
)
lists = st.one_of(
    st.builds("{} {} = {}, {} = {}".format, words, patterns, values, patterns, values),
    st.builds("{} {} = {}".format, words, patterns, values),
)
functions = st.builds("function {}({}) {{ {} }}".format, names, patterns, lists)
simple = st.one_of(
    lists,
    lists,
    functions,
    st.builds("class {} {{ b({}) {{ {} }} }}".format, names, names, lists),
    st.builds("import {}, {{a as {}}} from 'x'".format, names, names),
    st.builds("import * as {} from 'x'".format, names),
    st.builds("{}.{}({})".format, names, names, values),
)
statements = st.recursive(
    simple,
    lambda inner: st.one_of(
        st.builds("{{ {}; {} }}".format, inner, inner),
        st.builds("if (a) {{ {} }} else {{ {} }}".format, inner, inner),
        st.builds("for (const {} of a) {{ {} }}".format, names, inner),
        st.builds("try {{ {} }} catch ({}) {{ {} }}".format, inner, names, inner),
        st.builds("b = function ({}) {{ {} }}".format, names, inner),
    ),
    max_leaves=3,
)
texts = st.lists(statements, min_size=1, max_size=4).map("\n".join)


@examples(120)
@given(texts, st.lists(PLACES, min_size=1, max_size=3))
def test_sessions_and_masks(text: str, cuts: list[tuple[float, float]]) -> None:
    session = quoin.Session(LANGUAGE, spare="nothing")
    for parts in (cut(text, place) for place in cuts):
        states, length = starts(LANGUAGE, session, parts)
        members = {state.advance(parts[1].encode()[:length]) and state.member for state in states}
        assert len(members) == 1
        if states[0].viable:
            check_mask(states[0], VOCABULARY, TOKENS)
