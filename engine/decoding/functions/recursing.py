"""`calls_itself` and `hands_on_to_itself` say whether a function does nothing but call itself as it is.

It does if it calls itself with its own parameters before anything may have ended it.
"""

from __future__ import annotations

import re

from quoin.engine.util.lines import last_line, line_start

FUNCTION = re.compile(rb"(?P<name>[A-Za-z_$][\w$]*)\s*\((?P<parameters>[^()]*)\)[^()=]*\Z")
CALL = re.compile(
    rb"\s*(?:return\s+(?:!\s*)?)?(?P<object>(?:\$?this|self)(?:\.|->)|(?:Self|self|static)::)?(?!func\b)"
    rb"(?P<name>[A-Za-z_$][\w$]*)\((?P<arguments>[\w$, ]*)\)"
    rb";?\s*\}*\Z"
)
_HANDS_ON = re.compile(
    rb"[ \t]*(?:\w+[ \t]+)*\w+\((?P<parameters>[^()]*)\)\s*:\s*this\((?P<arguments>[\w, ]*)\)"
)
_INDENTED = re.compile(
    rb"[ \t]*(?:async[ \t]+)?def[ \t]+(?P<name>\w+)\((?P<parameters>[^()]*)\)[^:\r\n]*:[ \t]*\r?\n[ \t]*"
    rb"(?:return[ \t]+|await[ \t]+)*(?P<object>self\.|cls\.)?(?P=name)\((?P<arguments>[\w*, ]*)\)"
    rb"[ \t]*(?:[\r\n]|\Z)"
)
_MAY_END = re.compile(
    rb"\b(?:if|return|while|throw|raise|break|switch|match|assert|await|exit)\b|[?&|]{2}|\?"
)
_TYPE_BEHIND = re.compile(rb"(?<!:):(?!:)|=")
_OBJECT = re.compile(rb"(?:&(?:mut )?)?self")
_BRACED = re.compile(rb"(?P<header>[^{};]*\([^{}]*\)[^{};]*)\{\s*(?P<line>[^\r\n{}]*)")
_METHOD = re.compile(
    rb"(?:(?:abstract|final|public|protected|private|static)[ \t]+)+function\b"
    rb"|(?:(?:async|static|get|set)[ \t]+)*[\w$#]+\([^:()]*\)\Z"
)
"""The header of a method of PHP or JavaScript, in which a name alone is that of another function."""

NAME_FIRST = b"func "


def hands_on_to_itself(whole: bytes, left: bytes) -> bool:
    """Return whether a constructor of C#, or a function that begins here, only calls itself as it is."""
    begun = last_line(left)
    braced = _BRACED.match(begun + whole)
    if braced is not None and calls_itself(braced["line"], braced["header"].strip(), b""):
        return True
    found = _HANDS_ON.match(begun + whole)
    if found is not None:
        names = [_parameter(one, is_name_first=False) for one in _items(found["parameters"])]
        return _items(found["arguments"]) == names
    above = left[line_start(left, max(0, line_start(left) - 1)) :]
    found = _INDENTED.match(begun + whole) or _INDENTED.match(above + whole)
    if found is None:
        return False
    names = [_parameter(one.lstrip(b"*"), is_name_first=True) for one in _items(found["parameters"])]
    if found["object"] is not None and names:
        names = names[1:]
    return [one.lstrip(b"*") for one in _items(found["arguments"])] == names


def calls_itself(line: bytes, header: bytes, body: bytes) -> bool:
    """Return whether a function calls itself with its own parameters, before anything may have ended it."""
    call, function = CALL.match(line), FUNCTION.search(header)
    if call is None or function is None or call["name"] != function["name"] or _MAY_END.search(body):
        return False
    if call["object"] is None and _METHOD.match(header.strip()):
        return False
    is_name_first = header.startswith(NAME_FIRST)
    names = [_parameter(one, is_name_first=is_name_first) for one in _items(function["parameters"])]
    if any(_OBJECT.fullmatch(name) for name in names):
        # A method of a trait may be called by the same name as one of the type that it calls.
        return False
    is_changed = any(re.search(rb"\b%s\s*=(?!=)" % re.escape(name), body) for name in names)
    return _items(call["arguments"]) == names and not is_changed


def _items(text: bytes) -> list[bytes]:
    return [one.strip() for one in text.split(b",") if one.strip()]


def _parameter(text: bytes, *, is_name_first: bool) -> bytes:
    """Return the name of a parameter: its first word, or its last one before a colon or its default."""
    words = _TYPE_BEHIND.split(text)[0].replace(b"*", b" ").split()
    return b"" if not words else words[0 if is_name_first else -1].lstrip(b"&").rstrip(b"?[]")
