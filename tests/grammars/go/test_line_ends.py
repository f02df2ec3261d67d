"""Line ends and comments around the cursor: the middle decides which of them end statements.

Middles are put together from signs in which that shows. Each is a member where go/parser takes the whole,
and each prefix that is viable has a completion which go/parser takes.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from quoin.lsp_server.grammar_test.completions import sample
from quoin.lsp_server.grammar_test.differences import TAKEN, Difference
from tests.support.case_lines import Parts, parse_text, read_lines
from tests.support.effort import EFFORT

if TYPE_CHECKING:
    import quoin
    from tests.differential.oracles import Oracle

CONTEXTS = int(500 * EFFORT)
MIDDLES = 8
SEED = 20261122


def texts() -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for line in read_lines(Path(__file__).with_name("line_ends.txt")):
        kind, _, text = line.partition(":")
        found[kind].append(parse_text(text.removeprefix(" ")))
    return found


def judge(oracle: Oracle, start: quoin.State, parts: Parts, counts: Counter[str]) -> Difference | None:
    state = start.copy()
    is_member = state.advance(parts.middle.encode()) and state.member
    reason = oracle.refusal(parts.text)
    counts["members"] += is_member
    counts["others"] += not is_member
    return None if is_member == (reason is None) else Difference(TAKEN, parts, reason or "is taken")


def test_middles_and_completions(oracle: Oracle) -> None:
    rng, pools = random.Random(SEED), texts()
    counts: Counter[str] = Counter()
    different = []
    for _ in range(CONTEXTS):
        left, right = rng.choice(pools["left"]), rng.choice(pools["right"])
        start = oracle.language.quotient(left, right, spare="nothing").start()
        for _ in range(MIDDLES):
            pieces = rng.choices(pools["piece"], k=rng.randint(0, 4))
            middle = "".join(rng.choice(["", "", " "]) + piece for piece in pieces)
            parts = Parts(left, middle, right)
            found = judge(oracle, start, parts, counts), sample(oracle, start, parts, rng, counts)
            different += [str(one) for one in found if one is not None]
    assert not different, "\n".join(different[:9])
    assert counts["members"] > CONTEXTS // 4
    assert counts["others"] > CONTEXTS
    assert counts["completions that parse"] > CONTEXTS
