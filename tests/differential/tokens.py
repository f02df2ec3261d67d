"""Pieces of a text about the size of a language's tokens, good enough to change one of them."""

from __future__ import annotations

import regex

_TOKEN = regex.compile(
    r"""
      \#[^\r\n]*
    | (?i:[rbftu]{0,2})(?:'''|\"\"\"|'|\")
    | (?:\d[\w.]*|\.\d[\w.]*)(?:(?<=[eE])[+-]\d+)?
    | \w+
    | \r\n|\r|\n
    | [ \t\f]+
    | \\(?:\r\n|.|\n)
    | \*\*=|//=|>>=|<<=|\.\.\.
    | &\^=|&\^|&&|\|\||<-|\+\+|--
    | ->|:=|==|!=|<=|>=|\*\*|//|>>|<<|[-+*/%@&|^]=
    | .
    """,
    regex.VERBOSE | regex.DOTALL,
)
_WORD = regex.compile(r"\w+")


def split(text: str) -> list[str]:
    """All pieces in their order; together they are the text."""
    return list(_TOKEN.findall(text))


def words(tokens: list[str]) -> list[int]:
    """Where a name, a keyword or a whole number stands."""
    return [at for at, token in enumerate(tokens) if _WORD.fullmatch(token)]


def of_kinds(tokens: list[str], kinds: frozenset[str] | tuple[str, ...]) -> list[int]:
    """Where one of some tokens stands."""
    return [at for at, token in enumerate(tokens) if token in kinds]


def gaps(tokens: list[str]) -> list[int]:
    """Where blanks stand, line ends not counted."""
    return [at for at, token in enumerate(tokens) if token.isspace() and token[0] not in "\r\n"]


def line_starts(text: str) -> list[int]:
    """Offsets at which a line of the text begins, other than the first."""
    return [match.end() for match in regex.finditer(r"\r\n|\r|\n", text)]
