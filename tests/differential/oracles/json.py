"""What decides for JSON: the judge in its folder."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

import quoin
from grammars.json import judge
from tests.differential.oracles.python import Oracle
from tests.differential.pools.json import JSON

_TESTS = Path(__file__).resolve().parents[2]


class JsonOracle(Oracle):
    """Python's `json`, without what it takes beyond RFC 8259."""

    pools = JSON
    pattern = "*.json"

    @cached_property
    def facts(self) -> dict[str, str]:
        """The files are those that the tests have for other ends: what editors say to a server."""
        return super().facts | {"library": str(_TESTS)}

    @cached_property
    def language(self) -> quoin.Language:
        return quoin.load_language("json")

    def refusal(self, text: str) -> str | None:
        return judge.refusal(text)


def oracle() -> Oracle:
    """The oracle."""
    return JsonOracle()
