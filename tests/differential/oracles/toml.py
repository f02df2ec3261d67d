"""What decides for TOML: the judge in its folder."""

from __future__ import annotations

from functools import cached_property

import quoin
from grammars.toml import judge
from quoin.engine.languages.loader import GRAMMARS
from tests.differential.oracles.python import Oracle
from tests.differential.pools.toml import TOML


class TomlOracle(Oracle):
    """Python's `tomllib`, which gives up on what is given twice."""

    pools = TOML
    pattern = "*.toml"

    @cached_property
    def facts(self) -> dict[str, str]:
        """The files are the examples."""
        return super().facts | {"library": str(GRAMMARS / "toml" / "examples" / "accept")}

    @cached_property
    def language(self) -> quoin.Language:
        return quoin.load_language("toml")

    def refusal(self, text: str) -> str | None:
        # Halves of surrogate pairs are no text.
        try:
            text.encode()
        except UnicodeEncodeError:
            return "not UTF-8"
        return judge.refusal(text)


def oracle() -> Oracle:
    """The oracle."""
    return TomlOracle()
