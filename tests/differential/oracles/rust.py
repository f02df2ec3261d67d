"""What decides for Rust: the judge in its folder."""

from __future__ import annotations

import os
import subprocess
from functools import cached_property

import quoin
from grammars.rust.judge import EDITION, Judge
from quoin.engine.languages.loader import GRAMMARS
from tests.differential.oracles.python import Oracle
from tests.differential.pools.rust import RUST

VARIABLE = "QUOIN_RUST_EDITION"


class RustOracle(Oracle):
    """The parser of rustc, for one edition."""

    pools = RUST
    pattern = "*.rs"

    def __init__(self, edition: str) -> None:
        self.edition = edition
        self._judge = Judge(edition)

    @cached_property
    def facts(self) -> dict[str, str]:
        """The files are the grammar's examples."""
        library = str(GRAMMARS / "rust/examples/accept")
        return {"version": self.edition, "release": self._judge.release, "library": library}

    @cached_property
    def language(self) -> quoin.Language:
        return quoin.load_language("rust", version=self.edition)

    def refusal(self, text: str) -> str | None:
        return self._judge.refusal(text)


def oracle() -> Oracle:
    """The oracle.

    Raises:
        FileNotFoundError: There is no compiler, or it does not run.
    """
    try:
        return RustOracle(os.environ.get(VARIABLE, EDITION))
    except subprocess.CalledProcessError as error:
        raise FileNotFoundError(str(error)) from None
