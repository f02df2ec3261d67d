"""Engines as an oracle of JavaScript: acorn, after TypeScript's parser, for the level `compiles`."""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path

import quoin
from quoin.lsp_server.harness.judges.oracle import GAVE_UP
from tests.differential.oracles.javascript import FOLDER, JavaScriptOracle, made
from tests.differential.oracles.program import ProgramOracle

# What is promised of what acorn refuses: the contexts in which something may stand, what is assigned to, what
# follows the rest of a pattern, variables without values, parameters of getters and setters, a second
# `default`, names that a block declares twice, private names that no class declares, second constructors,
# where constructors call those of other classes, flags of regular expressions and parentheses in them, what
# is exported twice or declared nowhere, labels, `??` beside `||`, `arguments` in fields, and members that a
# class or an object may not have.
PROMISED = re.compile(
    "Unsyntactic (break|continue)|'return' outside of function|keyword outside a method"
    "|'new.target' can only be used|may only appear at the top level|Assigning to rvalue"
    "|Optional chaining cannot appear|Comma is not permitted after the rest element|Missing initializer"
    "|Complex binding patterns require|getter should have|setter should have|Setter cannot use rest"
    "|Multiple default clauses|has already been declared|Private field .* must be declared"
    r"|Duplicate constructor|super\(\) call outside|regular expression flag|Duplicate export"
    r"|Label .* is already declared|Logical expressions and coalesce|'arguments' in class"
    r"|Unterminated group|Unmatched '\)'|Invalid group|Export .* is not defined|Redefinition of __proto__"
    "|Constructor can't|Classes (can't|may not) have|Private identifier can only"
)
# What acorn does not know, and brackets in which more is taken than engines assign to.
UNKNOWN = re.compile(
    r"[@<]|\b(using|defer|yield)\b"
    r"|[\])}]\s*([-+*/%&|^<>?]*=|\+\+|--|of\b|in\b)"
)


class Acorn(ProgramOracle):
    """What acorn takes as a module or as a script."""

    def __init__(self, node: str) -> None:
        self.node = node

    def built(self) -> list[str]:
        program = Path(__file__).with_name("acorn.js")
        return ["env", f"NODE_PATH={FOLDER / 'node_modules'}", self.node, str(program)]


class CompiledJavaScript(JavaScriptOracle):
    """What both parsers take."""

    @cached_property
    def acorn(self) -> Acorn:
        return Acorn(self.node)

    @cached_property
    def language(self) -> quoin.Language:
        return quoin.load_language(self.name, level="compiles")

    def refusal(self, text: str) -> str | None:
        """Why a text is refused; the oracle gives up where that is not promised."""
        refused = super().refusal(text)
        if refused is not None:
            return refused
        reason = self.acorn.refusal(text)
        if reason is None or (PROMISED.search(reason) and not UNKNOWN.search(text)):
            return reason
        return GAVE_UP + reason


def oracle() -> CompiledJavaScript:
    """The oracle; raises as that of JavaScript does."""
    return made(CompiledJavaScript)
