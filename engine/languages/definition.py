"""A `Definition` is the content of a language's folder: the grammar's tables, and the core's grammar."""

from __future__ import annotations

from contextlib import suppress
from fnmatch import fnmatchcase
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from quoin.engine.errors import CoreError, LanguageError
from quoin.engine.languages import table_cache
from quoin.engine.languages.manifest import MANIFEST_NAME, line_of
from quoin.engine.languages.modes import Change, resolve_modes, resolve_moves

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quoin.engine.languages.manifest import Manifest
    from quoin.engine.languages.names import NameRules
    from quoin.engine.languages.tables import Automaton, GrammarTables, Terminal
    from quoin.engine.languages.versions import Version


Level = Literal["parses", "compiles"]
"""What is promised of a text that fits: that the language's parser takes it, or its compiler, too."""


class Definition:
    """A language's name, its files, and its grammar in the form that the core reads.

    Attributes:
        manifest: The contents of the folder's `language.json`.
        tables: The terminals and rules.
        version: The name of this version, such as `"3.12"`; None if the language has no versions.
        modes: The lexer's modes with the indices of their terminals; empty if there is only one mode.
        moves: The indices of terminals, and of the modes to which each of these terminals may move.
        display_names: The name of each terminal in messages, by terminal name.
        digest: The digest of everything that the tables and the core are made from; None for one whose parts
            come from no folder, which is not cached.
        level: What is promised of a text that fits.
    """

    def __init__(
        self,
        manifest: Manifest,
        tables: GrammarTables,
        version: Version | None,
        digest: str | None = None,
        level: Level = "parses",
    ) -> None:
        self.manifest = manifest
        self.digest = digest
        self.level = level
        self.tables = tables
        self.version = version.name if version else None
        self.modes = _modes(manifest, tables)
        self.moves = _moves(manifest, tables, [name for name, _ in self.modes])
        self.display_names = _display_names(manifest, tables)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {' '.join(filter(None, (self.name, self.version)))}>"

    @property
    def name(self) -> str:
        """The language's name."""
        return self.manifest.name

    @property
    def versions(self) -> tuple[str, ...]:
        """The names of all versions of the language, oldest first."""
        return self.manifest.versions

    @property
    def lsp_ids(self) -> tuple[str, ...]:
        """The language's identifiers in the Language Server Protocol."""
        return self.manifest.lsp_ids

    @property
    def file_patterns(self) -> tuple[str, ...]:
        """Shell patterns of the language's file names."""
        return self.manifest.file_patterns

    @cached_property
    def core(self) -> Any:  # noqa: ANN401 - the compiled core has no types of its own
        """The core's grammar, which is built on first use.

        Raises:
            LanguageError: The core refuses the grammar.
            CoreError: The core failed.
        """
        if not self.digest:
            return self._built(None)
        name = table_cache.lexer_name(self.digest)
        core = self._restored(name)
        if core is None:
            with table_cache.making(name):
                # Another process may have written the lexer while this one waited.
                core = self._restored(name)
                if core is None:
                    core = self._made(name, self.digest)
        return core

    def _restored(self, name: str) -> Any:  # noqa: ANN401 - see `core`
        """Build the core's grammar with the cached lexer; None if there is none that fits."""
        lexer = table_cache.read(name)
        if lexer is None:
            return None
        with suppress(LanguageError):
            return self._built(lexer)
        return None

    def _made(self, name: str, digest: str) -> Any:  # noqa: ANN401 - see `core`
        """Build the core's grammar, and cache its lexer."""
        try:
            core = self._built(None)
        except LanguageError:
            # The cached tables may not be what was written.
            table_cache.forget(digest)
            raise
        with suppress(RuntimeError):
            # A core that fails here can be used all the same.
            table_cache.write(name, core.lexer())
        return core

    def _built(self, lexer: bytes | None) -> Any:  # noqa: ANN401 - see `core`
        """Build the core's grammar, with the cached lexer if one is given."""
        from quoin.engine import _core  # noqa: PLC0415 - loading a language needs no compiled core

        tables = self.tables
        terminals = [(t.name, t.pattern, t.priority, t.is_string) for t in tables.terminals]
        has_contexts = self.level == "compiles"
        added = None if has_contexts else self.manifest.contexts.added
        rules = [(rule.name, rule.n_states, _edges(rule, added)) for rule in tables.rules]
        literals = [terminal.literal for terminal in tables.terminals]
        # The core expects no list of modes for a language with a single one.
        modes = self.modes or None
        try:
            return _core.Grammar(
                terminals,
                tables.ignored,
                rules,
                0,
                self.manifest.layout,
                literals=literals,
                modes=modes,
                moves=self.moves,
                version=self.version,
                lexer=lexer,
                comments=_named(tables, self.manifest.text.comments),
                strings=_named(tables, self.manifest.text.strings),
                code_mode=_code_mode(self.manifest, [name for name, _ in self.modes]),
                seldom=_seldom(self.manifest, tables),
                contexts=tables.contexts if has_contexts else 1,
                labels=tables.labels if has_contexts else [],
                names=_names(self.manifest.names, tables, has_contexts=has_contexts),
                builtins=self.manifest.names.builtins_of(self.version, self.versions),
                payment=self.manifest.names.payment,
                opening=self.manifest.names.opening,
                receiver=self.manifest.names.receiver,
                barred=[list(terminal.barred) for terminal in tables.terminals],
                splits=_splits(self.manifest, tables),
                keys=_keys(self.manifest, tables) if has_contexts else [],
                tags=_tags(self.manifest, tables),
                declarations=_declarations(self.manifest, tables) if has_contexts else [],
            )
        except ValueError as error:
            raise LanguageError(str(error), self.manifest.grammar) from error
        except _core.CoreError as error:
            raise CoreError(str(error)) from error

    @property
    def knows_names(self) -> bool:
        """Whether middles can read known names only: with contexts, at the level `compiles` alone."""
        has_contexts = bool(self.manifest.contexts.facts)
        return bool(self.manifest.names.terminals) and (self.level == "compiles" or not has_contexts)

    def prepare(self) -> None:
        """Build the core's grammar now instead of on first use.

        Raises:
            LanguageError: The core refuses the grammar.
            CoreError: The core failed.
        """
        self.core  # noqa: B018 - it is kept

    def forget(self) -> None:
        """Drop the charts that texts of the language share; every session then reads its text again."""
        self.core.forget()


