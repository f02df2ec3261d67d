"""Lexer modes: which terminals are lexed where.

A layout policy moves the lexer between modes, such as the text of a formatted string and the
expression in its braces. A mode lists its terminals, or says how it differs from another one.
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
    """A mode as the manifest writes it.

    Attributes:
        name: Its name, which the layout policy knows.
        base: The mode whose terminals it takes over; None if it takes over none.
        without: Names of those that it leaves out.
        extra: Names of those that it has beside them. They are not lexed in the mode `main`.
    """

    name: str
    base: str | None
    without: tuple[str, ...]
    extra: tuple[str, ...]


def resolve_modes(
    modes: Sequence[Mode], terminals: Sequence[Terminal], elsewhere: Iterable[str]
) -> list[tuple[str, list[int]]]:
    """Name each mode's terminals by their indices, `main` first; none if there are no modes.

    A mode whose own terminals are all of other versions is left out.

    Args:
        modes: The modes beside `main`.
        terminals: All terminals of this version of the language.
        elsewhere: Names that other versions of the language define. A mode may list them.

    Raises:
        LanguageError: A mode lists a terminal that is not known or not lexed, or takes over
            another mode that does not stand before it.
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
