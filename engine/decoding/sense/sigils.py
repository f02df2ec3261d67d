"""`reads_unbound` says whether a completion reads a variable with a `$` that its function does not have.

Such variables belong to their function, whatever the file has besides, and `$this` to methods. What may bind
a variable by being given it, as an argument does, is no reading; nor is anything judged outside of functions,
where included files bind variables, too.
"""

from __future__ import annotations

import re

from quoin.engine.util.characters import open_brackets
from quoin.engine.util.lines import last_line

NEAR = 30_000
"""The number of bytes before the cursor in which the function is searched; beyond it nothing is known."""

LONGEST = 600
"""The largest number of bytes of a header."""

DEEPEST = 32
"""The largest number of open brackets that are looked at; beyond them nothing is known."""

_PROSE = re.compile(
    rb"(?P<kept>\"(?:[^\"\\]|\\.)*(?:\"|\Z)|<<<[ \t]*[\"']?(?P<end>\w+).*?(?:\n[ \t]*(?P=end)\b|\Z))"
    rb"|(?<!:)//[^\r\n]*|(?<![\w$&{])#(?!\[)[^\r\n]*|/\*.*?(?:\*/|\Z)|(?P<string>'(?:[^'\\]|\\.)*(?:(?P<closed>')|\Z))",
    re.DOTALL,
)
_CODE = b"<?"
_HEADER = re.compile(
    rb"(?P<class>\b(?:class|trait|interface|enum)\b[^;{}()]*(?:\([^;{}]*\)[^;{}()]*)?)\Z"
    rb"|(?P<static>\bstatic[ \t]+)?(?:\w+[ \t]+)*\bfunction\b\s*&?\s*(?P<name>\w*)\s*\([^{};]*\Z"
)
_OWN = re.compile(
    rb"(?:\.|\breturn\b|\becho\b|=>|(?<![=!<>.+*/%-])=(?![=>&])|[=!]==?|&&|\|\||[?+*/%])[ \t]*"
    rb"(?P<name>\$[A-Za-z_]\w*)"
    rb"(?=[ \t]*(?:->|;|,|\)|\.(?!=)|\Z|\]|[=!]==?|&&|\|\||[?+*/%-](?!=)))"
    rb"|(?<![\w.>:$])(?P<object>\$[A-Za-z_]\w*)(?=\??->)"
)
_ANY = re.compile(
    rb"\b(?:extract|compact|include|require|include_once|require_once|eval|parse_str)\b|\$\$|\$\{"
)
_BINDS = re.compile(rb"\bas\b|\blist\b|\bfn\b|\bfunction\b|\][ \t]*=(?![=>])|\bcatch\b")
_GLOBAL = re.compile(rb"\$(?:this|GLOBALS|_[A-Z]+|argc|argv|php_errormsg)\Z")


def reads_unbound(whole: bytes, left: bytes) -> bool:
    """Return whether a completion reads a variable that stands nowhere in its function, or `$this` in none.

    Args:
        whole: The completion.
        left: The left context.
    """
    begun = last_line(left)
    if b"$" not in begun + whole or _CODE not in left or left.rfind(b"/*") > left.rfind(b"*/"):
        return False
    above = left[: len(left) - len(begun)]
    before, line, typed = _plain(above[-NEAR:]), _plain(begun + whole), len(_plain(begun))
    if _BINDS.search(line):
        return False
    found = [one for one in _OWN.finditer(line) if one.end() > typed]
    names = {(one["name"] or one["object"], one.start("name" if one["name"] else "object")) for one in found}
    is_whole = len(above) <= NEAR
    return any(_is_unbound(name, before + line[:at], is_whole=is_whole) for name, at in names)


def _plain(text: bytes) -> bytes:
    """Return a text without comments, and without what its strings hold that name no variables."""
    return _PROSE.sub(_short, text)


def _short(found: re.Match[bytes]) -> bytes:
    """Return what stands for a comment or a string; one without an end may be no string."""
    return found["kept"] or (b"''" if found["closed"] else found["string"] or b"")


def _is_unbound(name: bytes, before: bytes, *, is_whole: bool) -> bool:
    """Return whether a variable is none of the innermost function with a name around the end of a text.

    `is_whole` says whether the text begins where the file does.
    """
    is_this = name == b"$this"
    if not is_this and _GLOBAL.match(name):
        return False
    function = None
    opened = open_brackets(before)
    if len(opened) > DEEPEST:
        return False
    for at in reversed(opened):
        header = _HEADER.search(before[max(0, at - LONGEST) : at]) if before[at : at + 1] == b"{" else None
        if header is None:
            continue
        if header["class"] is not None:
            return function is not None and not is_this and _lacks(name, before, function)
        if not header["name"] and (is_this or b"use" in header[0] or function is not None):
            # What is around a function without a name may be its own, too.
            return False
        if function is None:
            function = max(0, at - LONGEST) + header.start()
    if function is None or not is_whole:
        return False
    return is_this or _lacks(name, before, function)


def _lacks(name: bytes, before: bytes, function: int) -> bool:
    """Return whether a variable stands nowhere in a text from the beginning of its function on."""
    body = before[function:]
    return re.search(re.escape(name) + rb"(?!\w)", body) is None and _ANY.search(body) is None
