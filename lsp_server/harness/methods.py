"""The paper's comparison (Melcer et al. 2024, tables I and II) of four methods to make a model's text fit.

- `unconstrained`: the model's text without a filter.
- `checked`: the longest prefix of the unconstrained text with which the file parses.
- `constrained`: filtered tokens; if the budget is spent first, the text is cut at its likeliest possible end,
  if there is one.
- `closed`: filtered tokens as in `constrained`; if there is no possible end, the language ends the text.

Only the model and the budget end a text, and no stop rule. The model runs in its own process as in the
server, but without the server.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

from quoin.engine.model import CompletionRequest, ModelClient, ModelError
from quoin.lsp_server.errors import InputError
from quoin.lsp_server.harness.judges.second_judge import count_faults

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from quoin import Language
    from quoin.engine.model import ModelSettings
    from quoin.lsp_server.harness.cuts import Cut
    from quoin.lsp_server.harness.judges.second_judge import Faults
    from quoin.lsp_server.harness.plan import Case
    from quoin.lsp_server.harness.subject import Subject

METHODS = ("unconstrained", "checked", "constrained", "closed")


@dataclass(frozen=True)
class Comparison:
    """The methods with which the file of a cut parses.

    Attributes:
        case: the cut.
        fit: the methods with whose completion, which may be empty, the file parses.
        is_open: whether any completion fits according to the engine.
        faults: by method, what the second judge finds worse than in the original file.
    """

    case: Case
    fit: frozenset[str]
    is_open: bool
    faults: Mapping[str, Faults] = field(default_factory=dict)


async def compare(
    subject: Subject,
    cases: Sequence[Case],
    model: ModelSettings,
    request: CompletionRequest,
    advance: Callable[[], None],
) -> list[Comparison]:
    """Complete at each cut by each method; `request` holds the budgets.

    Raises:
        InputError: the model cannot be used.
    """
    client = ModelClient()
    found = []
    try:
        await client.start(model)
        for case in cases:
            found.append(await _compare(client, subject, case, request))
            advance()
    except ModelError as error:
        raise InputError(str(error)) from None
    finally:
        await client.close()
    return found


async def _compare(
    client: ModelClient, subject: Subject, case: Case, request: CompletionRequest
) -> Comparison:
    cut = case.cut
    asked = replace(request, left=cut.left, right=cut.right, document=case.file, stop="end")
    free = await _text(client, replace(asked, guarantee="off"))
    texts = {
        "unconstrained": free,
        "checked": longest_beginning(subject.language, cut, free or ""),
        "constrained": await _text(client, replace(asked, guarantee="file", closing=False)),
        "closed": await _text(client, replace(asked, guarantee="file")),
    }
    whole = {name: cut.left + text + cut.right for name, text in texts.items() if text is not None}
    fit = {name for name, text in whole.items() if subject.parses(text)}
    is_open = not subject.language.quotient(cut.left, cut.right).empty
    faults = {name: subject.second_judge.faults(cut, texts[name] or "", 0) for name in fit}
    judged = {name: found for name, found in faults.items() if found is not None}
    return Comparison(case, frozenset(fit), is_open, judged)


async def _text(client: ModelClient, request: CompletionRequest) -> str | None:
    """Return the best completion, which is empty if the model wants no text."""
    result = await client.complete(request)
    return result.candidates[0].text if result.candidates else "" if result.empty else None


def longest_beginning(language: Language, cut: Cut, text: str) -> str | None:
    """Return the longest prefix of a text that fits, which may be empty, or None if there is none.

    The engine decides in place of the parser, which would have to read the file for each character.
    """
    state = language.quotient(cut.left, cut.right).start()
    best = 0 if state.member else None
    for number, character in enumerate(text, 1):
        if not state.advance(character.encode("utf-8", "replace")):
            break
        best = number if state.member else best
    return None if best is None else text[:best]


def as_counts(found: Sequence[Comparison]) -> dict[str, Any]:
    """Count for each kind all cuts, those where anything fits, and those that parse by method and by pair.

    A pair has four counts: the cuts whose file parses with both methods, with the first alone, with the
    second alone, and with neither.
    """
    kinds = dict.fromkeys(one.case.cut.kind for one in found)
    return {kind: _counts([one for one in found if one.case.cut.kind == kind]) for kind in kinds}


def _counts(found: Sequence[Comparison]) -> dict[str, Any]:
    def count(first: str, second: str) -> list[int]:
        outcomes = [(first in one.fit, second in one.fit) for one in found]
        wanted = ((True, True), (True, False), (False, True), (False, False))
        return [outcomes.count(outcome) for outcome in wanted]

    return {
        "cuts": len(found),
        "open": sum(one.is_open for one in found),
        **{name: sum(name in one.fit for one in found) for name in METHODS},
        "second": {name: asdict(count_faults(one.faults.get(name) for one in found)) for name in METHODS},
        "pairs": {f"{first}, {second}": count(first, second) for first, second in combinations(METHODS, 2)},
        "failed": [
            {"file": one.case.file, "start": len(one.case.cut.left), "open": one.is_open}
            for one in found
            if "closed" not in one.fit
        ],
    }
