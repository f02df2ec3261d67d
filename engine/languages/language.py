"""A language that is ready for use."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from engine.errors import LanguageError

if TYPE_CHECKING:
    from engine.languages.grammar_file import GrammarTables
    from engine.languages.manifest import Manifest
    from engine.languages.terminals import Terminal
    from engine.quotient import Quotient


class Language:
    """A language: its name, its files, and its grammar in the form that the core reads.

    Attributes:
        manifest: What the language's folder says about itself.
        tables: Terminals and rules.
        display_names: What to call each terminal in messages, by terminal name.
    """

    def __init__(self, manifest: Manifest, tables: GrammarTables) -> None:
        self.manifest = manifest
        self.tables = tables
        self.display_names = _display_names(manifest, tables)

    def __repr__(self) -> str:
        return f"<Language {self.name}>"

    @property
    def name(self) -> str:
        """The language's name."""
        return self.manifest.name

    @property
    def lsp_ids(self) -> tuple[str, ...]:
        """Language identifiers of the Language Server Protocol."""
        return self.manifest.lsp_ids

    @property
    def file_patterns(self) -> tuple[str, ...]:
        """Shell patterns of the language's file names."""
        return self.manifest.file_patterns

    @cached_property
    def core(self) -> Any:  # noqa: ANN401 - the compiled core has no types of its own
        """The core's grammar, built when it is first needed.

        Raises:
            LanguageError: The core refuses the grammar.
        """
        from engine import _core  # noqa: PLC0415 - loading a language needs no compiled core

        tables = self.tables
        terminals = [(t.name, t.pattern, t.priority, t.is_string) for t in tables.terminals]
        rules = [(rule.name, rule.n_states, rule.edges) for rule in tables.rules]
        literals = [terminal.literal for terminal in tables.terminals]
        try:
            return _core.Grammar(terminals, tables.ignored, rules, 0, self.manifest.layout, literals=literals)
        except ValueError as error:
            raise LanguageError(str(error), self.manifest.grammar) from error

    def quotient(self, left: str | bytes, right: str | bytes) -> Quotient:
        """The language of the texts that fit between `left` and `right`.

        A text is encoded as UTF-8.
        """
        from engine.quotient import Quotient  # noqa: PLC0415 - quotients name languages in turn

        return Quotient(self, left, right)


def _display_names(manifest: Manifest, tables: GrammarTables) -> dict[str, str]:
    known = {terminal.name for terminal in tables.terminals}
    for name in manifest.display_names:
        if name not in known:
            raise LanguageError(f"display_names: there is no terminal {name}", manifest.grammar)
    return {t.name: manifest.display_names.get(t.name) or _default_name(t) for t in tables.terminals}


def _default_name(terminal: Terminal) -> str:
    if terminal.literal is not None:
        return f"`{terminal.literal}`"
    return terminal.name.strip("_").lower().replace("_", " ")
