"""Grammars whose lexemes are hard to tell apart, each with the letters that its texts are made of."""

from __future__ import annotations

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
}
