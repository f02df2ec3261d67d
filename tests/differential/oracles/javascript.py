"""What decides for JavaScript: the parser of TypeScript, which the checks install from npm."""

from __future__ import annotations

import json
import shutil
from functools import cached_property
from pathlib import Path

import quoin
from quoin.engine.languages.loader import GRAMMARS
from tests.checks.editors import node_wheel
from tests.differential.oracles.program import ProgramOracle
from tests.differential.pools.javascript import JAVASCRIPT

FOLDER = Path(__file__).resolve().parents[2] / "checks" / "javascript"
_PACKAGE = FOLDER / "node_modules" / "typescript" / "package.json"


class JavaScriptOracle(ProgramOracle):
    """The verdicts of TypeScript's parser, from a process that stays."""

    pools = JAVASCRIPT
    pattern = "*.js"

    def __init__(self, node: str) -> None:
        self.node = node

    @cached_property
    def facts(self) -> dict[str, str]:
        """The files are the grammar's examples."""
        release = json.loads(_PACKAGE.read_text("utf-8"))["version"]
        examples = GRAMMARS / "javascript" / "examples" / "accept"
        return {"version": release, "release": release, "library": str(examples)}

    @cached_property
    def language(self) -> quoin.Language:
        return quoin.load_language("javascript")

    def built(self) -> list[str]:
        modules = FOLDER / "node_modules"
        return ["env", f"NODE_PATH={modules}", self.node, str(GRAMMARS / "javascript" / "judge.js")]


def oracle() -> JavaScriptOracle:
    """The oracle.

    Raises:
        FileNotFoundError: Node or the package is not installed.
    """
    wheel = node_wheel()
    node = shutil.which("node") if wheel is None else str(wheel / "bin" / "node")
    if node is None:
        raise FileNotFoundError("no `node` in PATH")
    if not _PACKAGE.exists():
        raise FileNotFoundError(f"no {_PACKAGE.parent}: `python -m tests.checks` installs it")
    return JavaScriptOracle(node)
