"""A lexer mode determines which terminals are lexed.

The lexemes move the lexer between modes, such as the text of a formatted string and the expression in its
braces: as the manifest's moves say, or as the layout policy has it. A mode lists its terminals, or its
differences from another mode.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from quoin.engine.errors import LanguageError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from quoin.engine.languages.tables import Terminal

MAIN = "main"

# What a mode or a move lists that has all terminals which no other one lists.
REST = "*"

# What a move may do with a count.
AGAIN = -1
DOWN = -2
OPEN = -3
LEAD = -4


@dataclass(frozen=True)
class Word:
    """Where the word that ends a text stands in the lexeme that begins it.

    Attributes:
        behind: The word stands behind the last of these signs, all ASCII.
        before: It ends before those of these signs, all ASCII, with which the lexeme ends.
        pending: The mode in which the text begins where it is opened; None if it begins at once.
    """

    behind: str
    before: str
    pending: str | None


# What a move does with the count, as the core has it: a number, or the signs around a word and the index of a
# mode.
Change = int | tuple[bytes, bytes, int | None] | None


@dataclass(frozen=True)
class Mode:
    """A mode as it is written in the manifest.

    Attributes:
        name: The mode's name, by which the layout policy refers to it; `main`, if it is listed, comes first.
        base: The name of the mode whose terminals it inherits; None if it inherits none.
        without: The names of the inherited terminals that it omits, or shell patterns of them.
        extra: The names of the terminals that it adds, or shell patterns of them. They are not lexed in the
            mode `main` unless that lists them itself. `REST` stands for all that no mode lists.
    """

    name: str
    base: str | None
    without: tuple[str, ...]
    extra: tuple[str, ...]


@dataclass(frozen=True)
class Move:
    """A move as it is written in the manifest.

    Attributes:
        behind: The terminals after which the move is made, by their names, shell patterns of names, or as
            they are written in the text. `REST` alone stands for all that no move before it lists.
        to: The names of the modes that are possible then, the preferred one first.
        count: What is done with the count: the number of bytes of the terminals that are not counted, the
            place of a word, `AGAIN`, `DOWN`, `OPEN` or `LEAD`; None if nothing is counted.
    """

    behind: tuple[str, ...]
    to: tuple[str, ...]
    count: int | Word | None = None


def resolve_modes(
    modes: Sequence[Mode], terminals: Sequence[Terminal], elsewhere: Iterable[str]
) -> list[tuple[str, list[int]]]:
    """Return each mode's name with the indices of its terminals, `main` first; empty if there are no modes.

    A mode is omitted if all terminals that it adds belong to other versions.

    Args:
        modes: The modes in addition to `main`.
        terminals: All terminals of this version of the language.
        elsewhere: The names that other versions of the language define. A mode may list them.

    Raises:
        LanguageError: A mode lists a terminal that is unknown or not lexed, has the name of another mode,
            or has a base that is not defined before it.
    """
    if not modes:
        return []
    names = [terminal.name for terminal in terminals]
    modes = [
        replace(mode, without=_spread(mode.without, names), extra=_spread(mode.extra, names))
        for mode in modes
    ]
    index = {terminal.name: number for number, terminal in enumerate(terminals)}
    lexed = {name for name, number in index.items() if terminals[number].pattern is not None}
    extras = {name for mode in modes for name in mode.extra}
    rest = lexed - extras
    first, modes = _split(modes)
    resolved = {MAIN: rest if first is None else set(first.extra) & lexed}
    for mode in modes:
        for name in (*mode.without, *mode.extra):
            if name not in {REST, *lexed} and (name in index or name not in elsewhere):
                raise LanguageError(f"modes: {mode.name}: there is no lexed terminal {name}")
        if mode.name in resolved:
            raise LanguageError(f"modes: {mode.name} is there twice")
        if mode.base is not None and mode.base not in resolved:
            raise LanguageError(f"modes: {mode.name}: there is no mode {mode.base} before it")
        taken = resolved[mode.base] if mode.base is not None else set()
        extra = (set(mode.extra) & lexed) | (rest if REST in mode.extra else set())
        if extra or not mode.extra:
            resolved[mode.name] = (taken - set(mode.without)) | extra
    return [(name, sorted(index[terminal] for terminal in names)) for name, names in resolved.items()]


def _split(modes: Sequence[Mode]) -> tuple[Mode | None, Sequence[Mode]]:
    """Return the mode `main` if it is listed first, and the others."""
    if modes[0].name != MAIN:
        return None, modes
    if not modes[0].extra:
        raise LanguageError(f"modes: {MAIN} lists no terminal")
    return modes[0], modes[1:]


def resolve_moves(
    moves: Sequence[Move], modes: Sequence[str], terminals: Sequence[Terminal], elsewhere: Collection[str]
) -> list[tuple[list[int], list[int], Change]]:
    """Return, for each move, the indices of its terminals and of its modes, and what it does with the count.

    Terminals and modes of other versions are left out.

    Args:
        moves: The moves.
        modes: The names of the modes of this version, `main` first.
        terminals: All terminals of this version of the language.
        elsewhere: The names of terminals and modes of other versions of the language. A move may list them.

    Raises:
        LanguageError: A move lists a terminal or a mode that is unknown, or no mode; or a terminal is listed
            twice.
    """
    numbers = _numbers(terminals)
    moved: set[int] = set()
    resolved = []
    for move in moves:
        behind_names = _spread(move.behind, numbers)
        if behind_names == (REST,):
            behind_names = tuple(one.name for number, one in enumerate(terminals) if number not in moved)
        for name in behind_names:
            if name not in numbers and name not in elsewhere:
                raise LanguageError(f"moves: there is no terminal {name}")
            if moved.intersection(numbers.get(name, ())):
                raise LanguageError(f"moves: {name} is there twice")
            moved.update(numbers.get(name, ()))
        to = _numbers_of_modes(move, modes, elsewhere)
        if to:
            behind = [number for name in behind_names for number in numbers.get(name, ())]
            resolved.append((behind, to, _change(move.count, modes)))
    return resolved


def _change(count: int | Word | None, modes: Sequence[str]) -> Change:
    if not isinstance(count, Word):
        return count
    if count.pending is not None and count.pending not in modes:
        raise LanguageError(f"moves: there is no mode {count.pending}")
    pending = None if count.pending is None else modes.index(count.pending)
    return count.behind.encode("ascii"), count.before.encode("ascii"), pending


def _spread(listed: Iterable[str], names: Collection[str]) -> tuple[str, ...]:
    """Return what a manifest lists, with the names that match in place of each shell pattern."""
    spread: list[str] = []
    for name in listed:
        is_pattern = name not in names and "*" in name and any(map(str.isalpha, name))
        spread += (is_pattern and [one for one in names if fnmatchcase(one, name)]) or [name]
    return tuple(spread)


def _numbers(terminals: Sequence[Terminal]) -> dict[str, list[int]]:
    """Return the indices of terminals by their names and as they are written in the text."""
    numbers: dict[str, list[int]] = {}
    for number, terminal in enumerate(terminals):
        for name in {terminal.name, terminal.literal or terminal.name}:
            numbers.setdefault(name, []).append(number)
    return numbers


def _numbers_of_modes(move: Move, modes: Sequence[str], elsewhere: Collection[str]) -> list[int]:
    if not move.to:
        raise LanguageError("moves: one leads to no mode")
    for mode in move.to:
        if mode not in modes and mode not in elsewhere:
            raise LanguageError(f"moves: there is no mode {mode}")
    return [modes.index(mode) for mode in move.to if mode in modes]