def _edges(rule: Automaton, added: frozenset[int] | None) -> list[tuple[int, int, int, int]]:
    """Return the edges of a rule for the core.

    Args:
        rule: The rule.
        added: The labels whose edges are absent where contexts do not count; each of the others exists then
            in every context. None if contexts count.
    """
    if added is None:
        return list(rule.edges)
    return [(start, symbol, end, 0) for start, symbol, end, label in rule.edges if label not in added]


def _names(rules: NameRules, tables: GrammarTables, *, has_contexts: bool) -> dict[str, list[int]] | None:
    """Return the terminals of names by kind; without contexts, nothing says where a name may be owed."""
    numbers = rules.numbers(tables.terminals)
    if not has_contexts:
        numbers.pop("owed", None)
    return numbers or None


def _modes(manifest: Manifest, tables: GrammarTables) -> list[tuple[str, list[int]]]:
    try:
        return resolve_modes(manifest.modes, tables.terminals, tables.defined)
    except LanguageError as error:
        raise LanguageError(error.reason, manifest.grammar) from error


def _moves(
    manifest: Manifest, tables: GrammarTables, modes: Sequence[str]
) -> list[tuple[list[int], list[int], Change]]:
    try:
        elsewhere = {*tables.defined, *(mode.name for mode in manifest.modes)}
        return resolve_moves(manifest.moves, modes, tables.terminals, elsewhere)
    except LanguageError as error:
        raise LanguageError(error.reason, manifest.grammar) from error


def _keys(manifest: Manifest, tables: GrammarTables) -> list[tuple[str, list[int]]]:
    """Return the terminals of keys that are given once, by their roles.

    Raises:
        LanguageError: There is no such terminal.
    """
    numbers = {terminal.name: number for number, terminal in enumerate(tables.terminals)}
    numbers |= {t.literal: number for number, t in enumerate(tables.terminals) if t.literal is not None}
    for name in (name for names in manifest.keys.values() for name in names):
        if name not in numbers:
            raise LanguageError(f"keys: there is no terminal {name}", manifest.grammar)
    return [(role, [numbers[name] for name in names]) for role, names in manifest.keys.items()]


