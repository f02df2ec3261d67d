"""`declares_wrongly` says whether a line does not go with what its function has declared.

A variable that the function has already, or has below, is declared once more, a function is declared within
another one, or a function calls itself with its own parameters before anything may have ended it. All of that
fits.
"""

from __future__ import annotations

import re

from quoin.engine.decoding.endings.returning import NEAR, header_around
from quoin.engine.util.characters import closing_bracket, open_brackets
from quoin.engine.util.lines import first_line, last_line, line_start, lines_below

_NO_TYPE = (
    rb"(?:return|if|else|for|while|switch|delete|throw|new|goto|case|using|namespace|import|export|package|typedef|await|yield|let"
    rb"|mut|local|in|is|as|not|and|or|extern|echo|type|class|struct|enum|interface|use|from|global|def|fn|func"
    rb"|const|static|final|volatile|unsigned|signed|constexpr|ref|out|params)\b"
)
_QUALIFIED = (
    rb"(?:(?:const|static|final|volatile|unsigned|signed|struct|enum|constexpr|long|ref|out|params|this)"
    rb"[ \t]+)*"
)
_TYPE = rb"%s(?!%s)[A-Za-z_]\w*(?:(?:::|\.)\w+)*(?:<[\w<>,.:&*? \[\]]*>)?(?:\[\])*\??" % (
    _QUALIFIED,
    _NO_TYPE,
)
_DECLARED = rb"%s(?:[ \t]*[*&]+[ \t]*(?:const[ \t]+)?|[ \t]+)(?P<name>[A-Za-z_]\w*)" % _TYPE
_VARIABLE = re.compile(rb"[ \t]*%s[ \t]*(?:=(?![=>])|;|\[|\{)" % _DECLARED)
_NEW_NAME = re.compile(rb"[ \t]*(?P<name>[A-Za-z]\w*)[ \t]*:=")
_NEW_NAMES = re.compile(rb"(?m)^[ \t]*(?:\w+[ \t]*,[ \t]*)*(?P<name>\w+)(?:[ \t]*,[ \t]*\w+)*[ \t]*:=")
_OF_TYPE = re.compile(rb"\b(?:class|interface|struct|enum|record|trait|namespace)\b[^()]*\Z")
_CASE = re.compile(rb"(?m)^[ \t]*(?:case\b[^\r\n]*|default[ \t]*):[^\r\n]*$")
_INNER = re.compile(rb"\bfunc[ \t]*\([^()]*\)")
_LISTED = re.compile(rb"(?:^|[(,])\s*(?P<name>[A-Za-z]\w*)\b(?=[ \t]+[\w*\[.]|[ \t]*,)")
_ALREADY = re.compile(rb"(?:^|[;{}(,])\s*%s\s*(?=[=;,)\[{:]|$)" % _DECLARED)
_PROTOTYPE = re.compile(rb"[ \t]*%s\((?P<parameters>[^()=\"]+)\)[ \t]*(?:const[ \t]*)?;" % _DECLARED)
_WITH_TYPE = re.compile(
    rb"\s*(?:const\s+)?[\w:<>]+(?:[*&]+\s*(?:[A-Za-z_]\w*)?|\s+[*&]*[A-Za-z_]\w*)\s*|\s*const\s+[\w:<>]+\s*"
)
_BLOCK = re.compile(rb"(?:\((?:[^(){}]|\([^(){}]*\))*\)[^(){};]*)?\{[^{}]*\}")
_FUNCTION = re.compile(rb"(?P<name>[A-Za-z_$][\w$]*)\s*\((?P<parameters>[^()]*)\)[^()=]*\Z")
_CALL = re.compile(
    rb"\s*(?:return\s+)?(?:this\.|self\.|Self::)?(?P<name>[A-Za-z_$][\w$]*)\((?P<arguments>[\w$, ]*)\)"
    rb";?\s*\}*\Z"
)
_MAY_END = re.compile(
    rb"\b(?:if|return|while|throw|raise|break|switch|match|assert|await|exit)\b|[?&|]{2}|\?"
)
_TYPE_BEHIND = re.compile(rb"(?<!:):(?!:)|=")
_OBJECT = re.compile(rb"(?:&(?:mut )?)?self")
_NAME_FIRST = b"func "


def declares_wrongly(whole: bytes, left: bytes, right: bytes) -> bool:
    """Return whether the cursor's line does not go with what the function around it declares.

    Args:
        whole: The completion.
        left: The left context.
        right: The right context.
    """
    line = last_line(left) + first_line(whole)
    if not any(form.match(line) for form in (_VARIABLE, _NEW_NAME, _PROTOTYPE, _CALL)):
        return False
    before = left[: line_start(left)][-NEAR:]
    function = header_around(before)
    if function is None or _OF_TYPE.search(function[0]):
        return False
    header, body = function[0], before[function[1] :]
    if not _FUNCTION.search(header) and not header.startswith(_NAME_FIRST):
        return False
    below = _without_blocks(_CASE.split(_block_below(right[:NEAR]))[0])
    return (
        _is_declared(line, header, body, below)
        or _is_no_new_name(line, header, body, below)
        or _declares_function(line)
        or _calls_itself(line, header, body)
    )


def _is_declared(line: bytes, header: bytes, body: bytes, below: bytes) -> bool:
    """Return whether a line declares what a parameter, or a variable of a block around, is called.

    Of what stands below, only the variables of the line's own block count.
    """
    found = _VARIABLE.match(line)
    if found is None:
        return False
    opener, parameters = header.partition(b"(")[1:]
    there = _ALREADY.finditer(opener + parameters + b";" + _without_blocks(body))
    later = (_VARIABLE.match(one) for one in lines_below(below))
    return any(one["name"] == found["name"] for one in (*there, *later) if one)


def _is_no_new_name(line: bytes, header: bytes, body: bytes, below: bytes) -> bool:
    """Return whether a line makes one name with `:=` that its own block makes already, or below."""
    found = _NEW_NAME.match(line)
    if found is None:
        return False
    opened = open_brackets(body)
    own = _without_blocks(_CASE.split(body[opened[-1] + 1 :] if opened else body)[-1])
    parameters = b"" if opened else _INNER.sub(b"", header[header.find(b"(") :])
    names = {name for one in _NEW_NAMES.finditer(own) for name in re.findall(rb"\w+", one.group())}
    names |= {one["name"] for one in _LISTED.finditer(parameters)}
    later = (_NEW_NAME.match(one) for one in lines_below(below))
    return found["name"] in names | {one["name"] for one in later if one}


def _block_below(right: bytes) -> bytes:
    """Return the rest of the block that is open at the beginning of a text, from the next line on."""
    begin = right.find(b"\n")
    return right[begin : closing_bracket(right, begin)] if begin >= 0 else b""


def _without_blocks(body: bytes) -> bytes:
    """Return a text without the blocks that have ended in it, and without their headers' parentheses."""
    less = _BLOCK.sub(b";", body)
    while less != body:
        body, less = less, _BLOCK.sub(b";", less)
    return body


def _declares_function(line: bytes) -> bool:
    """Return whether a line that stands in a function declares another one."""
    found = _PROTOTYPE.match(line)
    return found is not None and all(_WITH_TYPE.fullmatch(one) for one in found["parameters"].split(b","))


def _calls_itself(line: bytes, header: bytes, body: bytes) -> bool:
    """Return whether a function calls itself with its own parameters, before anything may have ended it."""
    call, function = _CALL.match(line), _FUNCTION.search(header)
    if call is None or function is None or call["name"] != function["name"] or _MAY_END.search(body):
        return False
    is_name_first = header.startswith(_NAME_FIRST)
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
