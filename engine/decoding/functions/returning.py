"""`returns_wrongly` says whether a `return` has no value where the function has one, or the reverse.

Whether a function returns a value is read off its header, where that says so: `int f() {`, `fn f() -> u8 {`,
`f(): string {`; so is how many in `func f() (int, error) {`. Where types are not written, or a function has
no name, nothing is known.
"""

from __future__ import annotations

import re
from itertools import islice

from quoin.engine.util.characters import hidden, open_brackets, without_pairs
from quoin.engine.util.lines import first_line, last_line, line_below, lines_below

NEAR = 4000
"""The number of bytes before the cursor in which the header is looked for."""

DEPTH = 16
"""The largest number of blocks around the cursor among which the function's is searched."""

LONGEST = 1200
"""The largest number of bytes of a header."""

_RETURN = re.compile(
    rb"(?m)(?:^|[);{}:]|\belse\b|=>)[ \t]*\b(?P<word>return)\b[ \t]*(?P<value>[^;,\s}][^\r\n]*)?"
    rb"(?=[;,\s}]|\Z)"
)
_EMPTY_BODY = re.compile(rb"\{\s*return\s*;?\s*\}\s*\Z")
COMMENT = re.compile(rb"(?<!:)//[^\r\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
"""A comment, which may lack its end."""

# A line with a `#` says nothing of a type, nor does what a blank line parts from the name.
_NOTE = re.compile(
    rb"(?m)^[ \t]*#(?:[ \t!#][^\r\n]*|(?:include|if|el|end|define|undef|pragma|region)[^\r\n]*)?$"
)
_BLANK_LINE = re.compile(rb"\n[ \t\r]*\n")
_NO_TYPE_SIGN = re.compile(rb"[-$/!\\]|&&|\|\|")
_BOUNDARY = re.compile(rb"[;{}()]")
_LAMBDA = (b"=>", b"->")
_CONTROL = re.compile(
    rb"(?:\Z|(?:if|else|for|foreach|while|do|switch|match|try|catch|finally|case|default|synchronized|using|lock"
    rb"|with|loop|unsafe|checked|fixed)\b)"
)
_ARROW = re.compile(
    rb"\bfn\s+\w.*?\)\s*(?:->(?P<type>.*?))?(?:\bwhere\b.*)?\Z|\).*?->(?P<other>[^()]*)\Z", re.DOTALL
)
_COLON = re.compile(rb"\)\s*:\s*(?P<type>[\w.<>\[\]|&, \"']+)\Z")
_TYPE_FIRST = re.compile(
    rb"(?P<type>[^()=]*?)(?P<name>~?[\w:]+|operator\s*[^\s\w(]+)\s*\([^=]*\)"
    rb"\s*(?:const\b|noexcept\b|override\b|final\b|throws\b[\w., \t\r\n]*|\s)*\Z"
)
_MODIFIER = re.compile(
    rb"@[\w.]+(?:\([^()]*\))?|\b(?:public|private|protected|internal|static|final|abstract|override|virtual|inline"
    rb"|unsafe|extern|constexpr|synchronized|native|sealed|partial|new|readonly|default|friend)\b"
)
_ATTRIBUTES = re.compile(rb"(?m)^[ \t]*(?:(?:\[+[^\[\]]*\]+|@[\w.]+(?:\([^()]*\))?)\s*)+")
_SCOPE = re.compile(rb"[\w:<>]*::\s*\Z")
_VOID = re.compile(rb"\s(?:void|Void|Unit)\Z")
_ACCESS = re.compile(rb"\b(?:public|private|protected|internal)\b")
_FUNC = re.compile(rb"\bfunc\b")
_LAST_GROUP = re.compile(rb"\((?P<items>(?:[^()]|\([^()]*\))*)\)\Z")
_ONE_RESULT = re.compile(rb"\)\s*[*\w.\[\]]+\Z")
_RETURNS_FUNCTION = re.compile(rb"\)\s*func\b")
_STRING = re.compile(rb"\"(?:[^\"\\]|\\.)*\"|`[^`]*`|'(?:[^'\\]|\\.)*'")
_NO_TYPE = re.compile(rb"\b(?:function|fun|func|fn|def|get|set|new|return|class|export|async\s*\Z)\b")
_NOTHING = re.compile(
    rb"(?:void|Void|Unit|undefined|any|unknown|never|!|\(\s*\)|(?:Promise|Future)<(?:void|any|unknown)>)"
    rb"|(?:\[[^\]]*\]\s*)*async\s+(?:Task|ValueTask)"
)

_LET = re.compile(rb"[ \t]*(?:let|guard)\b")
_NOTHING_BACK = re.compile(rb"[ \t]*return[ \t]*;?[ \t]*")


def returns_wrongly(whole: bytes, left: bytes, right: bytes = b"") -> bool:
    """Return whether a completion has a `return` that does not go with the header of its function.

    A body that only returns nothing is none that anybody means.

    Args:
        whole: The completion.
        left: The left context.
        right: The right context.
    """
    begun = last_line(left)
    if _EMPTY_BODY.search(begun + first_line(whole)) or _is_all_of_body(begun + whole, left, right):
        return True
    above = left[-NEAR - len(begun) : len(left) - len(begun)]
    written = hidden(COMMENT, begun + whole, b" ")
    return any(
        found.end() > len(begun) and _goes_wrong(found["value"], above + written[: found.start("word")])
        for found in _RETURN.finditer(written)
    )


def _is_all_of_body(line: bytes, left: bytes, right: bytes) -> bool:
    """Return whether a line returns nothing, and is all that the body of its function has."""
    if not _NOTHING_BACK.fullmatch(line) or not line_below(right).lstrip().startswith(b"}"):
        return False
    above = left[-NEAR : len(left) - len(last_line(left))]
    function = header_around(above) if above.rstrip().endswith(b"{") else None
    if function is None or above[function[1] :].strip() or b"(" not in function[0]:
        return False
    # Where no sign ends statements, a block's header may have some before it.
    return not any(_CONTROL.match(one.lstrip()) or _LET.match(one) for one in lines_below(function[0]))


def _goes_wrong(value: bytes | None, before: bytes) -> bool:
    """Return whether a `return` does not go with the header of the function around it."""
    function = header_around(before)
    if function is None:
        return False
    header, _ = function
    value = value and value.strip()
    if _FUNC.search(header) and b"->" not in header:
        return bool(value) and not _has_as_many(header, value or b"")
    has_value = _returns(header)
    return has_value is not None and has_value != bool(value)


def header_around(before: bytes) -> tuple[bytes, int] | None:
    """Return the header of the function that is open at the end of a text, and where its body begins.

    Headers of blocks within it are passed over. None is returned if no function is open, or a lambda.
    """
    for at in islice(reversed(open_brackets(before)), DEPTH):
        if before[at : at + 1] != b"{":
            return None
        header = _header(before[max(0, at - LONGEST) : at])
        if header.endswith(_LAMBDA):
            return None
        if not _CONTROL.match(header):
            return header, at + 1
    return None


def _has_as_many(header: bytes, value: bytes) -> bool:
    """Return whether there are as many values as a header with `func` has results, or that is not known.

    A single call may return several.
    """
    if _RETURNS_FUNCTION.search(header):
        return True
    values = _count(value.rstrip(b";} \t"))
    group = _LAST_GROUP.search(header)
    if group is None:
        return values in (None, 1) or not _ONE_RESULT.search(header)
    if not header[: group.start()].rstrip().endswith(b")"):
        return True
    results = _count(group["items"].rstrip(b", \t\r\n"))
    return values is None or results is None or values == results or (values == 1 and b"(" in value)


def _count(items: bytes) -> int | None:
    """Return the number of items of a list; None if its brackets are not closed."""
    flat = without_pairs(_STRING.sub(b"", items), b"")
    return None if any(sign in flat for sign in b"()[]{}") else flat.count(b",") + 1


def _header(before: bytes) -> bytes:
    """Return what begins a block, without what stands before it; it may have `;` in parentheses."""
    # A text that begins in a comment has its end.
    depth, before = 0, _NOTE.sub(b"", COMMENT.sub(b"", before).rpartition(b"*/")[2])
    for found in reversed(list(_BOUNDARY.finditer(before))):
        sign = found[0]
        depth += (sign == b")") - (sign == b"(")
        if depth < 0 or (depth == 0 and sign in b";{}"):
            return before[found.end() :].strip()
    return before.strip()


def _returns(header: bytes) -> bool | None:
    """Return whether a function returns a value, by its header; None if that does not say so, or is none."""
    header = _ATTRIBUTES.sub(b"", header)
    arrow = _ARROW.search(header)
    if arrow is not None:
        kind = arrow["type"] or arrow["other"]
        return kind is not None and not _NOTHING.fullmatch(kind.strip())
    colon = _COLON.search(header)
    if colon is not None:
        return None if _NOTHING.fullmatch(colon["type"].strip()) else True
    typed = _TYPE_FIRST.match(header)
    if typed is None:
        return None
    before = _BLANK_LINE.split(typed["type"])[-1]
    kind = _SCOPE.sub(b"", _MODIFIER.sub(b"", before)).strip(b": \t\r\n")
    if not kind and _ACCESS.search(before) and typed["name"][:1].isupper():
        # A constructor has no type, and returns nothing.
        return False
    if not kind or kind.endswith(b",") or _NO_TYPE.search(kind) or _NO_TYPE_SIGN.search(kind):
        return None
    return not _NOTHING.fullmatch(kind) and not _VOID.search(kind)
