"""Texts of other files travel once."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from engine.model.kept_texts import ReceivedTexts, SentTexts
from tests.support.effort import examples

FILES = st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from(["", "x", "y", "z"])), max_size=5)


@examples(100)
@given(st.lists(FILES, max_size=6))
def test_requests_arrive_as_they_were(requests: list[list[tuple[str, str]]]) -> None:
    client, worker = SentTexts(), ReceivedTexts()
    before: set[str] = set()
    for files in requests:
        packed = json.loads(json.dumps(client.pack({"other_files": files, "left": "l"})))
        texts = {text for _, text in files}
        assert {text for _, text in packed["new_texts"]} == texts - before
        assert worker.unpack(packed) == {"other_files": files, "left": "l"}
        before = texts
