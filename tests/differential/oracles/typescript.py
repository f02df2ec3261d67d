"""What decides for TypeScript: its own parser."""

from __future__ import annotations

from tests.differential.oracles.javascript import JavaScriptOracle, made


class TypeScriptOracle(JavaScriptOracle):
    """The verdicts of the parser, from a process that stays."""

    pattern = "*.ts"
    name = "typescript"
    dialect = "text.ts"


def oracle() -> TypeScriptOracle:
    """The oracle; raises as `made` does."""
    return made(TypeScriptOracle)
