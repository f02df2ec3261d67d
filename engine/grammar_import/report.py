"""What an import could not take, in words."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Report:
    """What the grammar that was written lacks of the package's.

    Attributes:
        externals: What only the package's scanner finds and no override replaces: where each was left out.
        replaced: What the package's scanner finds and an override defines.
        dropped: The rules that have no text without what was left out.
        blanks: Rules in which blanks are taken where the package refuses them.
        refused: Why an expression can be no terminal's, by its rule.
    """

    externals: dict[str, set[str]] = field(default_factory=dict)
    replaced: set[str] = field(default_factory=set)
    dropped: set[str] = field(default_factory=set)
    blanks: set[str] = field(default_factory=set)
    refused: dict[str, str] = field(default_factory=dict)

    def lines(self) -> list[str]:
        """One line for each thing that was not taken."""
        found = [
            f"the scanner's `{name}` is left out in: {', '.join(sorted(rules))}"
            for name, rules in sorted(self.externals.items())
        ]
        if self.dropped:
            found.append(f"rules without a text, left out: {', '.join(sorted(self.dropped))}")
        if self.blanks:
            found.append(
                f"blanks are taken inside, which the package refuses: {', '.join(sorted(self.blanks))}"
            )
        found += [f"an expression of {name} is left out: {why}" for name, why in sorted(self.refused.items())]
        return found
