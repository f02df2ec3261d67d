"""What is inserted before a word goes with it."""

from __future__ import annotations

import pytest

from quoin.engine.decoding.seams.inserting import inserts_wrongly

# The left context, the completion and the right context.
WRONG = [
    "void a(l‖ong n,‖len)",
    "return f(‖a, b,‖$path)",
    "b = ap‖pend(b, ‖b, c)",
    "re‖sult = a == ‖a == (0, 0)",
    "P‖arameter b = ‖b = c();",
    "a ex‖tends B | ‖B | undefined",
    "c‖ulture.‖AssertEqual(a)",
    "Mutex<o‖nce::‖OnceCell<T>>",
    "a.b\nreturn a‖.‖bc",
]
RIGHT = [
    "f(w‖idth, ‖height)",
    "f(a,b,w‖idth,‖height)",
    "self.b()\nse‖lf.‖b()",
    "x = g()‖.a(‖b)",
    "f(‖0, ‖0)",
    "f(a‖, a, ‖a.b)",
    "no‖de = ‖node.next",
    "if a ‖== ‖a.b:",
    "if a ‖and ‖b:",
    "f(‖a, ‖\nb)",
    "f(‖a,\n  ‖b)",
    "use ‖core::‖mem; use core::mem;",
    "f(‖a,‖)",
]


@pytest.mark.parametrize("case", WRONG)
def test_texts_that_do_not_go_with_the_word(case: str) -> None:
    assert _inserts_wrongly(case)


@pytest.mark.parametrize("case", RIGHT)
def test_texts_that_do(case: str) -> None:
    assert not _inserts_wrongly(case)


def _inserts_wrongly(case: str) -> bool:
    left, whole, right = (part.encode() for part in case.split("‖"))
    return inserts_wrongly(whole, left, right)
