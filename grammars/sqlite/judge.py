"""Says of each text what SQLite's own parser says, in the library that Python's `sqlite3` has.

A statement is compiled after `EXPLAIN`, so nothing is run. Its errors are of two kinds: those that the
parser finds by the text alone (`_BY_THE_TEXT`), and those of names that it looks up (`no such table: t`).
The second say nothing about the text, but may hide what is wrong after the place where they are found.
So the statement is compiled again with a sign at its end that is no lexeme: where that is what is found
then, the parser had taken all before it. Where it had not, what it misses (a table, a database) is made,
and the statement is compiled anew. Where that does not help either, it has given up on the text.
See "Programs" in `grammars/README.md`.
"""

from __future__ import annotations

import json
import re
import sqlite3
import sys
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

GAVE_UP = "gave up: "

# The versions whose parser takes what the grammar says, and an option that it must be built with.
FIRST_VERSION, NEXT_VERSION = (3, 40, 0), (3, 41, 0)
OPTION = "ENABLE_UPDATE_DELETE_LIMIT"

_BY_THE_TEXT = re.compile(
    r"""
      syntax\ error | ^incomplete\ input | ^unrecognized\ token | ^unknown\ join\ type
    | ^a\ JOIN\ clause\ is\ required | ^unknown\ table\ option | clause\ should\ come\ after
    | ^unsupported\ frame\ spec | ^error\ in\ generated\ column | ^cannot\ use\ DEFAULT\ on\ a\ generated
    | ^cannot\ use\ RETURNING\ in\ a\ trigger | within\ triggers$ | ^variable\ number\ must\ be
    """,
    re.VERBOSE,
)
# May be found at the last lexeme of a statement that would have to go on.
_EARLY = re.compile(
    r"^(duplicate WITH table name|object name reserved|temporary table name|unknown database)"
)

_AT_THE_COMMA = re.compile(r'^(near ",": syntax error|unrecognized token)')

_NO_TABLE = re.compile(r"^no such table: (?:([^.]*)\.)?(.*)$", re.DOTALL)
_NO_DATABASE = re.compile(r"^unknown database (.*)$", re.DOTALL)
_NO_ORDER = re.compile(r"^no such collation sequence: (.*)$", re.DOTALL)
_NO_VIEW = re.compile(r"^cannot create INSTEAD OF trigger on table: (.*)$", re.DOTALL)

# A comment, since a blank would let a vertical tab follow.
_EXPLAIN = "EXPLAIN/**/"
_NO_LEXEME = " \x01"
_MAX_REPAIRS = 5
_KEPT = 10_000
# `EXPLAIN QUERY PLAN ALTER`, which misses its table before it reports what is wrong after that.
_MAX_BEFORE_ALTER = 4

_LEXEME = re.compile(
    r"""
      (?P<blank> [\ \t\n\f\r][\ \t\n\v\f\r]* | \ufeff | --[^\n]* | /\*(?:.*?\*/|.+) )
    | (?P<end> ; )
    | '(?:[^']|'')*' | "(?:[^"]|"")*" | `(?:[^`]|``)*` | \[[^\]]*\]
    | [$@:\#](?:::)*(?:[a-zA-Z0-9_$]|[^\x00-\x7f])(?:[a-zA-Z0-9_$]|[^\x00-\x7f]|::)*(?:\([^\s)]*\))?
    | (?:[a-zA-Z0-9_$]|[^\x00-\x7f])+
    | .
    """,
    re.VERBOSE | re.DOTALL,
)


