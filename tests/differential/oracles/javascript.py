"""What decides for JavaScript: the parser of TypeScript, which the checks install from npm."""

from __future__ import annotations

import json
import shutil
from functools import cached_property
from pathlib import Path
from typing import TypeVar

import quoin
from quoin.engine.languages.loader import GRAMMARS
from tests.checks.editors import node_wheel
from tests.differential.oracles.program import ProgramOracle
from tests.differential.pools.javascript import JAVASCRIPT

FOLDER = Path(__file__).resolve().parents[2] / "checks" / "javascript"
Dialect = TypeVar("Dialect", bound="JavaScriptOracle")
_PACKAGE = FOLDER / "node_modules" / "typescript" / "package.json"


class JavaScriptOracle(ProgramOracle):
    """The verdicts of TypeScript's parser, from a process that stays."""

    name = "javascript"
    dialect = "text.js"

    pools = JAVASCRIPT
    pattern = "*.js"

    def __init__(self, node: str) -> None:
        self.node = node

    @cached_property
    def facts(self) -> dict[str, str]:
        """The files are the grammar's examples."""
        release = json.loads(_PACKAGE.read_text("utf-8"))["version"]
        examples = GRAMMARS / self.name / "examples" / "accept"
        return {"version": release, "release": release, "library": str(examples)}

    @cached_property
    def language(self) -> quoin.Language:
        return quoin.load_language(self.name)

    def built(self) -> list[str]:
        modules = FOLDER / "node_modules"
        judge = GRAMMARS / "javascript" / "judge.js"
        return ["env", f"NODE_PATH={modules}", self.node, str(judge), self.dialect]


def made(kind: type[Dialect]) -> Dialect:
    """The oracle of a dialect.

    Raises:
        FileNotFoundError: Node or the package is not installed.
    """
    wheel = node_wheel()
    node = shutil.which("node") if wheel is None else str(wheel / "bin" / "node")
    if node is None:
        raise FileNotFoundError("no `node` in PATH")
    if not _PACKAGE.exists():
        raise FileNotFoundError(f"no {_PACKAGE.parent}: `python -m tests.checks` installs it")
    return kind(node)


def oracle() -> JavaScriptOracle:
    """The oracle; raises as `made` does."""
    return made(JavaScriptOracle)
