"""What decides for the language of `grammars/zig`."""

from __future__ import annotations

from tests.differential.oracles.published import oracle_for

oracle = oracle_for("zig")
