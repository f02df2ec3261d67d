"""A small Python: blocks, brackets, strings of both kinds, comments, joined lines, columns.

What is not in it is no program here but may be one in Python; what is in it is the same in both.
"""

from __future__ import annotations

from hypothesis import strategies as st

GRAMMAR = r"""
start: statement*
statement: simple
         | "if" expression ":" block ["else" ":" block]
simple: expression (";" expression)* [";"] NEWLINE
block: NEWLINE INDENT statement+ DEDENT | simple
expression: atom ("+" atom)* ["if" expression "else" expression]
atom: NAME | STRING+ | "(" [expression ("," expression)* [","]] ")" | "[" [expression] "]"
    | "..." | atom "." NAME

NAME: /[a-z]+/
_ESCAPE: /\\(\r\n|[^\x00])/
STRING: "'" (/[^\r\n'\\]/ | _ESCAPE)* "'"
      | "\"" (/[^\r\n"\\]/ | _ESCAPE)* "\""
      | "\"\"\"" (/"?"?[^"\\]/ | /"?"?/ _ESCAPE)* "\"\"\""
UNTERMINATED: "'" (/[^\r\n'\\]/ | _ESCAPE)* /\\?/
            | "\"" (/[^\r\n"\\]/ | _ESCAPE)* /\\?/
            | "\"\"\"" (/"?"?[^"\\]/ | /"?"?/ _ESCAPE)* /"?"?\\?/
            | "'''" /[^\x00]*/
%declare NEWLINE INDENT DEDENT
BLANK: /[ \t\f]/
COMMENT: /#[^\r\n]*/
LINE_END: /\r\n?|\n/
LINE_JOIN: /\\(\r\n?|\n)/
%ignore BLANK
%ignore COMMENT
%ignore LINE_END
%ignore LINE_JOIN
"""

# What texts are made of; each may be cut anywhere.
PIECES = (
    *("if x:", "else:", "x", "y", "if", "else", ":", ";", "+", ",", ".", "..."),
    *("(", ")", "[", "]", "'", '"', '"""', "''", "'x'", '"""x"""', "# c", "#", "\\", "\\\n"),
    *("\n", "\n ", "\n  ", "\n   ", "\n\t", "\n        ", "\r\n", "\n\n", " ", "  ", "\t", "\f"),
)


@st.composite
def programs(draw: st.DrawFn) -> str:
    """A program, with blank lines, comments, joined lines and brackets over lines strewn in."""
    text = "".join(draw(_statements(0, "")))
    return text.rstrip("\n") if draw(st.integers(0, 3)) == 0 else text


@st.composite
def _statements(draw: st.DrawFn, depth: int, margin: str) -> list[str]:
    lines: list[str] = []
    for _ in range(draw(st.integers(1, 3 if depth else 4))):
        lines += draw(_blank_lines)
        if depth < 3 and draw(st.integers(0, 2)) == 0:
            lines += _one_branch(draw, depth, margin, "if x:")
            if draw(st.booleans()):
                lines += draw(_blank_lines) + _one_branch(draw, depth, margin, "else:")
        else:
            lines.append(margin + draw(_lines()))
    return lines


def _one_branch(draw: st.DrawFn, depth: int, margin: str, head: str) -> list[str]:
    tail = draw(st.sampled_from(["", " ", " # c", " \\\n "]))
    if draw(st.integers(0, 3)) == 0:
        return [margin + head + draw(_lines())]
    inner = margin + draw(st.sampled_from([" ", "  ", "    ", "\t"]))
    return [f"{margin}{head}{tail}\n", *draw(_statements(depth + 1, inner))]


_operands = st.sampled_from(
    ["x", "...", "'x'", "''", '"""a\n b"""', '"\\""', "'\\\n'", "(x,\n y)", "[# c\n]", "()", "x.y", "'a' 'b'"]
)
_joints = st.sampled_from([" + ", "+", " if x else ", " + \\\n", ";", "; "])
_blank_lines = st.lists(st.sampled_from(["\n", "  \n", "# c\n", "      # c\n", "\t\n", "\f\n"]), max_size=1)


@st.composite
def _lines(draw: st.DrawFn) -> str:
    text = draw(_operands)
    for _ in range(draw(st.integers(0, 2))):
        text += draw(_joints) + draw(_operands)
    return (
        text
        + draw(st.sampled_from(["", "", ";", " ", "  # c"]))
        + draw(st.sampled_from(["\n", "\n", "\r\n"]))
    )