def _tags(manifest: Manifest, tables: GrammarTables) -> list[tuple[str, list[int]]]:
    """Return the terminals of names that stand twice, by their roles.

    Raises:
        LanguageError: There is no such terminal.
    """
    numbers = {terminal.name: number for number, terminal in enumerate(tables.terminals)}
    for name in (name for names in manifest.tags.values() for name in names):
        if name not in numbers and name not in tables.defined:
            file = manifest.grammar.parent / MANIFEST_NAME
            raise LanguageError(f"tags: there is no terminal {name}", file, line_of(name, file, after="tags"))
    roles = manifest.tags.items()
    own = [(role, [numbers[name] for name in names if name in numbers]) for role, names in roles]
    return [(role, terms) for role, terms in own if terms]


def _declarations(manifest: Manifest, tables: GrammarTables) -> list[tuple[str, list[int]]]:
    """Return the terminals of declarations, by their roles.

    Raises:
        LanguageError: There is no such terminal.
    """
    numbers: dict[str, list[int]] = {}
    for number, terminal in enumerate(tables.terminals):
        for name in {terminal.name, terminal.literal} - {None}:
            numbers.setdefault(str(name), []).append(number)
    for name in (name for names in manifest.declarations.values() for name in names):
        if name not in numbers and name not in tables.defined:
            file = manifest.grammar.parent / MANIFEST_NAME
            reason = f"declarations: there is no terminal {name}"
            raise LanguageError(reason, file, line_of(name, file, after="declarations"))
    roles = manifest.declarations.items()
    return [(role, [number for name in names for number in numbers.get(name, [])]) for role, names in roles]


def _splits(manifest: Manifest, tables: GrammarTables) -> list[tuple[int, int, int]]:
    """Return the indices of the terminals that may be two, each with those of its parts.

    Raises:
        LanguageError: A text is no literal of the grammar.
    """
    numbers = {t.literal: number for number, t in enumerate(tables.terminals) if t.literal is not None}
    found = []
    for whole, parts in manifest.splits.items():
        for text in (whole, *parts):
            if text not in numbers:
                file = manifest.grammar.parent / MANIFEST_NAME
                line = line_of(whole, file, after="splits")
                raise LanguageError(f"splits: {whole}: the grammar has no terminal {text!r}", file, line)
        found.append((numbers[whole], numbers[parts[0]], numbers[parts[1]]))
    return found


def _code_mode(manifest: Manifest, modes: Sequence[str]) -> int:
    """Return the number of the mode in which code after the cursor is read.

    Raises:
        LanguageError: There is no mode of the name.
    """
    if not manifest.text.code:
        return 0
    try:
        return modes.index(manifest.text.code)
    except ValueError:
        raise LanguageError(f"text: there is no mode {manifest.text.code}", manifest.grammar) from None


def _named(tables: GrammarTables, patterns: Sequence[str]) -> list[int]:
    """Return the indices of the lexed terminals whose names match one of the shell patterns."""
    return [
        number
        for number, terminal in enumerate(tables.terminals)
        if terminal.pattern is not None and any(fnmatchcase(terminal.name, pattern) for pattern in patterns)
    ]


def _seldom(manifest: Manifest, tables: GrammarTables) -> list[int]:
    """Return the indices of the terminals that people seldom write, which are named or written as in texts.

    Raises:
        LanguageError: There is no such terminal.
    """
    found = set()
    for wanted in manifest.seldom:
        own = {number for number, one in enumerate(tables.terminals) if one.literal == wanted}
        own = own or set(_named(tables, [wanted]))
        # A manifest may serve a language that builds on its own, and several versions.
        if not own and not manifest.bases and wanted not in tables.defined:
            file = manifest.grammar.parent / MANIFEST_NAME
            reason = f"seldom: there is no terminal {wanted}"
            raise LanguageError(reason, file, line_of(wanted, file, after="seldom"))
        found |= own
    return sorted(found)


def _display_names(manifest: Manifest, tables: GrammarTables) -> dict[str, str]:
    # A manifest serves all versions, so that it may name terminals which only another version defines.
    known = {terminal.name for terminal in tables.terminals} | tables.defined
    for pattern in manifest.display_names:
        if not any(fnmatchcase(name, pattern) for name in known):
            raise LanguageError(f"display_names: there is no terminal {pattern}", manifest.grammar)
    return {t.name: _display_name(manifest, t) for t in tables.terminals}


def _display_name(manifest: Manifest, terminal: Terminal) -> str:
    fitting = (
        shown for pattern, shown in manifest.display_names.items() if fnmatchcase(terminal.name, pattern)
    )
    return next(fitting, None) or _default_name(terminal)


def _default_name(terminal: Terminal) -> str:
    if terminal.literal is not None:
        return f"`{terminal.literal}`"
    return terminal.name.strip("_").lower().replace("_", " ")
