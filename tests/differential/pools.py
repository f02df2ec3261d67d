"""Texts that mutants are made from: each is right in some places and wrong in others."""

from __future__ import annotations

import keyword
from pathlib import Path

from tests.support.case_lines import parse_text, read_lines


def _pieces(name: str) -> tuple[str, ...]:
    file = Path(__file__).with_name("pieces") / f"{name}.txt"
    return tuple(parse_text(line) for line in read_lines(file))


BRACKETS = tuple("()[]{}")
QUOTES = ("'", '"', "'''", '"""')
PREFIXES = ("", "r", "b", "f", "u", "R", "B", "F", "U", "rb", "Br", "fr", "rF", "t", "rt", "bu", "ft", "ur")
OPERATORS = (
    *("+", "-", "*", "/", "//", "%", "@", "**", "<<", ">>", "&", "|", "^", "~", "!", "$", "?"),
    *("<", ">", "<=", ">=", "==", "!=", "<>", "is", "is not", "not in", "in", "and", "or", "not"),
    *("=", ":=", "+=", "-=", "*=", "@=", "//=", "**=", ">>=", "->", ".", ",", ":", ";", "..."),
)
# Each may stand for any other of its group, for the most part.
EXCHANGES = (
    ("+", "-", "*", "/", "//", "%", "@", "<<", ">>", "&", "|", "^", "**"),
    ("<", ">", "<=", ">=", "==", "!=", "is", "in", "not in", "is not"),
    ("and", "or"),
    ("=", "+=", "-=", "*=", "/=", "@=", "|=", ":", ": int =", ":="),
    (",", ":", ";", "=", " for x in y, ", " if x else ", " as "),
    ("True", "False", "None", "__debug__", "...", "0", "x", "''"),
    ("for", "async for", "while", "if", "with", "async with", "elif"),
    ("def", "async def", "class", "type", "lambda"),
    ("return", "yield", "await", "raise", "del", "assert", "global", "nonlocal", "yield from", "import"),
    ("except", "except*", "else", "finally", "case _", "elif x"),
)
WORDS = (*keyword.kwlist, "match", "case", "type", "_", "print", "exec", "__debug__", "__class__", "self")
EXPRESSIONS = _pieces("expressions")
STATEMENTS = _pieces("statements")
# What is put somewhere inside a string, its quotes, or a replacement field.
STRING_PIECES = (
    *(
        "{",
        "}",
        "{{",
        "}}",
        "{x}",
        "{x!r}",
        "{x:>{y}}",
        "{x=}",
        "!",
        "!r",
        ":",
        "=",
        "\\",
        "\\\\",
        "\\'",
        '\\"',
        "'",
        '"',
    ),
    *(
        "\\N{DASH}",
        "\\N{EN DASH}",
        "\\N{",
        "\\N",
        "\\x4",
        "\\x41",
        "\\u12",
        "\\u0041",
        "\\U0001F600",
        "\\U11000000",
        "\\8",
        "\\0",
    ),
    *(
        "\\\n",
        "\n",
        "\r",
        "\\\r\n",
        "é",
        "\x00",
        "#",
        "{x#",
        "{'",
        '{"',
        "{}",
        "{ }",
        "{*x}",
        "{x,}",
        "{lambda:x}",
        "\\{",
        "\\}",
    ),
)
SPACES = (
    "",
    " ",
    "  ",
    "\t",
    "\f",
    "\\\n",
    " \\\n  ",
    "\\\r\n",
    "\n",
    "\r\n",
    "\r",
    "\v",
    "\u00a0",
    "\\ \n",
    "# x\n",
    "\n\n",
)
INDENTATIONS = (" ", "  ", "    ", "\t", "\f", " \t", "\t ", "        ", "\f  ", "  \f", "\\\n", " \\\n ")
ODD_SIGNS = (
    "\x00",
    "\x01",
    "\ufeff",
    "\u200b",
    "\u2028",
    "\x85",
    "\x1c",
    "$",
    "?",
    "!",
    "`",
    "\\",
    "é",
    "·",
    "€",
    "\U00010000",
    "\x1a",
)
