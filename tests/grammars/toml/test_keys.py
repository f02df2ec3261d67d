"""Keys and tables that are given twice, which `tomllib` refuses: at the level `compiles`, so does quoin."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import quoin
from tests.support.cut_texts import PLACES, check_mask, cut, starts
from tests.support.effort import examples

tomllib: Any = pytest.importorskip("tomllib")

LANGUAGE = quoin.load_language("toml", level="compiles")

TOKENS = (
    "a", "b", "c", "ab", "=", ".", " = ", "]", "]]", "[", "[[", "\n", "a = 0\n", "b=", ".a", ".b]", "a]",
    "b]]\n", '"', "'", '"a', 'a"', "b'", "a.b", "{", "}", ", a", "{a", "\na", "\n[a", "= 0\na = 0",
    "0\n[a]\n", "0", "a-", " ", "#", "\\u0061", "\na.a=", "1.a", "é",
)  # fmt: skip
VOCABULARY = quoin.Vocabulary([token.encode() for token in TOKENS])


def is_file(text: str) -> bool:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return True


CASES = (
    ("a = 0\n", "a = 1"),
    ("a = 0\n", '"\\u0061" = 1'),
    ("a.b = 0\n", "a.b = 1"),
    ("a.b = 0\n", "a = 1"),
    ("a = 0\n", "a.b = 1"),
    ("a.b = 0\n", "a.c = 1"),
    ("a = {b = 0}\n", "a.c = 1"),
    ("a = ", "{b = 0, b = 1}"),
    ("a = ", "{b.c = 0, b.d = 1}"),
    ("a = ", "[{b = 0}, {b = 0}]"),
    ("[a]\n", "[a]"),
    ("[a.b]\n", "[a]"),
    ("[a.b]\n[a]\n", "b.c = 0"),
    ("[a.b.c]\n[a]\n", "b.d = 0"),
    ("[a]\nb.c = 0\n", "[a.b]"),
    ("[a]\nb.c = 0\n", "[a.b.d]"),
    ("[[a]]\nb = 0\n", "[[a]]\nb = 0"),
    ("[[a]]\n", "[a]"),
    ("[a]\n", "[[a]]"),
    ("[[a]]\n[a.b]\n", "[[a]]\n[a.b]"),
    ("1.a = 0\n", "1 . a = 0"),
)


@pytest.mark.parametrize(("left", "middle"), CASES, ids=[f"{left}|{middle}" for left, middle in CASES])
@pytest.mark.parametrize("turned", [False, True])
def test_twice(left: str, middle: str, turned: bool) -> None:
    """The middle stands after what it may repeat, or before it."""
    before, after = ("", f"\n{left}") if turned and left.endswith("\n") else (left, "")
    start = LANGUAGE.quotient(before, after, spare="nothing").start()
    text = before + middle + after
    assert (
        start.viable_prefix(middle.encode()) == len(middle)
        and start.advance(middle.encode())
        and start.member
    ) == (is_file(text))


def test_sections_of_the_right_context() -> None:
    """What the text after the cursor declares is refused as soon as it is certain."""
    start = LANGUAGE.quotient("x = 0\n", "\n[tool]\na = 0\n[[list]]\n").start()
    for text, length in (
        ("[tool]", 5),
        ("[tool.b]", 8),
        ("tool = 1", 5),
        ("tool.a = 1", 4),
        ("[list]", 5),
        ("[[list]]", 8),
    ):
        assert start.viable_prefix(text.encode()) == length, text


@pytest.mark.parametrize(
    ("left", "right"),
    [("[a]\n", "\n[a]\n"), ("", "\n[a]\n[a]\n"), ("a = 0\na = 1\n", ""), ("a.b", " = 0\n[a]\n")],
)
def test_a_file_with_repeated_keys_keeps_its_grammar(left: str, right: str) -> None:
    """Nothing fits at the level `compiles`, so completions keep to the other one."""
    assert LANGUAGE.quotient(left, right).empty
    assert not quoin.load_language("toml").quotient(left, right).empty


names = st.sampled_from(["a", "b", "c", '"a"', "'b'"])
keys = st.lists(names, min_size=1, max_size=3).map(".".join)
values = st.recursive(
    st.sampled_from(["0", "'x'", '"y"', "true"]),
    lambda inner: st.one_of(
        st.lists(inner, max_size=2).map(lambda items: f"[{', '.join(items)}]"),
        st.lists(st.tuples(keys, inner), max_size=2).map(
            lambda pairs: f"{{{', '.join(f'{key} = {value}' for key, value in pairs)}}}"
        ),
    ),
    max_leaves=3,
)
lines = st.one_of(
    st.builds("{} = {}".format, keys, values),
    st.builds("{} = {}".format, keys, values),
    st.builds("[{}]".format, keys),
    st.builds("[[{}]]".format, keys),
    st.just("# c"),
)
texts = st.lists(lines, min_size=1, max_size=6).map("\n".join)


@examples(150)
@example("a.a = 0\n[a]", [(0.25, 0.25)])
@example("a.a.a = 0\na = 0\n[a]", [(0.25, 0.25)])
@given(texts, st.lists(PLACES, min_size=1, max_size=3))
def test_verdicts_and_masks(text: str, cuts: list[tuple[float, float]]) -> None:
    session = quoin.Session(LANGUAGE, spare="nothing")
    for parts in (cut(text, place) for place in cuts):
        states, length = starts(LANGUAGE, session, parts)
        middle = parts[1].encode()
        whole = length == len(middle)
        members = {whole and state.advance(middle) and state.member for state in states}
        assert members == {is_file(text)}
        assert whole or not is_file(text)
        if whole:
            check_mask(states[0], VOCABULARY, TOKENS)


@examples(60)
@given(texts, PLACES)
def test_what_is_viable_can_be_completed(text: str, place: tuple[float, float]) -> None:
    left, middle, right = cut(text, place)
    start = LANGUAGE.quotient(left, right, spare="nothing").start()
    length = start.viable_prefix(middle.encode())
    middle = middle.encode()[:length].decode(errors="ignore")
    completion = start.advance(middle.encode()) and start.completion(max_steps=500)
    if isinstance(completion, bytes):
        assert is_file(left + middle + completion.decode() + right)
