"""Files of Go's library with one line spoilt away from the cursor: what is promised for the rest."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import quoin
from quoin.engine.recovery import recover
from quoin.lsp_server.harness.breaks import break_lines
from quoin.lsp_server.harness.cuts import cut
from tests.grammars.go.test_library import MAX_BYTES, SEED, library

if TYPE_CHECKING:
    from quoin.lsp_server.harness.cuts import Cut
    from tests.differential.oracles import Oracle

FILES = 120


def outcome(language: quoin.Language, cut: Cut) -> str:
    """The guarantee, and whether what stood at the cursor fits with it."""
    view = recover(quoin.Session(language), cut.left.encode(), cut.right.encode())
    if view is None:
        return "nothing"
    state = view.start()
    fits = state.advance(cut.middle.encode()) and state.member
    return f"{view.guarantee}, {'fits' if fits else 'does not fit'}"


def test_whole_and_broken_files(oracle: Oracle) -> None:
    whole: Counter[str] = Counter()
    broken: Counter[str] = Counter()
    paths = [path for path in library(oracle, MAX_BYTES) if "testdata" not in path.parts]
    for path in random.Random(SEED).sample(paths, FILES):
        rng = random.Random(path.name)
        made = cut(path.read_text("utf-8"), "typing", rng)
        spoilt = break_lines(made, 1, rng, lambda text: oracle.refusal(text) is None) if made else None
        if made is None or spoilt is None:
            continue
        whole[outcome(oracle.language, made)] += 1
        broken[outcome(oracle.language, spoilt.cut)] += 1
    assert whole["file, fits"] > 0.97 * whole.total()
    assert broken.total() > 0.3 * FILES
    assert broken["region, fits"] > 0.7 * broken.total()
