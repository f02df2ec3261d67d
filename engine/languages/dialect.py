"""A terminal may use only regular expressions whose meaning is equal in all the engines that read them.

A terminal's expression is written once and read twice: by Python's `regex` and by the core's
Rust crate, which builds an automaton. A construct that one of the two lacks or reads differently is
refused here with a reason, so that both match exactly the same texts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import regex

if TYPE_CHECKING:
    from collections.abc import Callable

# These letters may follow a backslash; an escaped ASCII sign stands for itself.
_ESCAPES = frozenset("dDsSwWnrtfvaxuUpP")

_FLAGS = frozenset("is")

_PIECE = regex.compile(
    r"""
    (?P<escape> \\ . ) (?: (?<=[pP]) \{ [^}]* \} )?
    | (?P<set> \[ \^? \]? (?: \\. | [^\]\\] )* \] )
    | (?P<group> \( (?: \? [^:)]* [:)]? )? )
    | (?P<repeat> (?: [*+?] | \{ [0-9]+ (?: , [0-9]* )? \} ) [?+]? )
    | (?P<anchor> [\^$] )
    | (?P<brace> [{}] )
    | .
    """,
    regex.VERBOSE | regex.DOTALL,
)

_SET_ESCAPE = regex.compile(r"\\.", regex.DOTALL)
_SET_OPERATION = regex.compile(r"\\.|(?P<operation>\[|&&|--|~~)", regex.DOTALL)


def refusal(expression: str) -> str | None:
    """Return the reason why `expression` cannot be a terminal, or None if it can."""
    for piece in _PIECE.finditer(expression):
        reason = _piece_refusal(piece)
        if reason is not None:
            return f"{piece[0]!r}: {reason}"
    return _compile_refusal(expression)


def _piece_refusal(piece: regex.Match[str]) -> str | None:
    refuse = _REFUSALS.get(piece.lastgroup or "")
    return refuse(piece[0]) if refuse else None


def _escape_refusal(text: str) -> str | None:
    character = text[1]
    if character.isalnum() and character not in _ESCAPES:
        return "this escape is an anchor, a back-reference or no escape"
    if not character.isascii() or character in "<>":
        return "this character must not be escaped"
    return None


def _set_refusal(text: str) -> str | None:
    for escape in _SET_ESCAPE.finditer(text):
        reason = _escape_refusal(escape[0])
        if reason is not None:
            return reason
    body = text[1:-1].removeprefix("^")
    if any(match["operation"] for match in _SET_OPERATION.finditer(body)):
        return "sets inside sets and operations on sets differ between dialects; escape the sign"
    return None


def _group_refusal(text: str) -> str | None:
    if text == "(":
        return None
    if text.endswith(":") and _FLAGS.issuperset(text[2:-1]):
        return None
    return "only plain groups and the flags i and s are supported: no lookaround, no names"


def _repeat_refusal(text: str) -> str | None:
    if len(text) > 1 and text[-1] in "?+":
        return "lazy and possessive repeats mean nothing to an automaton"
    return None


_REFUSALS: dict[str, Callable[[str], str | None]] = {
    "escape": _escape_refusal,
    "set": _set_refusal,
    "group": _group_refusal,
    "repeat": _repeat_refusal,
    "anchor": lambda _: "anchors cannot stand in a terminal",
    "brace": lambda _: "a brace that is no repeat must be escaped",
}


def _compile_refusal(expression: str) -> str | None:
    try:
        compiled = regex.compile(expression)
    except regex.error as error:
        return f"{expression!r}: {error}"
    if compiled.fullmatch("") is not None:
        return f"{expression!r}: matches the empty text"
    return None
