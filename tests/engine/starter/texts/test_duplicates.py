"""Which texts are copies of others."""

from __future__ import annotations

import pytest

from quoin.engine.starter.texts.duplicates import Seen


def lines(first: int, last: int) -> str:
    return "".join(f"    self.registered_members[{number}] = None\n" for number in range(first, last))


LICENCE = "# Permission is hereby granted, free of charge\n" * 9
TEXT = lines(0, 10)


@pytest.mark.parametrize(
    ("text", "is_new"),
    [
        (TEXT, False),
        (TEXT.replace("    ", "\t").replace("\n", "\n\n"), False),
        (lines(0, 5) + lines(20, 24), False),
        (lines(0, 5) + lines(20, 25), True),
        (lines(20, 30), True),
        (LICENCE + lines(20, 30), True),
        (TEXT.replace("registered_members", "m"), True),
        ("return x\n" * 10, True),
    ],
)
def test_copies(text: str, is_new: bool) -> None:
    seen = Seen()
    assert seen.add(LICENCE + TEXT)
    assert seen.add("return\n")
    assert seen.add(TEXT) is False
    assert seen.add(text) == is_new
    assert seen.add(text) is False


def test_what_is_not_taken_is_not_seen() -> None:
    seen = Seen()
    assert seen.add(lines(0, 10))
    assert not seen.add(lines(0, 10) + lines(20, 25))
    assert seen.add(lines(20, 25))