class Judge:
    """SQLite's verdicts.

    Raises:
        LookupError: Python's SQLite is of another version, or built without an option.
    """

    def __init__(self) -> None:
        options = {row[0] for row in sqlite3.connect(":memory:").execute("PRAGMA compile_options")}
        if not FIRST_VERSION <= sqlite3.sqlite_version_info < NEXT_VERSION or OPTION not in options:
            raise LookupError(f"Python's SQLite is {sqlite3.sqlite_version}, or was built without {OPTION}")
        self._connection = _connect()
        self._is_changed = False
        # Texts that differ in one statement are asked about one after another.
        self._judged = lru_cache(_KEPT)(self._statement)

    def refusal(self, text: str) -> str | None:
        """Why a text is refused; None if it is taken."""
        if "\x00" in text:
            return "a NUL"
        try:
            text.encode()
        except UnicodeEncodeError:
            return "not UTF-8"
        start = 0
        for statement_end in _ends(text):
            reason = self._judged(text[start:statement_end])
            if reason is None:
                start = statement_end
            elif reason != "incomplete input" or statement_end == len(text):
                return reason
        return None

    def _statement(self, text: str) -> str | None:
        """Judge what may be one statement, with its semicolon."""
        lexemes = [match for match in _LEXEME.finditer(text) if not match["blank"]]
        if not lexemes or lexemes[0]["end"]:
            return None
        words = [match[0].lower() for match in lexemes[:_MAX_BEFORE_ALTER]]
        prefix = "" if words[0] in ("explain", "query") else _EXPLAIN
        content = text[: lexemes[-1].end()].removesuffix(";")
        try:
            return self._compiled(prefix + text, prefix + content, is_alter="alter" in words)
        finally:
            if self._is_changed:
                self._connection.close()
                self._connection, self._is_changed = _connect(), False

    def _compiled(self, whole: str, content: str, *, is_alter: bool) -> str | None:
        """Judge one statement, which is also given without what may follow its last lexeme."""
        error = self._error(whole)
        for _ in range(_MAX_REPAIRS):
            if error is None or _BY_THE_TEXT.search(error):
                return error
            is_early = is_alter or _EARLY.search(error) is not None
            at_the_end = self._error(content + _NO_LEXEME) or ""
            if at_the_end.startswith("unrecognized token") and (self._is_changed or not is_early):
                return self._hidden(content)
            if not self._repair(error):
                break
            self._is_changed = True
            error = self._error(whole)
        return f"{GAVE_UP}{error}"

    def _hidden(self, statement: str) -> str | None:
        """What is wrong with the last words by the text, after which a name's error has hidden it."""
        error = self._error(f"{statement} ,{_NO_LEXEME}") or ""
        return error if _BY_THE_TEXT.search(error) and not _AT_THE_COMMA.search(error) else None

    def _error(self, statement: str) -> str | None:
        """The error of compiling a statement, without running it."""
        try:
            self._connection.execute(statement).close()
        except sqlite3.ProgrammingError as error:
            if "binding" not in str(error) and "bind" not in str(error):
                raise
        except sqlite3.Error as error:
            return str(error)
        return None

    def _repair(self, error: str) -> bool:
        """Make what an error misses, if that can be made."""
        patterns = (_NO_TABLE, _NO_DATABASE, _NO_ORDER, _NO_VIEW)
        table, database, order, view = (pattern.match(error) for pattern in patterns)
        try:
            if table is not None:
                self._make_table(table[1] or "main", table[2])
            elif database is not None:
                self._connection.execute(f"ATTACH ':memory:' AS {_quoted(database[1])}")
            elif order is not None:
                self._connection.create_collation(order[1], lambda one, other: (one > other) - (one < other))
            elif view is not None:
                name = _quoted(view[1].rpartition(".")[2])
                self._connection.execute(f"DROP TABLE {name}")
                self._connection.execute(f"CREATE VIEW {name} AS SELECT 1")
            else:
                return False
        except sqlite3.Error:
            return False
        return True

    def _make_table(self, database: str, table: str) -> None:
        with suppress(sqlite3.Error):  # It is there already.
            self._connection.execute(f"ATTACH ':memory:' AS {_quoted(database)}")
        self._connection.execute(f'CREATE TABLE {_quoted(database)}.{_quoted(table)}("")')


def _ends(text: str) -> Iterator[int]:
    """Offsets after each semicolon, and the text's end."""
    for match in _LEXEME.finditer(text):
        if match["end"]:
            yield match.end()
    yield len(text)


def _quoted(name: str) -> str:
    doubled = name.replace('"', '""')
    return f'"{doubled}"'


def _connect() -> sqlite3.Connection:
    """A database in memory. Pragmas, some of which do what they say when they are compiled, are denied."""
    connection = sqlite3.connect(":memory:", isolation_level=None, cached_statements=0)
    connection.set_authorizer(_authorize)
    return connection


def _authorize(action: int, *_: str | None) -> int:
    return sqlite3.SQLITE_DENY if action == sqlite3.SQLITE_PRAGMA else sqlite3.SQLITE_OK


def main() -> None:
    """Answer until the input ends."""
    judge = Judge()
    print(json.dumps(f"SQLite {sqlite3.sqlite_version}"), flush=True)
    for line in sys.stdin.buffer:
        print(json.dumps(judge.refusal(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
