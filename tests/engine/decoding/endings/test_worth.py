"""What of a completion is worth showing to somebody who types."""

from __future__ import annotations

import math
import re

import pytest

import quoin
from quoin.engine.decoding.endings.signs import with_signs
from quoin.engine.decoding.endings.worth import worth_showing
from quoin.engine.decoding.result import Candidate, TokenMark

PYTHON = quoin.load_language("python")
JAVASCRIPT = quoin.load_language("javascript")


def shown(left: str, tokens: list[tuple[str, float]], right: str, least: float) -> str | None:
    """What is left of a completion of these tokens, each with its probability."""
    found = candidate_shown(left, tokens, right, least)
    return None if found is None else found.text


def candidate_shown(
    left: str, tokens: list[tuple[str, float]], right: str, least: float, language: quoin.Language = PYTHON
) -> Candidate | None:
    marks, text = [], ""
    for token, probability in tokens:
        marks.append(TokenMark(len(text), math.log(probability)))
        text += token

    def ended(middle: bytes) -> bytes | None:
        return with_signs(language.quotient(left, right).start(), middle)

    candidate = Candidate(text, 0.0, len(tokens), "stop", marks=tuple(marks))
    return worth_showing(candidate, (left.encode(), right.encode()), ended, least)


@pytest.mark.parametrize(
    ("left", "tokens", "right", "expected"),
    [
        ("x = ", [("os", 0.9), (".path", 0.9), (".join", 0.9), ("(a)", 0.9)], "\n", "os.path.join(a)"),
        ("x = ", [("os", 0.9), (".path", 0.9), (".join", 0.1), ("(a)", 0.9)], "\n", "os.path"),
        ("x = ", [("os", 0.9), (".pa", 0.9), ("th", 0.1), ("(a)", 0.9)], "\n", "os"),
        ("f(", [("index", 0.9), (", other", 0.1), (")", 0.9)], "\n", "index)"),
        ("x = ", [("os", 0.2), (".path", 0.9)], "\n", None),
        ("if x", [(".a:", 0.9), ("\n    f(x)", 0.2), ("\n    g(x)", 0.9)], "\n", ".a:\n    f(x)"),
        ("if ", [("x", 0.9), (":", 0.2), ("\n    f(x)", 0.2)], "\n", None),
        ("x = ", [("a", 0.9), ("\ny = b", 0.2)], "\n", None),
        ("x = ", [("abc", 0.9), ("\ny = b", 0.2)], "\n", "abc"),
        ("if a:\n    ", [("b = 1", 0.9), ("\n    b = 2\n    ", 0.2)], "def c(): pass\n", "b = 1\n    "),
        ("x = ", [("abc", 0.9), ("\nyes = b", 0.8)], "\n", "abc\nyes = b"),
        ("x = ", [("abc", 0.7), ("\nyes = b", 0.7)], "\n", "abc"),
        ("x = a", [("\n", 0.9), ("y = b", 0.5)], "\n", None),
        ("x = a", [("\n", 0.9), ("yes = other", 0.7)], "\n", "\nyes = other"),
        ("x = a\n", [("\n", 0.9), ("yes = other_one", 0.5)], "\n", "\nyes = other_one"),
        ("x = f(a", [("\n\n    # b\n", 0.4)], ")\n", None),
        # Nothing is closed where the model is sure that it goes on.
        ("f(", [("ab", 0.9), (",", 0.9), (" cd", 0.1)], "\n", None),
        ("f(", [("ab", 0.9), (", cd", 0.1)], "\n", "ab)"),
        ("f(", [("ab", 0.9), (",", 0.9), (" cd", 0.1)], ")\n", "ab,"),
        # Before a word, the blank is shown that parts a text from it.
        ("f(w", [("idth", 0.9), (",", 0.9), (" depth", 0.1)], "height)\n", "idth, "),
        ("from p", [("q import r", 0.9), (" as s", 0.05)], " t\n", None),
        # An empty list is closed only by the model.
        ("x = ", [("ab", 0.9), ("(", 0.9), ("c", 0.1), (")", 0.9)], "\n", "ab"),
        ("x = ", [("ab", 0.9), ("()", 0.9), (".c", 0.1)], "\n", "ab()"),
        ("x = ", [("ab(", 0.9), ("[", 0.9), ("c])", 0.1)], "\n", None),
        # A part of a line after the cursor's is not shown.
        ("x = ", [("ab", 0.99), ("\ny = b", 0.9), ("(c)", 0.1)], "\n", "ab"),
        ("if ", [("xy:", 0.99), ("\n    f", 0.9), ("(c)", 0.1)], "\n", "xy:\n    f(c)"),
        # A body that nobody can mean makes the header worthless.
        ("if ", [("xy:", 0.99), ("\n    f", 0.2), ("(c)", 0.2)], "\n", None),
        ("@data", [("class", 0.9), ("\nclass M", 0.1), ("(T): pass", 0.1)], "\n", None),
        # Signs alone, where none is needed, have to be surer.
        ("x = width", [("[:, :, :]", 0.5)], "\n", None),
        ("x = width", [("[:]", 0.9)], "\n", "[:]"),
        ("x = width", [("[left]", 0.5)], "\n", "[left]"),
        ("x = (width", [("[:, :])", 0.55)], "\n", "[:, :])"),
        # Signs after a word that goes on would make it mean something else.
        ("x = abs(", [("self", 0.9), (".x", 0.05), (")", 0.9)], "\n", None),
        ("x = abs(", [("self", 0.9), (" + x", 0.1), (")", 0.9)], "\n", "self)"),
    ],
)
def test_what_is_sure(left: str, tokens: list[tuple[str, float]], right: str, expected: str | None) -> None:
    assert shown(left, tokens, right, 0.3) == expected
    assert shown(left, tokens, right, 0.0) == "".join(token for token, _ in tokens)


