"""What the simulated user takes of a text shown."""

from __future__ import annotations

import pytest

from quoin.lsp_server.harness.replay.keyboard import Typed
from quoin.lsp_server.harness.replay.user import Shown, Taken, apply, take

# Before the cursor; what the editor closed; the rest to type; the true text after that.
HEADER = ("for i in range(", ")", "3):", "\n    pass\n")
CALL = ("x = f(", ")", "a, b)", "\n")
BODY = ("if x:", "", "\n    a = 1\n    return a", "\n")
NAME = ("total = self.wi", "", "dth + 1", "\n")
PART = ("x = f(", "", "name", ", b)\n")

# What is shown, how many characters it replaces; whether line and token are right; what is taken of it.
CASES = [
    (HEADER, "3):", 1, True, True, Taken("whole", "3):", 1)),
    (HEADER, "3):", 0, False, True, None),
    (HEADER, "3):\n    pass", 1, True, True, Taken("line", "3):", 0)),
    (HEADER, "4):", 1, False, False, None),
    (CALL, "a, b", 0, True, True, Taken("whole", "a, b", 0)),
    (CALL, "a, b  ", 0, False, True, None),
    (CALL, "a", 0, False, True, None),
    (BODY, "\n    a = 1\n    return a", 0, True, True, Taken("whole", "\n    a = 1\n    return a", 0)),
    (BODY, "\n    a = 1\n    return b", 0, True, True, Taken("line", "\n    a = 1", 0)),
    (BODY, "\n    b = 1\n    return a", 0, False, False, None),
    (NAME, "dth + 1", 0, True, True, Taken("whole", "dth + 1", 0)),
    (NAME, "dth + 2", 0, False, True, Taken("word", "dth", 0)),
    (NAME, "dt", 0, False, False, None),
    (NAME, "dth + 1  ", 0, True, True, Taken("word", "dth", 0)),
    (NAME, "dth + 1\n", 0, True, True, Taken("line", "dth + 1", 0)),
    (PART, "name", 0, True, True, Taken("whole", "name", 0)),
    (PART, "name, b", 0, False, True, Taken("word", "name", 0)),
    (PART, "names", 0, False, False, None),
]


@pytest.mark.parametrize(("place", "text", "replaced", "line", "token", "taken"), CASES)
def test_what_is_taken(
    place: tuple[str, str, str, str],
    text: str,
    replaced: int,
    taken: Taken | None,
    *,
    line: bool,
    token: bool,
) -> None:
    before, closing, rest, right = place
    typed = Typed(before, closing + right, len(closing))
    shown = Shown(typed, text, replaced, rest, right)
    assert (shown.first_line_right, shown.first_token_right, take(shown)) == (line, token, taken)
    if taken is not None:
        now = apply(typed, taken)
        assert (before + rest).startswith(now.before)
        assert now.after == now.closing + right


@pytest.mark.parametrize(
    ("place", "text", "replaced", "expected"),
    [
        (HEADER, "3):", 1, True),
        (HEADER, "3", 0, True),
        (HEADER, "4", 0, False),
        (CALL, "a", 0, True),
        (CALL, "a)", 1, False),
        (NAME, "dt", 0, False),
        (NAME, "dth", 0, True),
        (NAME, "dth + 2", 0, False),
        (BODY, "\n    a", 0, True),
        (BODY, "\n    a = 1\n    b", 0, True),
    ],
)
def test_what_is_right_so_far(
    place: tuple[str, str, str, str], text: str, replaced: int, *, expected: bool
) -> None:
    before, closing, rest, right = place
    shown = Shown(Typed(before, closing + right, len(closing)), text, replaced, rest, right)
    assert shown.right_so_far == expected
