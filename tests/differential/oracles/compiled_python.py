"""Python's compiler as an oracle: the running interpreter's `compile`, for the level `compiles`."""

from __future__ import annotations
import __future__

import re
import warnings
from functools import cached_property

import quoin
from quoin.lsp_server.harness.judges.oracle import GAVE_UP
from tests.differential.oracles.python import Oracle

# What depends on the names in a text, or on numbers of blocks, is not promised yet.
NOT_PROMISED = re.compile(
    "multiple assignments to name|bind different names|nonlocal|global|rebind|statically nested"
    "|attribute name repeated|duplicate key"
)
_BYTE_ORDER_MARK = "\ufeff"


class Compiler(Oracle):
    """What the running interpreter compiles."""

    @cached_property
    def language(self) -> quoin.Language:
        """Python of this interpreter's version, at the level `compiles`."""
        return quoin.load_language("python", super().language.version, level="compiles")

    def refusal(self, text: str) -> str | None:
        """Why a text does not compile; the oracle gives up where that is not promised."""
        refused = super().refusal(text)
        return compiler_refusal(text) if refused is None else refused


def compiler_refusal(text: str) -> str | None:
    """Why the running interpreter does not compile a text that it parses.

    Annotations count as if they were imported from `__future__`: of others, quoin refuses more than the
    compiler does.
    """
    refused = _refusal(text, 0)
    if refused is None and _refusal(text, __future__.annotations.compiler_flag) is not None:
        return f"{GAVE_UP}annotations"
    return refused


def _refusal(text: str, flags: int) -> str | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(text[text.startswith(_BYTE_ORDER_MARK) :], "text", "exec", flags, dont_inherit=True)
    except SyntaxError as error:
        reason = error.msg or "no message"
        return f"{GAVE_UP}{reason}" if NOT_PROMISED.search(reason) else reason
    except (ValueError, RecursionError, MemoryError) as error:
        return GAVE_UP + (str(error) or type(error).__name__)
    return None


def oracle() -> Compiler:
    """The oracle of this module."""
    return Compiler()
