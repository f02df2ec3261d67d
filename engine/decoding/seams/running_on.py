"""`runs_on` says whether a completion runs into the code behind the cursor in its line.

Much of what a language takes side by side is meant by nobody: a string directly behind another one, calls of
what a call returns, a statement without a blank behind another one.
"""

from __future__ import annotations

import re

from quoin.engine.util.characters import STRING, ends_word, is_in_string
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
        return bool(before.strip()) and not follows.lstrip().startswith((*_NO_CODE, *_QUOTES))
    return _says_again(whole, before, follows) or _touches(whole, before, follows)


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
    if before.count(follows[:1]) % 2 or is_in_string(line):
        return False
    return any(one.end() == len(line) and one.start() >= len(before) for one in STRING.finditer(line))
