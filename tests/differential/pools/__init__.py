"""Texts that mutants are made from: each is right in some places and wrong in others."""

from __future__ import annotations

import keyword
from dataclasses import dataclass
from pathlib import Path

from tests.support.case_lines import parse_text, read_lines

Texts = tuple[str, ...]


@dataclass(frozen=True)
class Pools:
    """What a language's mutants are made from.

    Attributes:
        exchanges: Groups of which each may stand for any other, for the most part.
        string_pieces: What is put somewhere inside a string, its quotes, or what is nested in it.
        indentations: What a line's start is changed with; none where columns mean nothing.
        prefixes: What stands before a string's quotes; none where nothing does.
        signs: What is put anywhere, beside brackets, quotes and odd signs.
        dropped: Groups of signs of which one is left out.
        around: Openings and closings that are put around tokens.
        line_ends: What line ends are changed into.
        numbers: Numbers, and what is put close behind them.
    """

    brackets: Texts
    quotes: Texts
    operators: Texts
    exchanges: tuple[Texts, ...]
    words: Texts
    expressions: Texts
    statements: Texts
    string_pieces: Texts
    spaces: Texts
    odd_signs: Texts
    signs: Texts
    dropped: Texts
    around: tuple[tuple[str, str], ...]
    line_ends: Texts
    numbers: Texts
    number_tails: Texts
    indentations: Texts = ()
    prefixes: Texts = ()


def pieces(name: str) -> Texts:
    """The lines of a file of pieces."""
    file = Path(__file__).with_name("pieces") / f"{name}.txt"
    return tuple(parse_text(line) for line in read_lines(file))


PYTHON = Pools(
    brackets=tuple("()[]{}"),
    quotes=("'", '"', "'''", '"""'),
    prefixes=(
        "",
        "r",
        "b",
        "f",
        "u",
        "R",
        "B",
        "F",
        "U",
        "rb",
        "Br",
        "fr",
        "rF",
        "t",
        "rt",
        "bu",
        "ft",
        "ur",
    ),
    operators=(
        *("+", "-", "*", "/", "//", "%", "@", "**", "<<", ">>", "&", "|", "^", "~", "!", "$", "?"),
        *("<", ">", "<=", ">=", "==", "!=", "<>", "is", "is not", "not in", "in", "and", "or", "not"),
        *("=", ":=", "+=", "-=", "*=", "@=", "//=", "**=", ">>=", "->", ".", ",", ":", ";", "..."),
    ),
    exchanges=(
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
    ),
    words=(*keyword.kwlist, "match", "case", "type", "_", "print", "exec", "__debug__", "__class__", "self"),
    expressions=pieces("expressions"),
    statements=pieces("statements"),
    string_pieces=(
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
    ),
    spaces=(
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
    ),
    indentations=(" ", "  ", "    ", "\t", "\f", " \t", "\t ", "        ", "\f  ", "  \f", "\\\n", " \\\n "),
    odd_signs=(
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
    ),
    signs=(":", ",", "=", ".", "\\", "\n", ";", "#", "*"),
    dropped=("()[]{}", "'\"", ":,=.", "\r\n", " \t", "\\#"),
    around=(
        *(("(", ")"), ("[", "]"), ("{", "}")),
        *(("(*", ")"), ("f(", ")"), ("(", ",)"), ("await (", ")"), ("f'{", "}'")),
    ),
    line_ends=(
        *("\n", "\r", "\r\n", "\n\n", "\n\r", "\\\n", " \\\n", ";", "; ", " # x\n", "\n\f"),
        *("\n# x\n", "\n \n"),
    ),
    numbers=(
        *("0", "1", "0x1", "0b1", "1.", ".5", "1e5", "1_0", "0o7", "1j", "0xf", "1_", "00", "1.e1j", "1E-1"),
    ),
    number_tails=(
        *("", "", "", "if", "or", "in", "else", "and", "for", "is", "not", ".real", "..real", "_", "x"),
    ),
)
