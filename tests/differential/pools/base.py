"""`Pools`: texts that mutants are made from, each right in some places and wrong in others."""

from __future__ import annotations

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
        numbers: Numbers, and what is put close after them.
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


BRACE_SPACES: Texts = (
    *("", " ", "\t", "\n", "\r", "\r\n", "\n\n", "/**/", "/* a */", "/*\n*/", "// a\n", "/***/", "/*/", "*/"),
    *("\f", "\v", "\u00a0", "\u2028"),
)
"""White space and comments of languages with `//` and `/*`, and what only looks like them."""

BRACE_LINE_ENDS: Texts = ("\n\n", ";", ";\n", "; ", " ", ",", ",\n", " // a\n", "/* a */\n", "/*\n*/", "\n+ ")
"""What line ends of such languages are changed into, beside other line ends."""

FOREIGN_SIGNS: Texts = ("$", "?", "@", "#", "\\", "é", "·", "€", "\U00010000", "٣", "ⅷ", "~")
"""Signs that no operator of such languages has."""
