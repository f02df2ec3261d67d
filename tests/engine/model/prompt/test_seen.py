"""What a model may see of a text by the settings for lines, whatever the text's size."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quoin.engine.model.backends import base
from quoin.engine.model.ipc.messages import CompletionRequest
from tests.support.effort import examples

if TYPE_CHECKING:
    from collections.abc import Iterator

CASES = [
    (("a\nb\nc", "d\ne"), 1, 1, ("c", "d\n")),
    (("a\nb\n", "\ne"), 1, 1, ("", "\n")),
    (("a\nb\n", "\ne"), 2, 2, ("b\n", "\ne")),
    (("a\r\nb\rc", "d\r\ne\rf"), 2, 2, ("b\rc", "d\r\ne\r")),
    (("a\nb", "c\nd"), 9, 9, ("a\nb", "c\nd")),
    (("a\nb", "c\nd"), None, None, ("a\nb", "c\nd")),
    (("", ""), 3, 3, ("", "")),
]


@pytest.fixture(autouse=True, params=[1, 3, 1 << 16])
def near(request: pytest.FixtureRequest) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(base, "NEAR", request.param)
        yield


def seen(left: str, right: str, left_lines: int | None, right_lines: int | None) -> tuple[str, str]:
    asked = CompletionRequest("python", left, right, "doc", left_lines=left_lines, right_lines=right_lines)
    before, after = base.seen((left.encode(), right.encode()), asked)
    return before.decode(), after.decode()


@pytest.mark.parametrize(("sides", "left_lines", "right_lines", "expected"), CASES)
def test_case(
    sides: tuple[str, str], left_lines: int | None, right_lines: int | None, expected: tuple[str, str]
) -> None:
    assert seen(*sides, left_lines, right_lines) == expected


def test_the_cells_of_a_notebook_stand_around_their_own() -> None:
    before, after = ("a = 1\n", "b = 2"), ("d", "e\n")
    asked = CompletionRequest("python", "", "", "doc", left_lines=4, cells_before=before, cells_after=after)
    assert base.seen((b"c = ", b"\n"), asked) == (b"\nb = 2\n\nc = ", b"\n\nd\n\ne\n")


texts = st.text("ab\n\r", max_size=30)


@examples(100)
@given(texts, texts, st.integers(1, 5), st.integers(1, 5))
def test_as_many_lines_as_are_asked_for(left: str, right: str, left_lines: int, right_lines: int) -> None:
    before, after = seen(left, right, left_lines, right_lines)
    lines = (left + "|").encode().splitlines(keepends=True)
    assert before + "|" == b"".join(lines[-left_lines:]).decode()
    assert after == b"".join(right.encode().splitlines(keepends=True)[:right_lines]).decode()