@pytest.mark.parametrize(
    ("language", "left", "tokens", "expected"),
    [
        # No header does nothing whose block the model writes.
        ("java", "class A {\n    void ", [("f(int x)", 0.9), (" {", 0.1), (" g(); }", 0.9)], None),
        ("java", "class A {\n    void ", [("f(int x)", 0.9), (";", 0.1)], "f(int x);"),
        # No parameters are shown as an argument.
        ("javascript", "x = a.find(", [("(b", 0.9), (") => b.c", 0.1), (")", 0.9)], None),
        ("javascript", "x = a.find(", [("bcd", 0.9), (" + c", 0.1), (")", 0.9)], "bcd)"),
        # Nobody writes parentheses around one operand.
        ("javascript", "x = a.find(", [("(bcd", 0.9), (" + c", 0.05), (")", 0.9)], None),
        # A header is more than what could be declared without a body.
        ("typescript", "export function ", [("f(x: A)", 0.9), (": B {\n", 0.05), ("  g()\n}", 0.9)], None),
        ("typescript", "declare function ", [("f(x: A)", 0.9), (": B;\n", 0.1)], "f(x: A)"),
        # A body has to be surer than one that is needed.
        (
            *("javascript", "f(", [("abc => {", 0.9), ("\n", 0.9), ("  abc()", 0.9), ("\n})", 0.9)]),
            "abc => {\n  abc()\n})",
        ),
        (
            *("javascript", "f(", [("abc => {", 0.9), ("\n", 0.9), ("  abc()", 0.4), ("\n})", 0.9)]),
            "abc => {\n})",
        ),
        # It goes with what the file declares.
        ("javascript", "function f(a) {}\nf(", [("bcd", 0.9), (", 1", 0.8), (")", 0.9)], None),
        ("javascript", "function f(a, b) {}\nf(", [("bcd", 0.9), (", 1", 0.8), (")", 0.9)], "bcd, 1)"),
        ("go", "package a\nfunc f() {\n\tabc, err := g()\n\t", [("abc := ", 0.9), ("h()", 0.9)], None),
        (
            *(
                "java",
                "class A {\n    int f() {\n        if (abc",
                [(") {", 0.9), ("\n            return;", 0.9)],
            ),
            ") {\n        }\n    }",
        ),
        # The signs that close it stand where the model puts them.
        (
            *("java", "class A {\n    int x() {"),
            *([("\n        return x;", 0.9), ("\n    }", 0.1)], "\n        return x;\n    }"),
        ),
    ],
)
def test_what_is_left_out_means_the_same(
    language: str, left: str, tokens: list[tuple[str, float]], expected: str | None
) -> None:
    right = "\n}\n" if language == "java" else "\n"
    found = candidate_shown(left, tokens, right, 0.3, quoin.load_language(language))
    assert (None if found is None else found.text) == expected
    written = "".join(token for token, _ in tokens)
    if found is not None and written.startswith(found.text):
        assert found.written == len(found.text)  # the language has added nothing


