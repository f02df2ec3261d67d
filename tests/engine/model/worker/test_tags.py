"""Tags whose end counts as present: what ends a tag itself is completed without that end."""

from __future__ import annotations

import pytest

from quoin.engine.model import CompletionRequest, ModelSettings
from quoin.engine.model.worker.service import CompletionService

HEAD = '<!doctype html>\n<html>\n<body>\n<select>\n  <option value="free">Free</option>\n'
RIGHT = "\n</select>\n</body>\n</html>\n"


@pytest.fixture(scope="module")
def service() -> CompletionService:
    return CompletionService(ModelSettings(threads=1), lambda _share: None)


@pytest.mark.parametrize("begun", ['<option value="pro"', "<input ty"])
def test_no_end_of_a_tag_is_text(service: CompletionService, begun: str) -> None:
    request = CompletionRequest(
        *("html", f"{HEAD}  {begun}", RIGHT, "a.html", 64),
        max_seconds=100,
        stop="statement",
        stay_in_context=True,
        unasked=True,
        least_confidence=0.06,
    )
    result = service.complete(request, lambda: False)
    assert result.candidates
    assert bool(result.present) == (">" not in result.candidates[0].text)
