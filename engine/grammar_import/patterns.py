"""Regular expressions of tree-sitter become those of a terminal.

tree-sitter's are JavaScript's by form and Rust's by meaning. A terminal's may use only what Python's
`regex` and Rust's crate read alike, so that signs are escaped where one of the two asks for it.
"""

from __future__ import annotations

import re

# An escape; a set with its brackets; or one other sign.
_PIECE = re.compile(
    r"\\(?:u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[pP]\{[^}]*\}|[pP][A-Z]|c[A-Za-z]|.)"
    r"|\[\^?(?:\\.|[^\]\\])*\]|.",
    re.DOTALL,
)
_IN_SET = re.compile(
    r"\\(?:u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[pP]\{[^}]*\}|[pP][A-Z]|.)|.", re.DOTALL
)
_REPEAT = re.compile(r"\{[0-9]+(?:,[0-9]*)?\}")

_KEPT_ESCAPES = frozenset("dDsSwWnrtfvpP")
_SPECIAL = frozenset(r"\.+*?()|[]{}^$")
_SPECIAL_IN_SET = frozenset(r"\]^[-&~")
_CONTROLS = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\f": "\\f", "\v": "\\v", "/": "\\/"}


def terminal_pattern(source: str, flags: str = "") -> str:
    """Return an expression as lark writes it, `/…/`, with the flags that it has."""
    return f"/{_converted(source)}/" + "".join(flag for flag in "is" if flag in flags)


def one_text(source: str) -> str | None:
    """Return the only text that an expression matches; None if there are several."""
    return source if source and not any(sign in _SPECIAL for sign in source) else None


def _converted(source: str) -> str:
    done: list[str] = []
    position = 0
    while position < len(source):
        repeat = _REPEAT.match(source, position)
        if repeat:
            done.append(repeat[0])
            position = repeat.end()
            continue
        match = _PIECE.match(source, position)
        assert match is not None  # noqa: S101 - the last alternative matches every sign
        done.append(_piece(match[0]))
        position = match.end()
    return "".join(done)


def _piece(piece: str) -> str:
    if piece.startswith("[") and len(piece) > 1:
        return _set(piece)
    if piece.startswith("\\"):
        return _escape(piece, _SPECIAL)
    # A brace that begins no repeat stands for itself, and so does a bracket that begins no set.
    return "\\" + piece if piece in "{}[]" else _sign(piece, frozenset())


def _set(piece: str) -> str:
    negation = "^" if piece.startswith("[^") else ""
    body = piece[1 + len(negation) : -1]
    if not body:
        return r"[^\s]" if not negation else r"[\s\S]"
    parts = [match[0] for match in _IN_SET.finditer(body)]
    done = [_hyphen(parts, index) if part == "-" else _in_set(part) for index, part in enumerate(parts)]
    return f"[{negation}{''.join(done)}]"


def _hyphen(parts: list[str], index: int) -> str:
    """Return `-` where it makes a range, and its escape where it is a sign of the set."""
    if index in (0, len(parts) - 1):
        return "\\-"
    before, after = parts[index - 1], parts[index + 1]
    is_class = any(len(part) > 1 and part[1] in "dDsSwWpP" for part in (before, after))
    ends_range = index >= 2 and parts[index - 2] == "-" and index - 2 != 0  # noqa: PLR2004
    return "\\-" if is_class or ends_range else "-"


def _in_set(part: str) -> str:
    return _escape(part, _SPECIAL_IN_SET) if part.startswith("\\") else _sign(part, _SPECIAL_IN_SET - {"^"})


def _escape(piece: str, special: frozenset[str]) -> str:
    sign = piece[1:]
    if sign[0] in _KEPT_ESCAPES:
        return piece
    if sign[0] in "ux" and len(sign) > 1:
        return _sign(chr(int(sign[1:].strip("{}"), 16)), special)
    if sign == "0":
        return r"\x00"
    if sign == "b":
        return r"\x08"
    return _sign(sign, special)


def _sign(sign: str, special: frozenset[str]) -> str:
    if sign in _CONTROLS:
        return _CONTROLS[sign]
    if sign in special:
        return "\\" + sign
    return sign if sign.isprintable() or len(sign) > 1 else _coded(sign)


def _coded(sign: str) -> str:
    code = ord(sign)
    return f"\\x{code:02x}" if code < 0x80 else f"\\u{code:04x}" if code < 0x10000 else sign  # noqa: PLR2004
