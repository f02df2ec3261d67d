"""Odd model files are refused soon, with a message that says what is odd and quotes little, or they work."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import pytest

from quoin.engine.model import describe_model_file
from quoin.engine.util.quotes import MAX_QUOTED, quoted

from .damage import Damage
from .damaged import outcome
from .odd import ODD, Odd

if TYPE_CHECKING:
    from pathlib import Path

HANGING = 120.0
# What a message says beside what it quotes and the path of the file.
OWN_WORDS = 400


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: odd.name)
async def test_an_odd_file(odd: Odd, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Loading says what a description says (`test_checks.py`), so only the other files are loaded."""
    caplog.set_level(logging.DEBUG)
    file = tmp_path / "damaged.gguf"
    file.write_bytes(odd.data())
    message = describe_model_file(file).problem
    if message is None:
        damage = Damage(odd.name, lambda _: odd.data())
        message = (await asyncio.wait_for(outcome(damage, tmp_path), HANGING)).message
    assert max((len(record.getMessage()) for record in caplog.records), default=0) < 10 * MAX_QUOTED
    if odd.message is None:
        assert message is None
        return
    assert message is not None
    assert odd.message in message
    assert "ended unexpectedly" not in message
    assert str(file) in message
    assert len(message) < MAX_QUOTED + OWN_WORDS
    assert message.isprintable()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("a", "a"),
        (" a\n\tb\r\n", "a b"),
        ("\x1b[31m\0", "\N{REPLACEMENT CHARACTER}[31m\N{REPLACEMENT CHARACTER}"),
        ("x" * MAX_QUOTED, "x" * MAX_QUOTED),
        ("x" * (MAX_QUOTED + 1), "x" * (MAX_QUOTED - 1) + "…"),
        (" " * 5000 + "x", "…"),
        ("é" * 5_000_000, "é" * (MAX_QUOTED - 1) + "…"),
    ],
    ids=range(8),
)
def test_what_is_quoted(text: str, expected: str) -> None:
    assert quoted(text) == expected