@pytest.mark.parametrize(
    ("left", "written", "added", "expected"),
    [
        # Signs end a part of it, so that nothing has to be made up.
        ("x = f(", "a, b + ", "name)", "a, b)"),
        ("x = f(", "a, b,\n# c\n# d (", "\nname)", "a, b)"),
        ("x = ", "a\ny = (b", ")", "a\ny = (b)"),
        # Nothing of it can be ended by signs alone.
        ("x = [a for ", "b in", " name]", "b in name]"),
        # The language has written all of it.
        ("x = ", "", "name", "name"),
    ],
)
def test_what_the_language_has_ended_is_cut_to_where_signs_end_it(
    left: str, written: str, added: str, expected: str
) -> None:
    def ended(middle: bytes) -> bytes | None:
        return with_signs(PYTHON.quotient(left, "\n").start(), middle)

    words = re.finditer(r"\w+|\W+", written)
    marks = tuple(TokenMark(word.start(), -1.0) for word in words)
    candidate = Candidate(written + added, -1.0, len(marks), "closed", len(written), marks=marks)
    found = worth_showing(candidate, (left.encode(), b"\n"), ended, 0.0)
    assert found is not None
    assert (found.text, found.ended) == (expected, "closed")


@pytest.mark.parametrize(
    ("left", "token", "probability", "right", "expected"),
    [
        ("def f(", "x", 1.0, "):\n    return x\n", "x"),
        ("def f(", "x", 0.9, "):\n    return x\n", None),
        ("x = f(y", ")", 1.0, "\n", None),
    ],
)
def test_a_single_letter_is_shown_if_there_is_hardly_any_other(
    left: str, token: str, probability: float, right: str, expected: str | None
) -> None:
    assert shown(left, [(token, probability)], right, 0.08) == expected


@pytest.mark.parametrize(
    ("middle", "expected"),
    [
        (" = f(b)", None),
        (" = f(b", None),
        (" = f(b)\nc = d", None),
        (" = f(bc)", " = f(bc)"),
        (" = f(bc)\na = f(bc)", " = f(bc)"),
    ],
)
def test_no_part_of_a_line_that_repeats_another_one(middle: str, expected: str | None) -> None:
    assert shown("a = f(b)\na", [(middle, 0.9)], "\n", 0.3) == expected


NEAR = "a = f(b)\nc = d\n"
FAR = NEAR + "".join(f"x{number} = y\n" for number in range(10))


