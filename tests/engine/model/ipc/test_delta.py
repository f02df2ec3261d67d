"""Texts of other files travel once, and of the sides what has changed."""

from __future__ import annotations

import json
from itertools import takewhile
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from quoin.engine.model.ipc.delta import KEPT_DOCUMENTS, ReceivedTexts, SentTexts
from quoin.engine.util.affixes import common_beginning, common_end
from tests.support.effort import examples

FILES = st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from(["", "x", "y", "z"])), max_size=5)
SIDES = st.text("ab\né😀\ud83d", max_size=9)
DOCUMENTS = st.sampled_from("abcdef")
LONG = "x = 1\n" * 100_000


def arrives(client: SentTexts, worker: ReceivedTexts, request: dict[str, Any]) -> dict[str, Any]:
    """Send a request; gives what travels, and tries what comes of it."""
    packed: dict[str, Any] = json.loads(json.dumps(client.pack({**request, "cut": None})))
    sides = {side: request[side].encode(errors="replace") for side in ("left", "right")}
    assert worker.unpack(packed) == {**request, **sides}
    return packed


@examples(100)
@given(st.lists(st.tuples(FILES, SIDES, SIDES, DOCUMENTS, st.integers(0, 1)), max_size=9))
def test_requests_arrive_as_they_were(
    requests: list[tuple[list[tuple[str, str]], str, str, str, int]],
) -> None:
    client, worker = SentTexts(), ReceivedTexts()
    before: set[str] = set()
    for files, left, right, document, lines in requests:
        request = {"other_files": files, "left": left, "right": right, "document": document, "lines": lines}
        packed = arrives(client, worker, request)
        texts = {text for _, text in files}
        assert {text for _, text in packed["new_texts"]} == texts - before
        before = texts


def test_what_travels_is_what_changed() -> None:
    client, worker = SentTexts(), ReceivedTexts()
    sizes = []
    for left, right in [
        ("a", "b"),
        ("ax", "b"),
        ("a", "xb"),
        ("a", "b\n"),
        ("ay", "b\n"),
        ("é", "b\n"),
        ("è", ""),
    ]:
        request = {"other_files": [], "left": LONG + left, "right": right + LONG, "document": "d"}
        sizes.append(len(json.dumps(arrives(client, worker, request))))
    assert sizes[0] > 2 * len(LONG)
    assert max(sizes[1:]) < 200


def test_the_texts_of_the_last_documents_are_remembered() -> None:
    client, worker = SentTexts(), ReceivedTexts()
    documents = [str(number) for number in range(KEPT_DOCUMENTS + 1)]
    new = []
    for document in [*documents, *documents[1:], documents[0]]:
        request = {"other_files": [], "left": "left", "right": "right", "document": document}
        new.append(arrives(client, worker, request)["patch"][2])
    assert new == ["leftright"] * len(documents) + [""] * KEPT_DOCUMENTS + ["leftright"]


@examples(200)
@given(SIDES, SIDES, SIDES)
def test_common_ends(one: str, other: str, both: str) -> None:
    def alike(first: str, second: str) -> int:
        return len(list(takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False))))

    assert common_beginning(both + one, both + other) == len(both) + alike(one, other)
    assert common_end(one + both, other + both) == len(both) + alike(one[::-1], other[::-1])
