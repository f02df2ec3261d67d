"""`runs_on` says whether a completion runs into the code behind the cursor in its line.

Much of what a language takes side by side is meant by nobody: a string directly behind another one, calls of
what a call returns, a statement without a blank behind another one.
"""

from __future__ import annotations

import re

from quoin.engine.util.characters import STRING, ends_word, is_in_string, is_open
from quoin.engine.util.lines import LINE_END, first_line, last_line

_NO_CODE = (b")", b"]", b"}", b">", b"</", b"/>", b",", b";", b"//", b"/*", b"#", b"\\")
"""What may stand behind the end of a line of code: signs that close, and what ends the line."""

_QUOTES = (b'"', b"'", b"`")
_BLANK = b" \t([{,="
"""The signs behind which a word begins."""

_CALL = re.compile(rb"\w\([^()]*\)\Z")
_ARGUMENTS = re.compile(rb"\([^()]*\)\Z")
_WORDS = re.compile(rb"\W*\w+\W+\w\w+(?:\W+\w+)?")
_NAME = re.compile(rb"\b[A-Za-z_][\w\x80-\xff]|-[A-Za-z]\b|>&\d")
_PAIRS = (
    (re.compile(rb"(?<![\w.)\]\-])\d[\d.]*\Z"), re.compile(rb"\(")),
    (re.compile(rb"[ \t(,][A-Za-z]+\Z"), re.compile(rb"\$[A-Za-z_]")),
    (re.compile(rb"\bnew +[\w\\]*[A-Z]\w*\Z"), re.compile(rb"::[a-z]\w*\(")),
    (re.compile(rb"(?<![\w$.>:\\-])(?:undefined|true|false)\Z"), re.compile(rb"\(")),
    (re.compile(rb"\bout var\Z"), re.compile(rb"[.,)\]]")),
    (
        re.compile(rb"[\w)\]][ \t]*(?:[!=]==?|\bis(?: not)?\b)[ \t]*(?:[\w.]+|\"[^\"]*\"|'[^']*')[ \t]*\Z"),
        re.compile(rb"[ \t]*(?:[!=]==?(?![=>])|is\b)"),
    ),
    (re.compile(rb"\w@[\w.\-]+\Z"), re.compile(rb"[\w./\-]*@")),
    (re.compile(rb"(?<!:):[\w\-]+\([^()]*\)\Z"), re.compile(rb"[A-Za-z_]")),
)
"""Ends of code, and what never stands directly behind them.

A number is not called, nor is `undefined`, PHP has a blank before a variable (`array $a`) and no
`new A::b()`, what C# declares has a name, nobody compares what a comparison gives, or gives a version (`a@1`)
twice, and CSS has no name directly behind the parentheses of a pseudo-class.
"""

_OPERATOR = re.compile(rb"(?:[=!]==?|[<>]=|&&|\|\||=|[+*/|-]=|\?\?)[ \t]")
_OPERAND_END = re.compile(rb"[\w)\]\"']\Z")
_ASSIGNED = re.compile(rb"=(?![=>~])\S*[\w})\]\"']")
_ASSIGNS = re.compile(rb"=(?![=>~])")
_COMMENTS = (b"//", b"#")

_TAIL = re.compile(rb"-[A-Za-z]\w*")
_BRACES = re.compile(rb"\{[A-Za-z_]")
_GIVES = re.compile(rb"\s*(?:=|->)\s*")
_SEPARATORS = b" \t,;|&+"


def runs_on(whole: bytes, left: bytes, right: bytes) -> bool:
    """Return whether a completion runs into what follows in the cursor's line, or says it again.

    Args:
        whole: The completion.
        left: The left context.
        right: The right context.
    """
    follows = first_line(right)
    if not follows.strip() or not whole.strip():
        return False
    before = last_line(left)
    if LINE_END.search(whole):
        if whole.strip() in _COMMENTS:
            return True
        is_end = follows.lstrip().startswith((*_NO_CODE, *_QUOTES)) and not _begins_text(before, follows)
        return bool(before.strip()) and not is_end
    if _says_again(whole, before, follows) or _touches(whole, before, follows):
        return True
    return _splits(whole, before, follows) or _leaves(whole, before, follows)


def _begins_text(before: bytes, follows: bytes) -> bool:
    """Return whether a text stands behind the cursor, rather than the end of one."""
    return STRING.match(follows) is not None and not is_open(follows[:1], before)


def _says_again(whole: bytes, before: bytes, follows: bytes) -> bool:
    """Return whether a text says what follows it, and nothing else, or two words of it within more."""
    text = whole.lstrip()
    same = next(
        (at for at, (one, other) in enumerate(zip(text, follows, strict=False)) if one != other), None
    )
    same = min(len(text), len(follows)) if same is None else same
    while 0 < same < max(len(text), len(follows)) and _is_within_word(text, follows, same):
        same -= 1
    rest = text[same:]
    is_value = _GIVES.fullmatch(rest) is not None and not before.endswith((b".", b":", b">"))
    if _NAME.search(text[:same]) and (is_value or not rest.strip(_SEPARATORS)):
        return True
    words = _WORDS.match(follows)
    return words is not None and words[0] in whole


def _is_within_word(text: bytes, follows: bytes, at: int) -> bool:
    """Return whether one of two texts that are the same up to an offset has a word around it."""
    return ends_word(text[:at]) and any(ends_word(one[at : at + 1]) for one in (text, follows))


def _splits(whole: bytes, before: bytes, follows: bytes) -> bool:
    """Return whether a text ends with what parts it from the rest of a word, or says that rest as well."""
    tail = _TAIL.match(follows)
    if tail is not None and whole.endswith(tail[0]) and len(whole) > len(tail[0]):
        return True
    if before.endswith(b"$") and _BRACES.match(follows):
        # A variable's braces need their `$`.
        return ends_word(whole)
    line = before + whole
    is_pair = any(end.search(line) and begin.match(follows) for end, begin in _PAIRS)
    return is_pair and not is_in_string(line)


def _leaves(whole: bytes, before: bytes, follows: bytes) -> bool:
    """Return whether a text leaves an operator without its blank, or an assignment without its end."""
    line = before + whole
    if is_in_string(line):
        return False
    if _ASSIGNED.fullmatch(whole):
        return _ASSIGNS.match(follows) is not None
    is_spaced = bool(before.strip()) and before.endswith((b" ", b"\t"))
    return is_spaced and _OPERATOR.match(follows) is not None and _OPERAND_END.search(whole) is not None


def _touches(whole: bytes, before: bytes, follows: bytes) -> bool:
    """Return whether a text ends where what follows begins, and each is one of its own."""
    if whole.endswith(b";"):
        return not is_in_string(before + whole) and not follows.startswith((*_NO_CODE, b" ", b"\t"))
    if follows.startswith(b"("):
        is_own = before[-1:].isalnum() and _ARGUMENTS.match(whole) is not None
        return is_own or _CALL.search(whole) is not None
    if not follows.startswith(_QUOTES) or (before and before[-1:] not in _BLANK):
        return False
    line = before + whole
    if is_open(follows[:1], before) or is_in_string(line):
        return False
    return any(one.end() == len(line) and one.start() >= len(before) for one in STRING.finditer(line))
