"""What the tests of every language have in common: seeded cuts and mutants, judged by its oracle."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.differential.compare import Comparison
from tests.differential.corpus import Corpus
from tests.differential.differences import NO_COMPLETION, Difference, smaller
from tests.differential.oracles import oracle_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from tests.differential.oracles import Oracle


def oracle_or_skip(language: str) -> Oracle:
    """A language's oracle; skips the test where its toolchain is not installed."""
    try:
        return oracle_of(None, language)
    except FileNotFoundError as error:
        pytest.skip(str(error))


def judged(
    oracle: Oracle,
    paths: Iterable[Path],
    kinds: list[str],
    *,
    turns: int,
    mutants: int,
    seed: int,
    unfinished: int = 0,
) -> Counter[str]:
    """The counts of so many turns over files; as many viable middles may be `unfinished`, without a
    completion that is found.

    Raises:
        AssertionError: A verdict differs, or too few mutants are of one kind to say so.
    """
    corpus, comparison = Corpus(oracle, list(paths)), Comparison(oracle)
    counts: Counter[str] = Counter()
    differences: list[Difference] = []
    for number in range(turns):
        for case in corpus.turn(number, kinds, seed):
            report = comparison.case(case, mutants, seed)
            counts += report.counts
            differences += report.differences
    found_none = [one for one in differences if one.what == NO_COMPLETION]
    if len(found_none) <= unfinished:
        differences = [one for one in differences if one.what != NO_COMPLETION]
    small = [str(smaller(oracle.language, oracle, difference)) for difference in differences[:3]]
    assert not differences, "\n".join(small)
    assert counts["mutants that parse"] > turns, counts
    assert counts["mutants that do not"] > turns, counts
    return counts
