"""These functions explain in words why a text cannot be read further, and name lines and columns.

A problem of the core has an offset and the terminals that were expected there, which usually explain it.
Some lexemes and columns are wrong whatever was expected, and have messages of their own.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import regex

from quoin.engine.explain.phrases import sentence
from quoin.engine.quotient.quotient import NEW_LINE
from quoin.engine.util.lines import column, line_start

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from quoin.engine.language import Language
    from quoin.engine.quotient.quotient import State

    Place = Callable[[int], str]

_WIDEST = 200


class Explanation(NamedTuple):
    """The offset at which reading a text stops, in bytes, and the reason."""

    offset: int
    message: str


def explain(
    language: Language, text: bytes, offset: int, expected: Sequence[str], place: Place
) -> Explanation:
    """Explain why a text cannot be read further.

    Args:
        language: The language of the text.
        text: The whole left context, from the beginning of the file.
        offset: The offset of the problem, in bytes.
        expected: The display names of what could stand there; empty if unknown.
        place: Returns the line and column of an offset, for a person to read.
    """
    end = _line_end(language, text, offset)
    if end is not None:
        state = language.quotient(text[:end], b"").start()
        return Explanation(end, f"expected {expectation(language, text[:end], state, place)}")
    state = language.quotient(text[:offset], b"").start()
    message = (
        lexical(language, text, offset, expected, place)
        or indentation(language, text, offset)
        or _unknown(text, offset, expected)
        or f"expected {expectation(language, text[:offset], state, place, expected)}"
    )
    return Explanation(offset, message)


def explain_end(language: Language, text: bytes, place: Place) -> Explanation | None:
    """Explain a problem that appears only once the last lexeme or line has ended; None if there is none."""
    for code in (b" ", *(f"\n{line}".encode() for line in language.manifest.stand_ins.lines)):
        longer = text + code
        problem = language.quotient(longer, b"").problem
        if problem is not None and problem.side == "left":
            found = explain(language, longer, problem.offset, problem.expected, place)
            if found.offset <= len(text):
                return found
    return None


def _line_end(language: Language, text: bytes, offset: int) -> int | None:
    """Return the end of the line above if the line's end is at fault; else None.

    The core notices this only at the first lexeme of the next line, and reports that offset.
    """
    start = line_start(text, offset)
    end = len(text[:start].rstrip(b" \t\f\r\n"))
    if end == 0 or text[start:offset].strip(b" \t\f"):
        return None
    state = language.quotient(text[:end], b"").start()
    if not state.viable or _after_word(text[:end], state).open_bracket(joining=True) is not None:
        return None
    lines = [line.encode() for line in language.manifest.stand_ins.lines]
    columns = (text[start:offset], b"", b" " * _WIDEST)
    if any(state.accepts(b"\n" + indent + line) for indent in columns for line in lines):
        return None
    return end


def expectation(
    language: Language, text: bytes, state: State, place: Place, expected: Sequence[str] | None = None
) -> str:
    """Return what can follow a text, as a part of a sentence.

    Args:
        language: The language of the text.
        text: The text from the beginning of the file.
        state: The state after the text.
        place: Returns the line and column of an offset, for a person to read.
        expected: The display names of what can follow, if they are known already.
    """
    after = _after_word(text, state)
    bracket = after.open_bracket()
    opened = (
        None if bracket is None else (text[bracket : bracket + 1].decode(errors="replace"), place(bracket))
    )
    return sentence(language, expected or after.expected(), opened)


def _after_word(text: bytes, state: State) -> State:
    """Return the state after a lexeme that ends here; what could extend the lexeme is not of interest."""
    after = state.copy()
    if not text[-1:].isspace():
        after.advance(b" ")
    return after


def lexical(
    language: Language, text: bytes, offset: int, expected: Collection[str], place: Place
) -> str | None:
    """Return what is wrong with the lexeme at an offset; None if the lexeme is in the language."""
    rest = text[offset:].decode(errors="replace")
    for mode in _modes(language):
        if mode.own and mode.own.isdisjoint(expected):
            continue
        found = [(_length(pattern, rest), name) for name, pattern in mode.wrong]
        length, name = max(found, default=(0, ""))
        if length and all(_length(pattern, rest) < length for pattern in mode.right):
            for pattern, message in language.manifest.troubles.get(name, {}).items():
                if regex.match(pattern, rest):
                    return message.format(place=place(offset), text=rest[:length])
    return None


def _length(pattern: regex.Pattern[str], text: str) -> int:
    match = pattern.match(text)
    return len(match[0]) if match else 0


class _Mode(NamedTuple):
    """The terminals of a lexer mode.

    Attributes:
        right: The expressions of the terminals that rules use.
        wrong: The names and expressions of the terminals that no rule uses.
        own: The display names of the terminals that the mode `main` lacks.
    """

    right: list[regex.Pattern[str]]
    wrong: list[tuple[str, regex.Pattern[str]]]
    own: frozenset[str]


@cache
def _modes(language: Language) -> list[_Mode]:
    """Return the modes of a language's lexer, `main` first; `main` has no names of its own."""
    tables = language.tables
    used = {edge.symbol for rule in tables.rules for edge in rule.edges} | set(tables.ignored)
    modes = [indices for _, indices in language.modes] or [list(range(len(tables.terminals)))]
    return [_mode(language, indices, used, set(modes[0])) for indices in modes]


