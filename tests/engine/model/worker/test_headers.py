"""Headers are completed where nobody is sure of the block yet, in languages in which no block is empty."""

from __future__ import annotations

import pytest

from quoin.engine.model import CompletionRequest, ModelSettings
from quoin.engine.model.worker.service import CompletionService

CASES = [
    (
        "python",
        "def main():\n    args = parse()\n    for path in args.files:\n        if args.dry",
        "\n        total += insert(path)\n    return total\n\ndef report(args):\n    print(args.dry_run)\n",
        ":",
    ),
    (
        "bash",
        'dump() {\n    local target="$1"\n    if [[ -e "$target"',
        '\n    pg_dump | gzip > "$target"\n}\n',
        "; then",
    ),
]


@pytest.fixture(scope="module")
def service() -> CompletionService:
    return CompletionService(ModelSettings(threads=1), lambda _share: None)


@pytest.mark.parametrize(("language", "left", "right", "end"), CASES, ids=[case[0] for case in CASES])
@pytest.mark.parametrize("unasked", [True, False])
def test_a_header(
    service: CompletionService, language: str, left: str, right: str, end: str, *, unasked: bool
) -> None:
    request = CompletionRequest(
        *(language, left, right, f"a.{language}", 64),
        max_seconds=100,
        stop="statement",
        stay_in_context=True,
        unasked=unasked,
        least_confidence=0.06 if unasked else 0,
    )
    result = service.complete(request, lambda: False)
    header, _, block = result.candidates[0].text.partition("\n")
    assert end in header
    # Who has asked gets the block too, and nobody gets a header without being told what it needs.
    assert bool(block) == (not result.present)
    assert block or unasked
