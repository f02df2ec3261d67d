"""A lexer mode determines which terminals are lexed.

A layout policy switches the lexer between modes, such as the text of a formatted string and the
expression in its braces. A mode lists its terminals, or its differences from another mode.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from quoin.engine.errors import LanguageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from quoin.engine.languages.tables import Terminal

MAIN = "main"


@dataclass(frozen=True)
class Mode:
    """A mode as it is written in the manifest.

    Attributes:
        name: The mode's name, by which the layout policy refers to it.
        base: The name of the mode whose terminals it inherits; None if it inherits none.
        without: The names of the inherited terminals that it omits.
        extra: The names of the terminals that it adds. They are not lexed in the mode `main`.
    """

    name: str
    base: str | None
    without: tuple[str, ...]
    extra: tuple[str, ...]


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
    index = {terminal.name: number for number, terminal in enumerate(terminals)}
    lexed = {name for name, number in index.items() if terminals[number].pattern is not None}
    extras = {name for mode in modes for name in mode.extra}
    resolved = {MAIN: lexed - extras}
    for mode in modes:
        for name in (*mode.without, *mode.extra):
            if name not in lexed and (name in index or name not in elsewhere):
                raise LanguageError(f"modes: {mode.name}: there is no lexed terminal {name}")
        if mode.name in resolved:
            raise LanguageError(f"modes: {mode.name} is there twice")
        if mode.base is not None and mode.base not in resolved:
            raise LanguageError(f"modes: {mode.name}: there is no mode {mode.base} before it")
        taken = resolved[mode.base] if mode.base is not None else set()
        extra = set(mode.extra) & lexed
        if extra or not mode.extra:
            resolved[mode.name] = (taken - set(mode.without)) | extra
    return [(name, sorted(index[terminal] for terminal in names)) for name, names in resolved.items()]