def _mode(language: Language, indices: Iterable[int], used: set[int], main: set[int]) -> _Mode:
    terminals = language.tables.terminals
    right, wrong = [], []
    for index in indices:
        pattern = terminals[index].pattern
        if pattern is None:
            continue
        if index in used:
            right.append(regex.compile(pattern))
        else:
            wrong.append((terminals[index].name, regex.compile(pattern)))
    own = frozenset(language.display_names[terminals[index].name] for index in set(indices) - main)
    return _Mode(right, wrong, own)


def indentation(language: Language, text: bytes, offset: int) -> str | None:
    """Return what is wrong with the column of a line whose content begins at an offset, or None."""
    start = line_start(text, offset)
    head = text[start:offset]
    if head.strip(b" \t\f"):
        return None
    state = language.quotient(text[:start], b"").start()
    lines = [line.encode() for line in language.manifest.stand_ins.lines]
    widths = [n for n in range(_WIDEST) if any(state.accepts(b" " * n + line) for line in lines)]
    at = column(head)
    if not widths or any(state.accepts(head + line) for line in lines):
        return None
    with_tabs = b"\t" * (at // 8) + b" " * (at % 8)
    if at in widths or any(state.accepts(with_tabs + line) for line in lines):
        return "the tabs and blanks at the beginning of this line do not agree with the lines above"
    if widths[-1] == _WIDEST - 1:
        return f"expected an indented block, deeper than {widths[0] - 1}, and not a line indented by {at}"
    if len(widths) == 1:
        return f"this line is indented by {at}, its block by {widths[0]}"
    return f"no block is indented by {at}: those that are open are indented by {_numbers(widths)}"


def _numbers(numbers: Sequence[int]) -> str:
    *most, last = map(str, numbers)
    return f"{', '.join(most)} and {last}" if most else last


def _unknown(text: bytes, offset: int, expected: Sequence[str]) -> str | None:
    """Return what is wrong with a character with which no lexeme begins; None if something was expected."""
    if expected and list(expected) != [NEW_LINE]:
        return None
    sign = text[offset:].decode(errors="replace")[:1]
    if not sign.strip():
        return None
    return f"{_shown(sign)} cannot stand here, nor begin anything that can"


def _shown(sign: str) -> str:
    return f"`{sign}`" if sign.isprintable() else f"the character U+{ord(sign):04X}"
