"""What is answered from memory: `left ‖ completion ‖ right`, what the user has then, and the rest of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quoin.lsp_server.completion.cache import CompletionCache
from quoin.lsp_server.offer import Offer
from tests.lsp_server.documents.contexts import context_of, sides_of

if TYPE_CHECKING:
    from quoin.lsp_server.documents.cursor import Context

CASES = """
x =  ‖ \\n                   | foo(a, b)
x = f ‖ \\n                  | oo(a, b)
x = foo(a, b ‖ \\n           | )
x = foo(a, b) ‖ \\n          |
x = g ‖ \\n                  |
x = fo0 ‖ \\n                |
x ‖ \\n                      |
y =  ‖ \\n                   |
x =  ‖ \\n\\n                |
x =  ‖ y\\n                  |
x = foo( ‖ )\\n              | a, b
x = foo(a, b ‖ )\\n          |
x = foo( ‖ ]\\n              |
x = foo( ‖ z)\\n             |
x = foo( ‖ ))))\\n           |
"""
ROWS = [(now.rstrip(), rest.strip()) for now, rest in (row.split("|") for row in CASES.strip().splitlines())]


def context(written: str) -> Context:
    left, right = written.replace("\\n", "\n").split(" ‖ ")
    return context_of(left, right)


def remember(
    memory: CompletionCache, *texts: str, left: str = "x = ", right: str = "\n", uri: str = "u"
) -> list[Offer]:
    offers = [Offer(text) for text in texts]
    memory.keep(uri, context_of(left, right), offers, 100)
    return offers


@pytest.mark.parametrize(("now", "rest"), ROWS)
def test_the_rest(now: str, rest: str) -> None:
    memory = CompletionCache()
    (offer,) = remember(memory, "foo(a, b)")
    assert [(one.text, one.id) for one in memory.recall("u", context(now))] == [(rest, offer.id)] * bool(rest)


def test_only_the_completions_that_the_text_goes_along_with_are_left() -> None:
    memory = CompletionCache()
    first, second, _ = remember(memory, "foo", "fob", "bar")
    assert memory.recall("u", context_of("x = fo", "\n")) == (Offer("o", first.id), Offer("b", second.id))


@pytest.mark.parametrize(
    ("kept", "typed", "asks", "rests"),
    [
        ("asked", "", "asked", ["foo"]),
        ("asked", "f", "asked", ["oo"]),
        # What was asked for is shown to whoever types along it, and to nobody else.
        ("asked", "", "unasked", []),
        ("asked", "f", "unasked", ["oo"]),
        ("unasked", "", "unasked", ["foo"]),
        ("unasked", "f", "unasked", ["oo"]),
        # Who asks wants all that the model says.
        ("unasked", "", "asked", []),
        ("unasked", "f", "asked", []),
    ],
)
def test_who_asks_gets_what_is_for_those_who_ask(kept: str, typed: str, asks: str, rests: list[str]) -> None:
    memory = CompletionCache()
    memory.keep("u", context_of("x = ", "\n"), [Offer("foo")], 100, unasked=kept == "unasked")
    found = memory.recall("u", context_of(f"x = {typed}", "\n"), unasked=asks == "unasked")
    assert [offer.text for offer in found] == rests


@pytest.mark.parametrize(
    ("now", "is_dismissed"),
    [("x = ", True), ("x = f", True), ("x = b", True), ("x = g", False), ("x =", False)],
)
def test_what_was_dismissed_is_not_offered_along_it(now: str, *, is_dismissed: bool) -> None:
    memory = CompletionCache()
    offers = [Offer("foo"), Offer("bar")]
    for _ in range(2):  # also when it is found again
        memory.keep("u", context_of("x = ", "\n"), offers, 100, unasked=True)
        memory.dismiss(offers[1].id)
        offers = [Offer("foo"), Offer("bar")]
    assert memory.is_dismissed("u", context_of(now, "\n"), bounded=False) == is_dismissed
    assert memory.recall("u", context_of(now, "\n"), unasked=True) == ()


@pytest.mark.parametrize(
    ("left", "now", "text", "is_dismissed"),
    [
        ("return to", "return t", "otal / n", True),
        ("return to", "return t", "otal", True),
        ("return to", "return t", "otal / n + 1", True),
        ("return to", "ret", "urn total / n", True),
        ("x\n    return to", "x\n", "    return total / n", True),
        ("return to", "return t", "otal / m", False),
        ("return to", "return t", "able", False),
        ("return to", "return a", "otal / n", False),
        ("return to", "return too", "tal / n", False),
        ("return to", "print t", "otal / n", False),
        # Beside what was dismissed there was another.
        ("return to", "return t", "otal * n", True),
    ],
)
def test_what_was_dismissed_is_not_offered_where_the_user_deletes_further(
    left: str, now: str, text: str, *, is_dismissed: bool
) -> None:
    memory = CompletionCache()
    offers = [Offer("tal / n", "1"), Offer("tal * n", "2")]
    memory.keep("u", context_of(left, "\n"), offers, 100, unasked=True)
    memory.dismiss("1")
    memory.keep("u", context_of(now, "\n"), [Offer(text)], 100, unasked=True)
    assert memory.is_dismissed("u", context_of(now, "\n"), bounded=False) == is_dismissed


def test_what_was_dismissed_in_another_place_or_by_who_asks_for_it_again_is_offered() -> None:
    memory = CompletionCache()
    memory.keep("u", context_of("x = fo", "\n"), [Offer("o", "1")], 100, unasked=True)
    memory.dismiss("1")
    for uri, right, unasked in [("v", "\n", True), ("u", ")\n", True), ("u", "\n", False)]:
        memory.keep(uri, context_of("x = f", right), [Offer("oo")], 100, unasked=unasked)
        assert not memory.is_dismissed(uri, context_of("x = f", right), bounded=False)


def test_what_the_user_asks_for_then_is_offered() -> None:
    memory = CompletionCache()
    memory.keep("u", context_of("x = ", "\n"), [Offer("foo", "1")], 100, unasked=True)
    memory.dismiss("1")
    memory.keep("u", context_of("x = ", "\n"), [Offer("foo", "2")], 100)
    assert memory.recall("u", context_of("x = f", "\n"), unasked=True) == (Offer("oo", "2"),)


def test_blanks_alone_are_no_rest() -> None:
    memory = CompletionCache()
    remember(memory, " {\n  }", left="if (a)")
    assert [one.text for one in memory.recall("u", context_of("if (a) ", "\n"))] == ["{\n  }"]
    assert memory.recall("u", context_of("if (a) {", "}\n")) == ()


def test_accepting_word_by_word_and_going_back() -> None:
    memory = CompletionCache()
    remember(memory, "one two three")
    for typed, rest in [
        ("one", " two three"),
        ("one two", " three"),
        ("one", " two three"),
        ("", "one two three"),
    ]:
        assert [offer.text for offer in memory.recall("u", context_of(f"x = {typed}", "\n"))] == [rest]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_accepting_line_by_line_whatever_line_ends_the_editor_writes(end: str) -> None:
    memory = CompletionCache()
    remember(memory, "a\n    b\n    c")
    assert [one.text for one in memory.recall("u", context_of(f"x = a{end}    b{end}", "\n"))] == ["    c"]


@pytest.mark.parametrize(
    ("text", "typed", "rests"),
    [
        ("f() {\n    }\n}", "f() {", []),
        ("f() {\n    }\n}", "f()", [" {\n    }\n}"]),
        ("f(a)", "f(a", [")"]),
        ("f() {\n    g()\n}", "f() {", ["\n    g()\n}"]),
    ],
)
def test_brackets_that_close_lines_are_not_shown_alone(text: str, typed: str, rests: list[str]) -> None:
    memory = CompletionCache()
    remember(memory, text)
    assert [one.text for one in memory.recall("u", context_of(f"x = {typed}", "\n"))] == rests


def test_the_latest_of_two_that_fit_counts() -> None:
    memory = CompletionCache()
    remember(memory, "foo")
    remember(memory, "oh", left="x = f")
    assert [one.text for one in memory.recall("u", context_of("x = fo", "\n"))] == ["h"]
    assert [one.text for one in memory.recall("u", context_of("x = ", "\n"))] == ["foo"]
    assert [one.text for one in memory.recall("u", context_of("x = fo", "\n"))] == ["o"]


def test_documents_are_apart() -> None:
    memory = CompletionCache()
    remember(memory, "foo", uri="other")
    assert memory.recall("u", context_of("x = ", "\n")) == ()


@pytest.mark.parametrize("most", [0, 1, 2])
def test_the_oldest_is_forgotten(most: int) -> None:
    memory = CompletionCache()
    for left in ("a = ", "b = "):
        memory.keep("u", context_of(left, ""), [Offer("1")], most)
    known = [bool(memory.recall("u", context_of(left, ""))) for left in ("a = ", "b = ")]
    assert known == [most > 1, most > 0]


TEXTS = st.text(alphabet="ab\n()'é😀", max_size=6)


@given(left=TEXTS, text=TEXTS.filter(bool), right=TEXTS, typed=st.integers(0, 6), closed=st.integers(0, 4))
def test_the_file_with_the_rest_is_the_file_with_the_completion(
    left: str, text: str, right: str, typed: int, closed: int
) -> None:
    memory = CompletionCache()
    memory.keep("u", context_of(left, right), [Offer(text)], 1)
    now = context_of(left + text[:typed], text[len(text) - closed :] + right)
    for rest in memory.recall("u", now):
        assert rest.text
        assert rest.text.join(sides_of(now)) == left + text + right