@pytest.mark.parametrize(
    ("left", "probability", "right", "expected"),
    [
        (NEAR + "a", 0.4, "\n", None),
        (NEAR + "a", 0.6, "\n", " = f(b)"),
        (FAR + "a", 0.4, "\n", " = f(b)"),
        (NEAR.replace("c", "e", 1).replace("b", "g") + "a", 0.4, "\n", " = f(b)"),
        ("a", 0.4, "\nc = d\na = f(b)\n", None),
        # The block beside, as the function above, is rather what it is not to be like.
        ("def h():\n    a = f(b)\n    c = d\ndef i():\n    a", 0.4, "\n", None),
        ("def h():\n    a = f(b)\n    c = d\ndef i():\n    a", 0.6, "\n", " = f(b)"),
        ("if h:\n    a = f(b)\nelse:\n    a", 0.4, "\n", None),
        # Other blocks may have it too.
        ("if h:\n    a = f(b)\n    c = d\nif i:\n    a", 0.4, "\n", " = f(b)"),
        ("if h:\n    a = f(b)\n    c = d\na", 0.4, "\n", " = f(b)"),
    ],
)
def test_a_line_that_stands_near_already_is_shown_if_the_model_is_sure(
    left: str, probability: float, right: str, expected: str | None
) -> None:
    assert shown(left, [(" = f(b)", probability)], right, 0.08) == expected


@pytest.mark.parametrize(
    ("left", "tokens", "right", "expected"),
    [
        ("  if (a", [(")", 0.7), (" {", 0.6)], "\n    b();\n  }\n}\n", ") {"),
        ("  if (a", [(")", 0.7), (" {", 0.3)], "\n    b();\n  }\n}\n", None),
        ("  if (a", [(")", 0.7), (" {", 0.6)], "\n    b();\n    }\n}\n", None),
        ("  f(function ()", [(" ", 0.7), ("{", 0.7)], "\n    b();\n  });\n}\n", None),
        ("  if (a", [("b)", 0.5), (" {", 0.5)], "\n    b();\n  }\n}\n", None),
    ],
)
def test_signs_that_end_the_header_of_a_block_may_be_few(
    left: str, tokens: list[tuple[str, float]], right: str, expected: str | None
) -> None:
    found = candidate_shown(f"function c() {{\n{left}", tokens, right, 0.06, JAVASCRIPT)
    assert (None if found is None else found.text) == expected


@pytest.mark.parametrize(("count", "expected"), [(6, "polygon"), (1200, "polygon.add(polygon)")])
def test_a_line_that_nobody_has_written_is_not_judged_by_what_it_says(count: int, expected: str) -> None:
    tokens = [("polygon", 0.9), (".add(polygon)", 0.9)]
    assert shown(f"x = '{'b' * count}' + ", tokens, "\n", 0.08) == expected


@pytest.mark.parametrize(
    ("tokens", "least", "text", "own", "sure"),
    [
        ([("part", 0.5), (".name", 0.5), (" + c", 0.1)], 0.2, "part.name", "part.name", 0.25),
        ([("call(", 0.5), ("name", 0.8), (", b", 0.1)], 0.2, "call(name)", "call(name", 0.4),
        ([("name", 0.5), ("\nyes = b", 0.95)], 0.2, "name\nyes = b", "name\nyes = b", 0.5),
    ],
)
def test_what_is_said_of_a_beginning(
    tokens: list[tuple[str, float]], least: float, text: str, own: str, sure: float
) -> None:
    found = candidate_shown("x = ", tokens, "\n", least)
    assert found is not None
    assert (found.text, found.written) == (text, len(own))
    assert found.first_line_logprob == pytest.approx(math.log(sure))


def test_an_open_text_may_end_where_the_model_most_likely_does() -> None:
    left, text = "x = (a", " if b\n    else c + d"
    marks = tuple(TokenMark(begin, -0.1) for begin in range(0, len(text), 4))

    def ended(middle: bytes) -> bytes | None:
        return with_signs(PYTHON.quotient(left, ")\n").start(), middle)

    def shown_of(likely_end: int | None) -> str | None:
        candidate = Candidate(text + " + (", -1.0, 5, "open", marks=marks, likely_end=likely_end)
        found = worth_showing(candidate, (left.encode(), b")\n"), ended, 0.1)
        return None if found is None else found.text

    assert shown_of(None) is None
    assert shown_of(len(" if b\n    else c")) == " if b\n    else c"
