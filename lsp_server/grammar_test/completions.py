"""Every viable prefix has a completion, and what decides takes it in its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quoin.lsp_server.grammar_test.case_lines import Parts
from quoin.lsp_server.grammar_test.differences import NO_COMPLETION, TAKEN, WRONG_COMPLETION, Difference
from quoin.lsp_server.harness.judges.oracle import GAVE_UP

if TYPE_CHECKING:
    import random
    from collections import Counter

    import quoin
    from quoin.lsp_server.grammar_test.examined import Examined


_LONGEST = 0.5
"""The share of completed prefixes that are the longest viable ones."""


def sample(
    examined: Examined, start: quoin.State, parts: Parts, rng: random.Random, counts: Counter[str]
) -> Difference | None:
    """Complete a prefix of a middle, half the time the longest that is viable; return the difference, if any.

    Args:
        examined: The language, and what decides.
        start: The state of the empty middle between the parts' contexts.
        parts: The contexts, and the middle.
        rng: What chooses.
        counts: The counts by name, to which what was compared is added.
    """
    data = parts.middle.encode("utf-8", "surrogatepass")
    most = start.viable_prefix(data)
    if not start.viable:
        return None
    prefix = data[: most if rng.random() < _LONGEST else rng.randint(0, most)]
    state = start.copy()
    state.advance(prefix)
    completion = state.completion()
    counts["viable prefixes"] += 1
    shown = Parts(parts.left, prefix.decode(errors="ignore"), parts.right)
    if completion is None:
        return Difference(NO_COMPLETION, shown)
    if not (state.advance(completion) and state.member):
        return Difference(WRONG_COMPLETION, shown)
    whole = Parts(parts.left, (prefix + completion).decode("utf-8", "surrogatepass"), parts.right)
    reason = examined.refusal(whole.text)
    if reason is None or reason.startswith(GAVE_UP):
        counts["completions that parse" if reason is None else "completions on which the oracle gave up"] += 1
        return None
    return Difference(TAKEN, whole, reason)
