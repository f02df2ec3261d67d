"""What the language makes up to end a text, such as names, is shown to nobody in an editor."""

from __future__ import annotations

import pytest

from quoin.engine.decoding.result import Candidate, Ended
from quoin.engine.model import CompletionRequest, ModelSettings
from quoin.engine.model.worker.service import CompletionService


@pytest.mark.parametrize(
    ("text", "written", "ended", "expected"),
    [
        ("a(b, name)", 5, "closed", True),
        ("a(b)", 3, "closed", False),
        ("a(name, b)", 9, "closed", False),
        ("rename)", 2, "closed", False),
        ("name", None, "closed", True),
        ("name", None, "end", False),
        ("a} finally {}", 1, "closed", False),
        ("a}} try {{", 1, "closed", True),
        ("a) true {}", 1, "closed", True),
        ('a"\nfi; done', 1, "closed", False),
        ("a</li></ul>", 1, "closed", False),
        ("a[0]", 1, "closed", True),
        ("a({", 3, "closed", False),
        ("a; fi; done; fi<\\", 1, "closed", True),
        ("a <", 1, "closed", True),
        ("a\\", 2, "closed", False),
    ],
)
def test_a_stopgap(text: str, written: int | None, ended: Ended, expected: bool) -> None:
    assert Candidate(text, 0.0, 1, ended, written).makes_up(("fi", "done", "finally")) == expected


@pytest.fixture(scope="module")
def service() -> CompletionService:
    return CompletionService(ModelSettings(threads=1), lambda _share: None)


@pytest.mark.parametrize("in_editor", [True, False])
def test_what_is_asked_for(service: CompletionService, in_editor: bool) -> None:
    left, right = (
        "class A {\n  g",
        "\n    await this.load();\n    return this.items.get(key);\n  }\n\n  size() {}\n}\n",
    )
    request = CompletionRequest(
        "javascript", left, right, "a.js", 24, max_seconds=100, stay_in_context=in_editor
    )
    result = service.complete(request, lambda: False)
    assert [one.makes_up() for one in result.candidates] == ([] if in_editor else [True])
    assert result.why == ("unkept" if in_editor else None)
