"""`inserts_wrongly` says whether a text does not go with the word before which it is inserted.

Who types an argument before others means `width, ` before `height`, with the blank. A text that ends with a
dot makes the word a member, and is kept where the file has that member elsewhere: of parts of real lines,
which may end before a member that stands nowhere else, 1 to 8 % are withheld so.
"""

from __future__ import annotations

import re

from quoin.engine.util.lines import LINE_END, first_line, last_line

_WORD = re.compile(rb"[A-Za-z_\x80-\xff][\w\x80-\xff]*")
_DENSE = re.compile(rb",[^\s,)\]}]")
_ITEM = re.compile(rb"([A-Za-z_\x80-\xff][\w\x80-\xff]*)[ \t]*(,|[=!]==?|\|\|?|&&|=)[ \t]*\Z")
_GOES_ON = (b".", b"(", b"[", b"->", b"::", b"?.")
_OWNER = re.compile(rb"[A-Za-z_\x80-\xff][\w\x80-\xff]*(?:\(\))?(?:\??\.|::|->)\Z")


def inserts_wrongly(whole: bytes, left: bytes, right: bytes) -> bool:
    """Return whether a completion's end does not go with the word that follows it.

    Args:
        whole: The completion.
        left: The left context.
        right: The right context.
    """
    follows = first_line(right)
    word = _WORD.match(follows.removeprefix(b"$"))
    if word is None or LINE_END.search(whole):
        return False
    before = last_line(left)
    if whole.endswith(b","):
        return _DENSE.search(before) is None and _DENSE.search(follows) is None
    line = before + whole
    item = _ITEM.search(line)
    if item is not None and item[1] == word[0] and not follows.startswith(b"$"):
        rest = follows[len(word[0]) :].lstrip()
        return rest.startswith(b"=") if item[2] == b"=" else not rest.startswith(_GOES_ON)
    owner = _OWNER.search(line)
    return owner is not None and not _stands(owner[0] + word[0], left, right)


def _stands(member: bytes, left: bytes, right: bytes) -> bool:
    """Return whether one of two texts has a member of the name before it."""
    whole = re.compile(rb"(?<![\w\x80-\xff])" + re.escape(member) + rb"(?![\w\x80-\xff])")
    return any(member in text and whole.search(text) is not None for text in (left, right))
