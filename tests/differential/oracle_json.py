"""What decides for JSON: Python's own reader, held to RFC 8259 where it takes more.

It takes `NaN`, `Infinity` and `-Infinity`, which are made errors here. Whole numbers of more digits than
Python's `int` reads, and lists deeper than its stack, say nothing about the text: the first are read as
texts, of the second it has given up. Else it takes what the RFC does: names that are there twice, halves
of surrogate pairs as escapes; and it refuses a byte order mark and control characters in strings.
"""

from __future__ import annotations

import json
from functools import cached_property
from pathlib import Path
from typing import NoReturn

import engine
from lsp_server.harness.oracle import GAVE_UP
from tests.differential.oracles import Oracle
from tests.differential.pools_json import JSON

_TESTS = Path(__file__).resolve().parents[1]


class JsonOracle(Oracle):
    """Python's `json`, without what it takes beyond RFC 8259."""

    pools = JSON
    pattern = "*.json"

    @cached_property
    def facts(self) -> dict[str, str]:
        """The files are those that the tests have for other ends: what editors say to a server."""
        return super().facts | {"library": str(_TESTS)}

    @cached_property
    def language(self) -> engine.Language:
        return engine.load_language("json")

    def refusal(self, text: str) -> str | None:
        try:
            json.loads(text, parse_int=str, parse_float=str, parse_constant=_no_constant)
        except ValueError as error:
            return getattr(error, "msg", str(error))
        except RecursionError as error:
            return GAVE_UP + str(error)
        return None


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


def oracle() -> Oracle:
    """The oracle."""
    return JsonOracle()
