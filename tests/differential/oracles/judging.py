"""What the tests of every language have in common: seeded cuts and mutants, judged by its oracle."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from quoin.lsp_server.grammar_test.comparison import Comparison
from quoin.lsp_server.grammar_test.corpus import Corpus, source_files
from quoin.lsp_server.grammar_test.differences import NO_COMPLETION, Difference, smaller
from quoin.lsp_server.harness.judges.oracle import GAVE_UP
from tests.differential.oracles import oracle_of
from tests.support.case_lines import parse_text

if TYPE_CHECKING:
    from collections.abc import Iterable

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
    """The counts of some turns over files; as many viable middles may be `unfinished`, without a
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


def judged_examples(
    oracle: Oracle, *, turns: int, mutants: int, seed: int, max_bytes: int, unfinished: int = 0
) -> None:
    """Compare cuts of the language's examples, and mutants of their middles.

    As many viable middles may be `unfinished` as for `judged`.

    Raises:
        AssertionError: A verdict differs, or too much was not judged to say so.
    """
    folders = [Path(oracle.facts["library"])]
    paths = source_files(folders, oracle.pattern, with_tests=True, max_bytes=max_bytes)
    kinds = ["randspan", "typing"]
    counts = judged(oracle, paths, kinds, turns=turns, mutants=mutants, seed=seed, unfinished=unfinished)
    assert counts["randspan cuts"] + counts["typing cuts"] > turns
    gave_up = sum(count for name, count in counts.items() if "gave up" in name)
    assert gave_up < counts["mutants"] / 20


def judged_pieces(oracle: Oracle, kind: str, frame: str) -> Counter[str]:
    """How many pieces of the language's pool are `taken` in a frame, `refused`, and not judged (`gave up`).

    Raises:
        AssertionError: A verdict differs.
    """
    counts: Counter[str] = Counter()
    different = []
    for piece in getattr(oracle.pools, kind):
        text = parse_text(frame).replace("◆", piece)
        reason = oracle.refusal(text)
        if reason is not None and reason.startswith(GAVE_UP):
            counts["gave up"] += 1
            continue
        counts["taken" if reason is None else "refused"] += 1
        if oracle.language.quotient(text, "").start().member != (reason is None):
            different.append((text, reason))
    assert not different
    return counts
