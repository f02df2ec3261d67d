"""`merges_words` says whether a completion makes one word of its end and of what follows, in a shell script.

It says so, too, of a text whose end is that of the line, as in `trap - EXIT 'rm a' EXIT`.

There, blanks alone part words: whatever touches a word belongs to it, a string or an option as well. Who
inserts before a word what has a beginning of its own means another word.
"""

from __future__ import annotations

import re

from quoin.engine.util.characters import is_in_string, is_open, without_pairs, without_strings
from quoin.engine.util.lines import first_line, last_line

_BEGINS = b" \t([{,=`;|&<>"
"""The signs behind which a word begins."""

_BRACKET = re.compile(rb"[()\[\]{}]")
_LAST = re.compile(rb"(?:[\w\"'`*?\])}\x80-\xff]|[ \t][<>|])\Z")
_COMMAND = re.compile(rb"\[\[? |\(\(")
_WORD = re.compile(rb"[\w\"'`$\x80-\xff]|\]\]?(?:[ ;]|\Z)|<\(|\\\Z")
_OPTION = re.compile(rb"--?\w")
_SUBSTITUTION = re.compile(rb"\$\((?!.*\$\()|`(?!.*`)")
"""The last beginning of a command within a word."""


def merges_words(whole: bytes, left: bytes, right: bytes) -> bool:
    """Return whether a completion's last word and the one behind it become one.

    Args:
        whole: The completion.
        left: The left context.
        right: The right context.
    """
    before, follows = last_line(left), first_line(right)
    is_own = not before or before[-1:] in _BEGINS or whole.startswith(b"=")
    if not whole.strip() or not is_own or (is_open(b"`", before) and follows.startswith(b"`")):
        return False
    before = _SUBSTITUTION.split(before)[-1]
    line = before + last_line(whole)
    if is_in_string(line) or _BRACKET.search(without_pairs(without_strings(whole))):
        return False
    if len(whole.split()) > 1 and whole.split()[-1:] == follows.split()[-1:]:
        return True
    if _COMMAND.match(follows) or follows.startswith(b": "):
        return not whole.endswith((b" ", b"\t", b"["))
    if _OPTION.match(follows):
        return _LAST.search(whole) is not None and (b" " in whole or whole[:1] in b"-\"'")
    is_closer = follows[:1] in b"\"'" and is_open(follows[:1], before)
    return not is_closer and _WORD.match(follows) is not None and _LAST.search(whole) is not None
