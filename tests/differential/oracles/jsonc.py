"""What decides for JSON with comments: the judge in its folder."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import quoin
from grammars.jsonc import judge
from tests.differential.oracles.json import JsonOracle

if TYPE_CHECKING:
    from tests.differential.oracles.python import Oracle


class JsoncOracle(JsonOracle):
    """JSON's oracle after two replacements."""

    @cached_property
    def language(self) -> quoin.Language:
        return quoin.load_language("jsonc")

    def refusal(self, text: str) -> str | None:
        return judge.refusal(text)


def oracle() -> Oracle:
    """The oracle."""
    return JsoncOracle()
