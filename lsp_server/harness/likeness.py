"""How a completion compares with the text that stood at the cursor."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from quoin.lsp_server.harness.cuts import Cut

_WORD = re.compile(r"[^\W\d]\w*")


@dataclass(frozen=True)
class Likeness:
    """What a completion has in common with the true text.

    Attributes:
        exact: Whether both are the same but for blanks at their ends.
        first_word: Whether both have the same first word; None if the true text has no word.
    """

    exact: bool
    first_word: bool | None


@dataclass(frozen=True)
class LikenessCounts:
    """How many completions are like the true text.

    Attributes:
        exact: how many are the same.
        first_word: how many have the same first word.
        worded: how many stand where the true text has a word.
    """

    exact: int
    first_word: int
    worded: int


def compare(cut: Cut, text: str, gone: int) -> Likeness:
    """Compare a completion that replaces `gone` characters of a cut's right context with the true text."""
    truth = cut.middle + cut.right[:gone]
    word = _WORD.search(truth)
    found = _WORD.search(text)
    same = found is not None and word is not None and found.group() == word.group()
    return Likeness(text.strip() == truth.strip(), same if word is not None else None)


def count_likeness(found: Iterable[Likeness | None]) -> LikenessCounts:
    """Count what some completions have in common with their true texts; None stands for no completion."""
    compared = [likeness for likeness in found if likeness is not None]
    return LikenessCounts(
        exact=sum(likeness.exact for likeness in compared),
        first_word=sum(likeness.first_word is True for likeness in compared),
        worded=sum(likeness.first_word is not None for likeness in compared),
    )
