"""Names of rules and terminals in Lark's format."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class Names:
    """The names that tree-sitter's rules have in the grammar that is written.

    A rule that tree-sitter hides loses the underscore that its name begins with, unless that is another
    one's name.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._rule: dict[str, str] = {}
        taken: set[str] = set()
        for name in sorted(names, key=lambda name: (name.startswith("_"), name)):
            plain = re.sub(r"\W", "_", name).strip("_").lower() or "rule"
            if not plain[0].isalpha():
                plain = f"r_{plain}"
            while plain in taken:
                plain += "_inner"
            taken.add(plain)
            self._rule[name] = plain
        self._taken = {name.upper() for name in taken}

    def rule(self, name: str) -> str:
        """Return the name of a rule."""
        return self._rule[name]

    def terminal(self, name: str) -> str:
        """Return the name of a rule that became a terminal."""
        return self._rule[name].upper()

    def new_terminal(self, rule: str, word: str = "") -> str:
        """Return a terminal's name that nothing else has, for an expression that stands in a rule.

        Args:
            rule: The rule.
            word: The word that the expression matches, if it is one.
        """
        base = word.strip("_").upper() or f"{self.rule(rule).upper()}_TEXT"
        name, number = base, 1
        while name in self._taken:
            number += 1
            name = f"{base}_{number}"
        self._taken.add(name)
        return name
