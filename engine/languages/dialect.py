"""A terminal may use only regular expressions whose meaning is equal in all the engines that read them.

A terminal's expression is written once and read twice: by Python's `regex` and by the core's
Rust crate, which builds an automaton. A construct that one of the two lacks or reads differently is
refused here with a reason, so that both match exactly the same texts.
"""

from __future__ import annotations

import sys
from array import array
from functools import cache
from typing import TYPE_CHECKING

import regex

from quoin.engine.errors import LanguageError

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


_LOOKAHEAD = regex.compile(
    r"\(\?!(?P<signs>\[\^?\]?(?:\\.|[^\]\\])*\]|\\.|[^\\\[\](){}.*+?|^$])\)", regex.DOTALL
)
_SURROGATES = range(0xD800, 0xE000)
# The first bytes of all signs beyond ASCII.
_LEADS = range(0xC2, 0xF5)


def without_lookahead(expression: str) -> tuple[str, tuple[int, ...]]:
    """Return an expression without the `(?!…)` at its end, and the bytes before which it does not match.

    Bytes stand for signs: those of ASCII one by one, and the first bytes of all others together.

    Raises:
        LanguageError: There is a `(?!…)` that is not the end of the whole expression, or that has anything
            but a sign or a set; or the set has some of the signs beyond ASCII, and not all.
    """
    found = _LOOKAHEAD.search(expression)
    if found is None or "(?!" in expression[found.end() :]:
        if "(?!" in regex.sub(r"\\.", "", expression):
            raise LanguageError("'(?!': one sign or one set must follow, as in (?![a-z]), and then the end")
        return expression, ()
    if not _is_end(expression, found):
        raise LanguageError(f"{found[0]!r}: may only be the end of the whole terminal, not of an alternative")
    return expression[: found.start()] + expression[found.end() :], _bytes_of(found["signs"])


def _is_end(expression: str, found: regex.Match[str]) -> bool:
    """Return whether nothing follows but the ends of groups, and none of these has alternatives."""
    if expression[found.end() :].strip(")"):
        return False
    bars = [False]
    for piece in _PIECE.finditer(expression, 0, found.start()):
        if piece["group"] is not None:
            bars.append(False)
        elif piece[0] == ")":
            bars.pop()
        elif piece[0] == "|":
            bars[-1] = True
    return not any(bars)


@cache
def _bytes_of(signs: str) -> tuple[int, ...]:
    try:
        compiled = regex.compile(signs)
    except regex.error as error:
        raise LanguageError(f"{signs!r}: {error}") from error
    # A list of so many signs would take a hundred megabytes.
    codes = array("I", (code for code in range(0x80, 0x110000) if code not in _SURROGATES))
    beyond = codes.tobytes().decode(f"utf-32-{sys.byteorder[0]}e")
    count = len(beyond) - len(compiled.sub("", beyond))
    if count not in {0, len(beyond)}:
        raise LanguageError(
            f"{signs!r}: beyond ASCII, (?!…) must have all signs or none, as \\u0080-\\U0010ffff"
        )
    ascii_signs = tuple(code for code in range(0x80) if compiled.fullmatch(chr(code)))
    return (*ascii_signs, *(_LEADS if count else ()))


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
    return "only plain groups and the flags i and s are supported, and (?!…) at a terminal's end"


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
