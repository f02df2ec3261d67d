"""Texts of other files travel once, and of the sides what has changed."""

from __future__ import annotations

import json
from itertools import takewhile

from hypothesis import given
from hypothesis import strategies as st

from engine.model.kept_texts import ReceivedTexts, SentTexts, common_beginning, common_end
from tests.support.effort import examples

FILES = st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from(["", "x", "y", "z"])), max_size=5)
SIDES = st.text("ab\né😀", max_size=9)
LONG = "x = 1\n" * 100_000


@examples(100)
@given(st.lists(st.tuples(FILES, SIDES, SIDES), max_size=6))
def test_requests_arrive_as_they_were(requests: list[tuple[list[tuple[str, str]], str, str]]) -> None:
    client, worker = SentTexts(), ReceivedTexts()
    before: set[str] = set()
    for files, left, right in requests:
        request = {"other_files": files, "left": left, "right": right, "document": "d"}
        packed = json.loads(json.dumps(client.pack(request)))
        texts = {text for _, text in files}
        assert {text for _, text in packed["new_texts"]} == texts - before
        assert worker.unpack(packed) == request
        before = texts


def test_what_travels_is_what_changed() -> None:
    client = SentTexts()
    sizes = []
    for left, right in [("a", "b"), ("ax", "b"), ("a", "xb"), ("a", "b\n"), ("ay", "b\n")]:
        request = {"other_files": [], "left": LONG + left, "right": right + LONG}
        sizes.append(len(json.dumps(client.pack(request))))
    assert sizes[0] > 2 * len(LONG)
    assert max(sizes[1:]) < 200


@examples(200)
@given(SIDES, SIDES, SIDES)
def test_common_ends(one: str, other: str, both: str) -> None:
    def alike(first: str, second: str) -> int:
        return len(list(takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False))))

    assert common_beginning(both + one, both + other) == len(both) + alike(one, other)
    assert common_end(one + both, other + both) == len(both) + alike(one[::-1], other[::-1])
