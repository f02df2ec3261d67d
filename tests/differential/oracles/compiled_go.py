"""go/types as an oracle of Go, after go/parser, for the level `compiles`."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

import quoin
from tests.differential.oracles.go import GoOracle, made


class Types(GoOracle):
    """What go/types takes, but for what it says of names and their types."""

    program = Path(__file__).with_name("types.go")


class CompiledGo(GoOracle):
    """What both take."""

    @cached_property
    def language(self) -> quoin.Language:
        return quoin.load_language("go", level="compiles")

    @cached_property
    def types(self) -> Types:
        return Types(self.go)

    def refusal(self, text: str) -> str | None:
        refused = super().refusal(text)
        return self.types.refusal(text) if refused is None else refused


def oracle() -> CompiledGo:
    """The oracle; raises as that of Go does."""
    return made(CompiledGo)
