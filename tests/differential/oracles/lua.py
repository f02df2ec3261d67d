"""What decides for Lua: the judge in its folder."""

from __future__ import annotations

from functools import cached_property

import quoin
from grammars.lua.judge import Judge
from quoin.engine.languages.loader import GRAMMARS
from tests.differential.oracles.python import Oracle
from tests.differential.pools.lua import LUA


class LuaOracle(Oracle):
    """The compiler of Lua 5.4."""

    pools = LUA
    pattern = "*.lua"

    def __init__(self) -> None:
        self._judge = Judge()

    @cached_property
    def facts(self) -> dict[str, str]:
        """The files are the grammar's examples."""
        release = self._judge.name
        return {"version": "5.4", "release": release, "library": str(GRAMMARS / "lua/examples/accept")}

    @cached_property
    def language(self) -> quoin.Language:
        return quoin.load_language("lua")

    def refusal(self, text: str) -> str | None:
        return self._judge.refusal(text)


def oracle() -> Oracle:
    """The oracle.

    Raises:
        FileNotFoundError: The module with Lua is not installed.
    """
    try:
        return LuaOracle()
    except LookupError as error:
        raise FileNotFoundError(str(error)) from None
