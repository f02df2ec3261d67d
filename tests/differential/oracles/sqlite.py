"""What decides for SQL: the judge in its folder."""

from __future__ import annotations

import sqlite3
from functools import cached_property

import quoin
from grammars.sqlite.judge import Judge
from quoin.engine.languages.loader import GRAMMARS
from tests.differential.oracles.python import Oracle
from tests.differential.pools.sqlite import SQLITE


class SqliteOracle(Oracle):
    """The parser of SQLite, as far as the text decides."""

    pools = SQLITE
    pattern = "*.sql"

    def __init__(self) -> None:
        self._judge = Judge()

    @cached_property
    def facts(self) -> dict[str, str]:
        """The version is SQLite's, and the files are the grammar's examples."""
        version = sqlite3.sqlite_version
        return {"version": version, "release": version, "library": str(GRAMMARS / "sqlite/examples/accept")}

    @cached_property
    def language(self) -> quoin.Language:
        return quoin.load_language("sqlite")

    def refusal(self, text: str) -> str | None:
        return self._judge.refusal(text)


def oracle() -> Oracle:
    """The oracle.

    Raises:
        FileNotFoundError: There is no SQLite that knows the same language.
    """
    try:
        return SqliteOracle()
    except LookupError as error:
        raise FileNotFoundError(str(error)) from None
