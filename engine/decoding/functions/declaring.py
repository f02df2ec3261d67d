"""`declares_wrongly` says whether a line does not go with what its function, or its type, has declared.

A variable that the function has already, or has below, is declared once more, and so is a field or a
parameter; a function is declared within another one, an abstract one has a body, a class is announced behind
its body, or a function calls itself with its own parameters before anything may have ended it. All of that
fits.
"""

from __future__ import annotations

import re

from quoin.engine.decoding.functions.needless import has_needless_body, is_announced_late
from quoin.engine.decoding.functions.recursing import (
    CALL,
    FUNCTION,
    NAME_FIRST,
    calls_itself,
    hands_on_to_itself,
)
from quoin.engine.decoding.functions.returning import NEAR, header_around
from quoin.engine.util.characters import closing_bracket, open_brackets, without_strings
from quoin.engine.util.lines import first_line, last_line, line_above, line_start, lines_below

_NO_TYPE = (
    rb"(?:return|if|else|for|while|switch|delete|throw|new|goto|case|using|namespace|import|export|package|typedef|await|yield|let"
    rb"|mut|local|in|is|as|not|and|or|extern|echo|type|class|struct|enum|interface|use|from|global|def|fn|func"
    rb"|const|static|final|volatile|unsigned|signed|constexpr|ref|out|params|public|private|protected|internal|throws)\b"
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
_VARIABLES = re.compile(
    rb"[ \t]*%s(?:[ \t]*[*&]+|[ \t]+)(?P<all>[A-Za-z_]\w*[^;(){}]*,[^;(){}]*);[ \t]*" % _TYPE
)
_ONE_OF = re.compile(rb"[ \t]*\**[ \t]*(?P<name>[A-Za-z_]\w*)[ \t]*(?:\[[^\[\]]*\])*[ \t]*(?:=(?!=).*)?")
_NEW_NAME = re.compile(rb"[ \t]*(?P<name>[A-Za-z]\w*)[ \t]*:=")
_NEW_NAMES = re.compile(rb"(?m)^[ \t]*(?:\w+[ \t]*,[ \t]*)*(?P<name>\w+)(?:[ \t]*,[ \t]*\w+)*[ \t]*:=")
_OF_TYPE = re.compile(
    rb"\b(?:class|interface|struct|enum|record|trait|namespace)\b(?:[^()]*|[ \t]+\w+(?:<[^<>]*>)?\s*\(.*)\Z"
    rb"|\btype[ \t]+\w+[ \t]*(?:<[^(){}]*>)?[ \t]*=[^(){};]*\Z|\A:\Z",
    re.DOTALL,
)
_LET = re.compile(
    rb"[ \t]*(?:pub(?:\([^()]*\))?[ \t]+)?(?P<kind>let|const|static)[ \t]+(?:mut[ \t]+)?"
    rb"(?P<name>(?!_)\w+)(?!::)[ \t]*(?::[^=]*)?=(?!=)(?P<value>[^;]*)(?P<end>;?).*",
    re.DOTALL,
)
_CASE = re.compile(rb"(?m)^[ \t]*(?:case\b[^\r\n]*|default[ \t]*):[^\r\n]*$")
_INNER = re.compile(rb"\bfunc[ \t]*\([^()]*\)")
_LISTED = re.compile(rb"(?:^|[(,])\s*(?P<name>[A-Za-z]\w*)\b(?=[ \t]+[\w*\[.]|[ \t]*,)")
_FIELD = re.compile(
    rb"[ \t]*(?:(?:public|private|protected|internal|readonly|static|final|volatile|pub|declare)[ \t]+)*"
    rb"(?:(?![^;={]*\boperator\b)%s[ \t]*(?:=(?![=>])|;|\[[^\[\]]*\][ \t]*[;=\[]|\{[ \t]*get\b)"
    rb"|(?!(?:public|private|protected|default|case|signals|slots)\b)(?P<named>[A-Za-z_$]\w*)"
    rb"[?!]?[ \t]*:(?!:)[ \t]*\S)" % _DECLARED
)
_CONDITIONAL = re.compile(rb"(?m)^[ \t]*#[ \t]*(?:if|el|endif)")
_PARAMETERS = re.compile(
    rb"\b(?:function\b\s*\w*|func\s+(?:\([^()]*\)\s*)?\w+|fn\s+\w+)\s*(?:<[^<>()]*>)?\s*\((?P<all>[^()\r\n]*)"
)
_NAMED_FIRST = re.compile(rb"\s*(?:mut\s+)?(?P<name>(?!_)\w+)")
_SIGILED = re.compile(rb"(?P<name>\$\w+)")
_ALREADY = re.compile(rb"(?:^|[;{}(,])\s*%s\s*(?=[=;,)\[{:]|$)" % _DECLARED)
_PROTOTYPE = re.compile(rb"[ \t]*%s\((?P<parameters>[^()=\"]+)\)[ \t]*(?:const[ \t]*)?;" % _DECLARED)
_WITH_TYPE = re.compile(
    rb"\s*(?:const\s+)?[\w:<>]+(?:[*&]+\s*(?:[A-Za-z_]\w*)?|\s+[*&]*[A-Za-z_]\w*)\s*|\s*const\s+[\w:<>]+\s*"
)
_BLOCK = re.compile(rb"(?:\((?:[^(){}]|\([^(){}]*\))*\)[^(){};]*)?\{[^{}]*\}")

METHOD = b"()"
"""What stands for a method's parameters and its body, so that the method is not taken for a field."""


def declares_wrongly(whole: bytes, left: bytes, right: bytes) -> bool:
    """Return whether the cursor's line does not go with what the function around it declares.

    Args:
        whole: The completion.
        left: The left context.
        right: The right context.
    """
    line = last_line(left) + first_line(whole)
    if _repeats_parameter(line, len(last_line(left))) or _is_shadowed(line, left, right):
        return True
    if has_needless_body(whole, left) or is_announced_late(line, left) or hands_on_to_itself(whole, left):
        return True
    if not any(form.match(line) for form in (_VARIABLE, _VARIABLES, _NEW_NAME, _PROTOTYPE, CALL, _FIELD)):
        return False
    before = left[: line_start(left)][-NEAR:]
    around = header_around(before)
    # Of two variants of a text the compiler sees one.
    if around is None or _CONDITIONAL.search(before, around[1]):
        return False
    header, body = around[0], before[around[1] :]
    below = _block_below(right[:NEAR])
    if _OF_TYPE.search(header):
        return _is_field_again(line, body, below)
    return _goes_wrong(line, header, body, without_blocks(_CASE.split(below)[0]))


def _goes_wrong(line: bytes, header: bytes, body: bytes, below: bytes) -> bool:
    """Return whether a line does not go with the header of its function, or what the function declares."""
    if not FUNCTION.search(header) and not header.startswith(NAME_FIRST):
        return False
    return (
        _is_declared(line, header, body, below)
        or _is_no_new_name(line, header, body, below)
        or _declares_function(line)
        or calls_itself(line, header, body)
    )


def _is_declared(line: bytes, header: bytes, body: bytes, below: bytes) -> bool:
    """Return whether a line declares what a parameter, or a variable of a block around, is called.

    Of what stands below, only the variables of the line's own block count.
    """
    names = _names_of(line)
    if not names:
        return False
    opener, parameters = header.partition(b"(")[1:]
    there = (one["name"] for one in _ALREADY.finditer(opener + parameters + b";" + without_blocks(body)))
    later = (name for one in lines_below(below) for name in _names_of(one))
    return not names.isdisjoint((*there, *later))


def _names_of(line: bytes) -> set[bytes]:
    """Return the names of the variables that a line declares: one, or a list of them."""
    several = _VARIABLES.fullmatch(line)
    if several is None:
        found = _VARIABLE.match(line)
        return set() if found is None else {found["name"]}
    parts = [_ONE_OF.fullmatch(one) for one in several["all"].split(b",")]
    return {one["name"] for one in parts if one is not None} if all(parts) else set()


def _is_field_again(line: bytes, body: bytes, below: bytes) -> bool:
    """Return whether a line in the body of a type declares a field that stands there already, or below."""
    found = _FIELD.match(line)
    if found is None or _CONDITIONAL.search(below):
        return False
    nested = open_brackets(below)
    below = below[: nested[0]] if nested else below
    own = (part for text in (body, below) for part in lines_below(without_blocks(text, METHOD)))
    return any(_field(one) == _field(found) for one in map(_FIELD.match, own) if one)


def _field(found: re.Match[bytes]) -> bytes:
    name: bytes = found["name"] or found["named"]
    return name


def _repeats_parameter(line: bytes, typed: int) -> bool:
    """Return whether a line gives a function two parameters of one name, the second behind what was typed."""
    found = _PARAMETERS.search(without_strings(line))
    if found is None or found.end("all") <= typed:
        return False
    find = _SIGILED.search if b"$" in found["all"] else _NAMED_FIRST.match
    names = [one["name"] for one in map(find, found["all"].split(b",")) if one]
    return len(names) > len(set(names))


def _is_shadowed(line: bytes, left: bytes, right: bytes) -> bool:
    """Return whether a line and its neighbour let a name stand for two values, the first unread."""
    if _LET.match(line) is None:
        return False
    above = line_above(left)
    below = right[len(first_line(right)) : NEAR].lstrip()
    return _hides(above, line) or (not first_line(right).strip() and _hides(line, below))


def _hides(one: bytes, other: bytes) -> bool:
    """Return whether a declaration of the same name follows one, of a constant or without reading it."""
    first, second = _LET.match(one), _LET.match(other)
    if first is None or second is None or not (first["end"] and second["end"]):
        return False
    is_read = re.search(rb"(?<!\w)" + first["name"] + rb"(?!\w)", second["value"]) is not None
    return first["name"] == second["name"] and (not is_read or b"let" not in (first["kind"], second["kind"]))


def _is_no_new_name(line: bytes, header: bytes, body: bytes, below: bytes) -> bool:
    """Return whether a line makes one name with `:=` that its own block makes already, or below."""
    found = _NEW_NAME.match(line)
    if found is None:
        return False
    opened = open_brackets(body)
    own = without_blocks(_CASE.split(body[opened[-1] + 1 :] if opened else body)[-1])
    parameters = b"" if opened else _INNER.sub(b"", header[header.find(b"(") :])
    names = {name for one in _NEW_NAMES.finditer(own) for name in re.findall(rb"\w+", one.group())}
    names |= {one["name"] for one in _LISTED.finditer(parameters)}
    later = (_NEW_NAME.match(one) for one in lines_below(below))
    return found["name"] in names | {one["name"] for one in later if one}


def _block_below(right: bytes) -> bytes:
    """Return the rest of the block that is open at the beginning of a text, from the next line on."""
    begin = right.find(b"\n")
    return right[begin : closing_bracket(right, begin)] if begin >= 0 else b""


def without_blocks(body: bytes, instead: bytes = b";") -> bytes:
    """Return a text without the blocks that have ended in it, and without their headers' parentheses."""
    less = _BLOCK.sub(instead, body)
    while less != body:
        body, less = less, _BLOCK.sub(instead, less)
    return body


def _declares_function(line: bytes) -> bool:
    """Return whether a line that stands in a function declares another one."""
    found = _PROTOTYPE.match(line)
    return found is not None and all(_WITH_TYPE.fullmatch(one) for one in found["parameters"].split(b","))
