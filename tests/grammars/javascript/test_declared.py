"""Names that are declared twice in a block, which engines refuse: at the level `compiles`, so does quoin."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import quoin
from quoin.engine import _core
from quoin.engine.recovery import View
from quoin.engine.recovery.levels import compiling
from tests.differential.oracles.judging import oracle_or_skip
from tests.support.case_lines import parse_parts, read_lines
from tests.support.cut_texts import PLACES, check_mask, cut, starts
from tests.support.effort import examples
from tests.support.verdicts import read_verdicts, wrong_cuts, wrong_verdicts

if TYPE_CHECKING:
    from tests.support.case_lines import Parts

FOLDER = Path(__file__).parent
FILES = ("declared.txt", "members.txt", "parameters.txt", "exports.txt", "labels.txt")
CASES = [case for file in FILES for case in read_verdicts(FOLDER / file)]
AT_PLACES = [
    (verdict, parse_parts(parts))
    for verdict, _, parts in (line.partition(": ") for line in read_lines(FOLDER / "places.txt"))
]
LANGUAGES = ("javascript", "typescript", "tsx")
LANGUAGE = quoin.load_language("javascript", level="compiles")

TOKENS = (
    "a", "b", "c", "ab", "$a", "a$", "=", " = ", ";", "\n", "let", "let ", "const ", "var a", "let a;",
    "t a;", " a;", " b=", "class A", "class a {", "s a{", "function ", "function a(", "n a(", "import {",
    "{a,", "{ a }", "a,", "a, b", ", a=", "[a]", "[", "]", "{", "}", "(", ")", ") {", ":", "a:", ".", ".a",
    "=>", " ", "a }", "} = ", "...a", "*", " as ", "from", "é", "1", "//", "a //", "a/**/,", "if (",
    "for (let ", "for (let a of", "catch (a) {", "\nlet a\n", "`${",
    "#", "#a", ".#a", "#a;", "this.#b", "#a() {", "get #a() {", "static ",
    "constructor", "constructor(", "(a, a)", "() {", "con", "structor() {",
    "}}", " }", "a}", "a }", "a;", "a //", "b }}", "#b}", "this.#a}", "{ this.#b }", "'}", "*/", "static{",
    "in ", "=> {", ") =>", ") {", "a) => {", "(a, b) => {", "a, a) {", "async (", ">",
    "export", "export ", "default", "export default", "rt default ", "export {", "export { a }", "def",
    "break", "break ", "break a", "continue ", " b;", "k a", "for(;;){", "a: for (;;) {", "b: {", " a }",
    "'use strict'", "{ 'use strict'; ", "ict'",
)  # fmt: skip
TYPED = (
    "class A<T> extends B<{a: T}> implements C<T>, D { #a = 1; m() { this.#a } }\\n",
    "class A\\n  extends B\\n  implements C, D.E<{a: b}> {\\n  readonly #a = 1\\n  m(): d { this.#a }\\n}\\n",
    "abstract class A { declare a: {b: c}; static readonly #a: c = 1; m() { return A.#a } }\\n",
    "class A { constructor(a); constructor(a, b?) {} m(a); m(a, b) {} }\\n",
    "interface A { m(a: {b: c}): void } class B { #a?: d; get a() { return this.#a } }\\n",
)
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


def test_types_are_imported_beside_one_another() -> None:
    text = "import { type A, type B, c } from 'd'\\nexport { type A, type B as C }\\n"
    assert wrong_cuts("typescript", "taken", text, level="compiles") == []


@pytest.mark.parametrize("text", TYPED)
def test_members_with_types(text: str) -> None:
    assert wrong_cuts("typescript", "taken", text, level="compiles") == []


def test_parameters_of_types_are_no_names_of_a_block() -> None:
    text = "function f<const a>(b: a) {}\nlet g = <b, const a>(c: a) => c\nlet h = 1, a = 2\n"
    state = quoin.load_language("typescript", level="compiles").quotient(text, "").start()
    assert state.member


def test_the_verdicts_are_those_of_an_engine() -> None:
    texts = [(verdict, parts.left + parts.middle + parts.right) for verdict, parts in AT_PLACES]
    assert wrong_verdicts(oracle_or_skip("compiled_javascript"), [*CASES, *texts]) == []
    assert wrong_verdicts(oracle_or_skip("javascript"), [("taken", text) for _, text in CASES]) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("left", "middle", "right"),
    [
        ("f(a => { ", "const a = 1", " })\n"),
        ("f(b, a => {\n  ", "let a", "\n})\n"),
        ("f(b, async a => { let c\n", "let a", " })\n"),
        ("x = a => { ", "class a {}", " }\n"),
        ("f(a ", "", "=> { let a })\n"),
        ("", "f()", "\nx = a => { let a }\n"),
    ],
)
def test_an_arrow_outside_of_the_middle_makes_a_parameter(
    language: str, left: str, middle: str, right: str
) -> None:
    state = quoin.load_language(language, level="compiles").quotient(left, right, spare="nothing").start()
    assert not (state.advance(middle.encode()) and state.member)


@pytest.mark.parametrize(
    ("language", "verdict", "parts"), [(language, *case) for language in LANGUAGES for case in AT_PLACES]
)
def test_verdict_at_a_place(language: str, verdict: str, parts: Parts) -> None:
    compiled = quoin.load_language(language, level="compiles")
    state = compiled.quotient(parts.left, parts.right, spare="nothing").start()
    assert (state.advance(parts.middle.encode()) and state.member) == (verdict == "taken")


@pytest.mark.parametrize(
    ("left", "right", "taken", "refused"),
    [
        ("class A { #ab; m() { this.", " } }\n", ["#ab", "#a", "b"], ["#b", "#ac", "#abc"]),
        ("class A { m() { this.#", " } #ab = 1 }\n", ["ab", "ab + 1", "a"], ["b", "ac", "abc"]),
        ("class A { m() { class B { #b; n() { this.", " } } } #a }\n", ["#a", "#b"], ["#c"]),
        ("class A { m() { this.#a } ", " }\n", ["#a", "#b"], []),
        ("class A { m() { ", " } }\n", ["class B { n() { this.#b } #b }"], ["this.#a"]),
    ],
)
def test_in_context_only_known_members_are_used(
    left: str, right: str, taken: list[str], refused: list[str]
) -> None:
    state = LANGUAGE.quotient(left, right).start()
    openings = _core.Openings(state.core, left.encode(), right.encode(), by_columns=False)
    guard = _core.Guard(state.core, openings)
    assert [text for text in taken if not guard.accepts(text.encode())] == []
    assert [text for text in refused if guard.accepts(text.encode())] == []
    assert [text for text in refused if not state.accepts(text.encode())] == []


@pytest.mark.parametrize("parts", [parse_parts(line) for line in read_lines(FOLDER / "member_masks.txt")])
def test_masks_of_members(parts: Parts) -> None:
    state = LANGUAGE.quotient(parts.left, parts.right, spare="nothing").start()
    assert state.advance(parts.middle.encode())
    check_mask(state, VOCABULARY, TOKENS)


@pytest.mark.parametrize(
    "left",
    [
        "class A { m() { this.#a",
        "class A { m() { this.#a }",
        "class A { m() { class B { n() { this.#a } ",
        "class A { ",
    ],
)
def test_a_class_that_lacks_a_member_gets_it_before_it_ends(left: str) -> None:
    right = "" if "#" in left else "m() { this.#a } }\n"
    state = LANGUAGE.quotient(left, right).start()
    assert not state.accepts(b"}}}" if right == "" else b"}}")
    rest = state.completion()
    assert rest is not None
    whole = left + rest.decode() + right
    assert oracle_or_skip("compiled_javascript").refusal(whole) is None


@pytest.mark.parametrize(
    ("left", "right", "lacks"),
    [
        ("class A { m() { this.#a; ", " } }\n", True),
        ("class A { m() { this.#a; ", " } #a }\n", False),
        ("class A { ", "\nm() { this.#a } }\n", True),
        ("class A { #a", "\nm() { this.#a } }\n", False),
        ("class A { m() { this.#a", " } }\n", False),
        ("class A { #a; m() { class B { n() { this.#a; ", " } } } }\n", False),
    ],
)
def test_a_file_that_lacks_a_member_keeps_its_grammar(left: str, right: str, lacks: bool) -> None:
    """Every text that compiles would have to declare the member, which is seldom meant."""
    session, compiler = quoin.Session(quoin.load_language("javascript")), quoin.Session(LANGUAGE)
    view = View(session.quotient(left, right), left.encode(), right.encode(), (), "file")
    assert (compiling(view, compiler) is view) == lacks


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("let a; ", "; let a"),
        ("let a; let a;\n", ""),
        ("", "\nlet a; let a;\n"),
        ("class A { m() { this.#a } }\n", ""),
        ("let a;", "\nclass A { m() { this.#a } }\n"),
        ("", "\nthis.#a\n"),
    ],
)
def test_a_file_with_an_error_keeps_its_grammar(left: str, right: str) -> None:
    """Nothing fits at the level `compiles`, so completions keep to the other one."""
    assert LANGUAGE.quotient(left, right).empty
    assert not quoin.load_language("javascript").quotient(left, right).empty


@pytest.mark.parametrize("before", ["", "import 'b'\n", "export {}\n", "class A {\n", "b;\n"])
def test_a_session_reads_a_right_context_again(before: str) -> None:
    session = quoin.Session(LANGUAGE, spare="nothing")
    session.quotient(before, "a {}\n").start()
    quotient = session.quotient("x", "a {}\n")
    for name, fits in (("a", False), ("b", True)):
        state = quotient.start()
        assert (state.advance(f"\nclass {name} {{}} class ".encode()) and state.member) == fits


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
jumps = st.sampled_from(["break", "continue"])
lists = st.one_of(
    st.builds("{} {} = {}, {} = {}".format, words, patterns, values, patterns, values),
    st.builds("{} {} = {}".format, words, patterns, values),
)
members = st.one_of(
    st.builds("#{};".format, names),
    st.builds("#{} = 1\n".format, names),
    st.builds("get #{}() {{}}".format, names),
    st.builds("static #{}({}) {{}}".format, names, names),
    st.builds("constructor({}, {}) {{}}".format, names, names),
)
arguments = st.one_of(
    st.builds("({}, {}) => {{ {} }}".format, names, names, lists),
    st.builds("f({}, ({}) => {{ {} }})".format, names, names, lists),
    st.builds("async ({}, ...{}) => {}".format, names, names, values),
    st.builds("{{ {}({}, {}) {{ {} }} }}".format, names, names, names, lists),
)
functions = st.builds("function {}({}) {{ {} }}".format, names, patterns, lists)
simple = st.one_of(
    lists,
    lists,
    functions,
    st.builds("class {} {{ b({}) {{ {} }} }}".format, names, names, lists),
    st.builds("class {} {{ {} b() {{ {}; this.#{} }} {} }}".format, names, members, lists, names, members),
    st.builds("import {}, {{a as {}}} from 'x'".format, names, names),
    st.builds("import * as {} from 'x'".format, names),
    st.builds("export {{ {}, {} as {} }}".format, names, names, names),
    st.builds("export {} {} = 1".format, words, names),
    st.builds("export default {}".format, values),
    st.builds("export * as {} from 'x'".format, names),
    st.builds("{}.{}({})".format, names, names, values),
    st.builds("{} = {}".format, names, arguments),
)
statements = st.recursive(
    simple,
    lambda inner: st.one_of(
        st.builds("{{ {}; {} }}".format, inner, inner),
        st.builds("if (a) {{ {} }} else {{ {} }}".format, inner, inner),
        st.builds("for (const {} of a) {{ {} }}".format, names, inner),
        st.builds("try {{ {} }} catch ({}) {{ {} }}".format, inner, names, inner),
        st.builds("b = function ({}) {{ {} }}".format, names, inner),
        st.builds("{}: while (a) {{ {}; {} {} }}".format, names, inner, jumps, names),
        st.builds("{}: {}\nwhile (b) {{ {} {} }}".format, names, inner, jumps, names),
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
