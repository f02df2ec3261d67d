"""What decides for TSX: the parser of TypeScript."""

from __future__ import annotations

from tests.differential.oracles.javascript import JavaScriptOracle, made


class TsxOracle(JavaScriptOracle):
    """The verdicts of the parser, from a process that stays."""

    pattern = "*.tsx"
    name = "tsx"
    dialect = "text.tsx"


def oracle() -> TsxOracle:
    """The oracle; raises as `made` does."""
    return made(TsxOracle)
