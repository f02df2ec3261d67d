"""Calls full of keyword arguments, cut anywhere: Python 3.8 refuses those that are given twice."""

from __future__ import annotations

import ast
import re

from hypothesis import given
from hypothesis import strategies as st

import quoin
from tests.support.effort import examples

LANGUAGE = quoin.load_language("python", "3.8")
TOKENS = ("a", "ab", "b=", "a=1", " ", "=", "(", ")", ",a=1", ",b=1", "é", " a=", "(a=1,a=", "b,", ":", "'")
VOCABULARY = quoin.Vocabulary([token.encode() for token in TOKENS])

STARRED_IN_PARENTHESES = re.compile(r"(?<![\w)\]])\((\s|#.*)*\*")

names = st.sampled_from(["a", "a", "b", "ab", "ﬁ", "fi", "é", "e\u0301"])
gaps = st.sampled_from(["", "", " ", "\n", " #a=1\n"])


def arguments(values: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    keyword = st.builds("{}{}={}".format, names, gaps, values)
    other = st.sampled_from(["*a", "**b"])
    argument = st.one_of(keyword, keyword, keyword, other, values)
    return st.builds(
        lambda gap, inner: gap + f",{gap}".join(inner) + gap, gaps, st.lists(argument, max_size=3)
    )


def parameters(values: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    chosen = st.lists(st.sampled_from(["a", "b", "ab"]), unique=True, max_size=3)
    return st.builds(lambda names, value: ", ".join(f"{name}={value}" for name in names), chosen, values)


def larger(values: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    calls = st.builds("{}({})".format, names, arguments(values))
    return st.one_of(
        calls,
        calls,
        st.builds("lambda {}: {}".format, parameters(values), values),
        st.builds("({})".format, values),
        st.builds("[{}, {}]".format, values, values),
        st.builds("{{{}: {}}}".format, values, values),
        st.builds("{}({})".format, calls, arguments(values)),
        st.builds(lambda inner: f"f'{{{inner}}}'" if set(inner).isdisjoint("#'\n") else inner, calls),
    )


expressions = st.recursive(st.one_of(st.just("1"), names), larger, max_leaves=8)
statements = st.one_of(
    st.builds("{}\n".format, expressions),
    st.builds("def f({}) -> {}: pass\n".format, parameters(expressions), expressions),
    st.builds("class A({}): pass\n".format, arguments(expressions)),
    st.builds("@a({})\ndef f(): pass\n".format, arguments(expressions)),
    st.builds("if {}:\n  pass\n".format, expressions),
)
texts = st.lists(statements, min_size=1, max_size=2).map("".join)
places = st.tuples(st.floats(0, 1), st.floats(0, 1))


def is_program(text: str) -> bool:
    """What 3.8 says, by a later version's tree, in which the names are in their normal form."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return False
    for node in ast.walk(tree):
        if isinstance(node, ast.Call | ast.ClassDef):
            keywords = [keyword.arg for keyword in node.keywords if keyword.arg is not None]
            if len(set(keywords)) < len(keywords):
                return False
    return True


def cut(text: str, place: tuple[float, float]) -> tuple[bytes, bytes, bytes]:
    data = text.encode()
    start, end = sorted(round(part * len(data)) for part in place)
    return data[:start], data[start:end], data[end:]


def facts(quotient: quoin.Quotient, middle: bytes) -> tuple[object, ...]:
    state = quotient.start()
    taken = state.viable_prefix(middle)
    masks = [checked_mask(state)]
    state.advance(middle[:taken])
    masks.append(checked_mask(state))
    return quotient.problem, taken, taken == len(middle) and state.member, masks


def checked_mask(state: quoin.State) -> bytes:
    mask = state.mask(VOCABULARY)
    accepted = [bool(mask[token // 8] >> token % 8 & 1) for token in range(len(TOKENS))]
    assert accepted == [state.accepts(token.encode()) for token in TOKENS]
    return mask


@examples(100)
@given(texts, st.lists(places, min_size=1, max_size=4))
def test_verdicts_in_a_session(text: str, cuts: list[tuple[float, float]]) -> None:
    session = quoin.Session(LANGUAGE, spare="nothing")
    for left, middle, right in (cut(text, place) for place in cuts):
        fresh = facts(LANGUAGE.quotient(left, right, spare="nothing"), middle)
        assert facts(session.quotient(left, right), middle) == fresh
        _, taken, member, _ = fresh
        assert member == is_program(text)
        assert taken == len(middle) or not member


@examples(50)
@given(texts, places)
def test_what_is_viable_can_be_completed(text: str, place: tuple[float, float]) -> None:
    left, middle, right = cut(text, place)
    start = LANGUAGE.quotient(left, right, spare="nothing").start()
    middle = middle[: start.viable_prefix(middle)]
    # A search that gives up says nothing; one that ends must end at a program.
    completion = start.advance(middle) and start.completion(max_steps=500)
    if isinstance(completion, bytes):
        whole = (left + middle + completion + right).decode(errors="replace")
        # Later versions refuse a starred expression in parentheses, which 3.8 leaves to the compiler.
        assert is_program(whole) or STARRED_IN_PARENTHESES.search(whole)
