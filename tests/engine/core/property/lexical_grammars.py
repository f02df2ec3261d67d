"""Grammars whose lexemes are hard to tell apart, each with the letters that its texts are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.support.small_language import small_language

if TYPE_CHECKING:
    import quoin

_BLANKS = '\nBLANK: " "\n%ignore BLANK'

GRAMMARS = {
    "strings with escapes": (
        "start: (STRING | NAME)*\nSTRING: /'([^'\\\\]|\\\\.)*'/\nNAME: /a+/",
        "a'\\",
    ),
    "strings of both kinds": (
        "start: STRING*\nSTRING: /'[^']*'/ | /\"[^\"]*\"/\nBAD: /'[^']*/ | /\"[^\"]*/",
        "a'\"",
    ),
    "comments": ('start: ("a" ";")*\nCOMMENT: /#[^;]*;?/\n%ignore COMMENT' + _BLANKS, "a;# "),
    "keywords and names": ('start: ("if" NAME "fi")* NAME\nNAME: /[if]+/' + _BLANKS, "if "),
    "a soft keyword": ("start: KEY NAME | NAME\nKEY: /if/\nNAME: /[if]+/" + _BLANKS, "if "),
    "numbers": (
        'start: number ("+" number)*\nnumber: HEX | INT\nHEX: /0x[0-9a]+/\nINT: /[1-9][0-9]*|0/',
        "0x1a+",
    ),
    "numbers before names": ("start: (INT | NAME)+\nINT: /[0-9]+|0x[0-9]+/\nNAME: /[a-z]+/", "0x1a"),
    "one dot or three": ('start: item ("." item)*\nitem: "a" | "..."' + _BLANKS, "a. "),
    "one dot or three, no blanks": ('start: item ("." item)*\nitem: "a" | "..."', "a."),
    "back-up over many": ('start: ("a" | "b" | "d" | LONG)*\nLONG: /abbbc/', "abcd"),
    "operators": ('start: "a" (("<" | "<<=" | "=" | "<=") "a")*', "a<="),
    "brackets and blanks": ('start: ("(" start ")" | "a")*' + _BLANKS, "(a) "),
    "nested ends": ('start: "x" (A B | C)\nA: /ab*/\nB: /c/\nC: /ab*cd/', "abcdx"),
    "two ways to lex the end": ('start: (A | AB "c")+\nA: /a/\nAB: /ab/', "abc"),
    "numbers that look ahead": (
        'start: (INT | FLOAT | ".." | "." | NAME)+\nINT: /0+/\nFLOAT: /0+\\.0*(?![.a])/\nNAME: /a/' + _BLANKS,
        "0.a ",
    ),
    "looking ahead after nothing else": (
        'start: ("<" MARK | ";")*\nMARK: /a+(?!b)/\nWORD: /ab+/' + _BLANKS,
        "<ab; ",
    ),
    "a keyword that looks ahead": (
        'start: (KEY | NAME "." NAME | NAME ";")*\nKEY.1: /if(?![.])/\nNAME: /[if]+/' + _BLANKS,
        "if.; ",
    ),
    "looking ahead in a loop": ("start: (A B | A | B)*\nA: /a+(?!b)/\nB: /b+/\nC: /ab/" + _BLANKS, "ab "),
    "looking ahead, no blanks": ("start: (A | B)*\nA: /a+b?(?!c)/\nB: /b|c/", "abc"),
    "lists in lists": (
        'start: (type | ">>" type | ">" type | ">=" | "=")*\ntype: "t" | "<" type ">"' + _BLANKS,
        "t<>= ",
    ),
    "lists in lists, one in two ways": (
        'start: (type "=" | "t" ">>=" "t" | ">>" "t" | ">=" "t")*\ntype: "t" | "<" type ">"' + _BLANKS,
        "t<>=",
    ),
    "references": ('start: (ref "," | "t" "&&" ref)*\nref: "&" ref | "t"' + _BLANKS, "t&, "),
}

# The lexemes that may be two terminals, in JSON.
SPLITS = {
    "lists in lists": '{">>": [">", ">"], ">=": [">", "="]}',
    "lists in lists, one in two ways": '{">>": [">", ">"], ">=": [">", "="], ">>=": [">", ">="]}',
    "references": '{"&&": ["&", "&"]}',
}


def lexical_language(name: str, *, is_apart: bool = False) -> quoin.Language:
    """The language of one of the grammars; one that is apart shares nothing with the other."""
    grammar = GRAMMARS[name][0] + ("\n// apart\n" if is_apart else "")
    return small_language(grammar, splits=SPLITS.get(name, "{}"))
