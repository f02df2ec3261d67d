"""`means_nothing` says whether a completion does what has no effect, or what nobody can mean.

A variable or a field is given to itself, or taken from itself, or an object is given to its own method or
field, or the type that a value is called after, or a type of numbers, in its place; a type is converted to
itself, or may twice have no value; both sides of an `||` or an `==` are equal; a statement only names a
member, an element or a type, or calls what the next line calls for its value; a loop goes through its own
variable, an attribute that is there or not is given a value, or a shell calculates with a function; the body
of a page has a title, or a page that is written as it is a place for a template's value.
"""

from __future__ import annotations

import re

from quoin.engine.decoding.functions.returning import NEAR, header_around
from quoin.engine.util.characters import ends_word, open_brackets
from quoin.engine.util.lines import (
    BLANKS,
    COMMENT,
    column,
    first_line,
    last_line,
    line_above,
    line_below,
    line_spans,
    line_start,
    lines_below,
)

_GIVEN = re.compile(rb"\bthis(?:\.|->)(?P<name>\w+)[ \t]*=[ \t]*(?P=name)[ \t]*(?:;|\Z)")
_LOOP = re.compile(
    rb"\bfor[ \t]*\([^();=]*?(?<![\w.])(?P<name>[a-z_]\w*)"
    rb"(?:[ \t]*:[ \t]*|[ \t]+(?:of|in)[ \t]+)[&*]?(?P=name)(?![\w.(\[-])"
    rb"|\bfor[ \t]*\((?:const|let)[ \t]+[\[{][^\]}]*(?<![\w$.])(?P<part>[\w$]+)(?:,[^\]}]*)?[\]}][ \t]+of"
    rb"[ \t](?:[^;{}()]|\([^()]*\))*(?:\([^()]*)?(?<![\w$.])(?P=part)(?![\w$:])"
    rb"|\bfor[ \t]+(?P<item>\w+)[ \t]+in[ \t]+&?(?P=item)[ \t]*[:{]"
    rb"|\bfor\b[^:=]*\b(?P<value>\w+)[ \t]*:=[ \t]*range[ \t]+(?P=value)[ \t]*\{"
)
_VALUED = re.compile(
    rb"<\w[^<>]*[ \t](?P<name>required|disabled|checked|selected|readonly|multiple|autofocus|novalidate"
    rb"|autoplay|controls|loop|muted|defer|async|reversed|itemscope|inert)=\"(?!(?P=name)\b|true\b|false\b|[{<\"])"
)
_NAMED = rb"[ \t]*[$@]?[A-Za-z_][\w$]*(?:(?:\.|->|::|\?\.)\$?[A-Za-z_]\w*|\[[^\[\]\r\n]*\])+[ \t]*"
_TYPE = (
    rb"[ \t]*(?:(?:const[ \t]+)?(?:void|unsigned|signed|int|char|long|short|double|float|bool|size_t"
    rb"|std::string)(?:[ \t]+(?:int|long|char|short))*[ \t]*[*&]*"
    rb"|(?<=[ \t])(?!(?:return|template)\b)[A-Za-z_]\w*(?:::\w+)*<[\w:<>,*& \t]+>)[ \t]*"
)
_VARIABLE = re.compile(
    rb"[ \t]*(?P<name>(?!(?:break|continue|return|throw|debugger|delete|default|yield)\b)\$?[a-z_]\w*);[ \t]*"
)
_TYPED = (
    rb"(?<![\w.$])(?!(?:let|const|var|val|return|static|readonly|public|private|protected|new|in|of|as|import"
    rb"|from|typeof|await|yield|throw|goto|using|case|export|default)\b)[A-Za-z_][\w:<>,]*"
    rb"(?:[ \t]+[*&]*|[*&]+[ \t]*)%s[ \t]*[;=,\[]"
)
_CLASS = re.compile(rb"\bclass\b[^(){};]*\Z")
_CONTROL = re.compile(
    rb"[ \t]*(?:\}?[ \t]*else[ \t]+)?(?:if|for|while|foreach)\b.*\)[ \t]*|[ \t]*\}?[ \t]*else[ \t]*"
)
_STATEMENT = re.compile(rb"(?:" + _NAMED + rb"|" + _TYPE + rb");[ \t]*")
_LINE = re.compile(_NAMED)
_MEMBER = re.compile(rb"[ \t]*[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+[ \t]*")
_BEGINS_ITEM = re.compile(rb"[ \t]*[\w$\"'{\[]")
_BLOCK = re.compile(rb"=>[ \t]*\{(?P<named>" + _NAMED + rb")\}[ \t]*\)")
_HEADER = re.compile(rb"[ \t]*(?:with|for|while|if|elif|else|try|except|finally|def|async)\b.*:[ \t]*")
_SUM = re.compile(rb"\(\((?P<operands>[^()\r\n]*)\)\)")
_OPERAND = re.compile(rb"(?<![\w$])[A-Za-z_]\w*")
_SHELL_FUNCTION = rb"(?m)^[ \t]*(?:function[ \t]+)?%s[ \t]*\(\)"
_ITSELF = re.compile(
    rb"[ \t]*(?P<name>\$?[A-Za-z_][\w$]*(?:(?:\.|->|::|\?\.)\$?[A-Za-z_]\w*|\[[^\[\]\r\n]+\])*)[ \t]+"
    rb"[-/%^|&]?=[ \t]+(?P=name)[ \t]*;?[ \t]*"
)
_OWN = re.compile(
    rb"[ \t]*(?P<name>[A-Za-z_$][\w$]*(?:(?:\.|->)\w+)*)(?:\.|->)"
    rb"(?!(?:self|next|prev|previous|parent|root|head|tail|default)\b)[a-z]\w*"
    rb"[ \t]*=[ \t]*(?P=name)[ \t]*;?[ \t]*"
)
_TO_ITSELF = re.compile(rb"(?<![\w.$>])(?!cls\b)(?P<name>[a-z_$][\w$]*)(?:\.|->)\w+\((?P=name)\)")
_SAME = re.compile(
    rb"(?<![\w.$>])(?P<name>[A-Za-z_$][\w$]*(?:(?:\.|->)\w+(?:\(\))?)*)(?:\.|->)"
    rb"(?:equals|Equals|equalsIgnoreCase|compareTo|CompareTo|isSame|localeCompare)\((?P=name)\)"
)
_EQUAL = re.compile(
    rb"^(?!.*\b(?:assert|expect|EXPECT|ASSERT|CHECK|REQUIRE)).*(?<![\w.$\])>!*/%+&|^-])(?<![-+*/%&|^] )"
    rb"(?P<name>\$?[A-Za-z_][\w$]*(?:(?:\.|->)\w+)*)[ \t]+===?[ \t]+(?P=name)"
    rb"(?![\w.(\[]|->|[ \t]*[-+*/%&^<>?:=](?!&))"
)
_CONVERTS = re.compile(
    rb"^[ \t]*impl(?:<[^<>]*>)?[ \t]+(?:Try)?(?:From|Into)<(?P<type>[\w:&']+)>[ \t]+for"
    rb"[ \t]+(?P=type)(?![\w:<])"
)
_NULLABLE_TWICE = re.compile(rb"(?<![\w.])[A-Za-z_][\w.<>]*\?\?[ \t]+[A-Za-z_]\w*[ \t]*(?:[;{=)]|\Z)")
_CALLS = re.compile(rb"[A-Za-z_$][\w$.:>{}-]*\(.*\)[ \t]*;?\Z", re.DOTALL)
_VALUE = re.compile(
    rb"[ \t]*(?:(?:const|let|var|auto|final)[ \t]+)?(?:mut[ \t]+)?\$?\w+[ \t]*:?=[ \t]*(?:await[ \t]+)?"
    rb"(?P<value>[^\r\n]+)"
)
_NUMBER = rb"(?:\[\]|\*)*(?:u?int(?:8|16|32|64|ptr)|float(?:32|64))"
_TYPE_AS_VALUE = re.compile(
    rb"^[ \t]*(?:\w+(?:\.\w+)+[ \t]*=|\w+(?:,[ \t]*\w+)*[ \t]*:=)[ \t]*" + _NUMBER + rb"[ \t]*\Z"
    rb"|\bappend\([^()]*,[ \t]*(?:" + _NUMBER + rb"|\[\]\w+)\)"
    rb"|^[ \t]*[\w.\[\]]+(?:,[ \t]*[\w.\[\]]+)*[ \t]*[-+*/|&^%:]?=.*[\w)\]][ \t]+[-+*/|&^%][ \t]+"
    + _NUMBER
    + rb"[ \t]*\Z"
)
_PLACE = rb"[A-Za-z_$][\w$]*(?:(?:\.|->)\w+|\[\w+\])*"
_TAKEN = re.compile(
    rb"[ \t]*(?:[\w<>:]+[ \t*&]+){0,4}(?P<name>" + _PLACE + rb")[ \t]*:?=[ \t]*"
    rb"(?P<value>" + _PLACE + rb")[ \t]*;?[ \t]*"
)
_SET = re.compile(rb"\bset(?P<setter>[A-Z]\w*)\((?P<state>[a-z]\w*)\)")
_SET_TO_TYPE = re.compile(
    rb"(?<!#)\bset_?(?P<type>[A-Z]\w*)\((?P=type)\)"
    rb"|\b(?P<new>[A-Z]\w*)[ \t]+\w+[ \t]*=[ \t]*new\((?P=new)(?:[ \t]+[A-Za-z_]\w*)?\)"
)
_STATE = rb"\[\s*%s\s*,\s*set%s\s*\]\s*=(?!=)"
_BINDS = (
    rb"\b%s\s*=>|\b(?:const|let|var|of)\b[^=;\n]*\b%s\b"
    rb"|(?<!if )(?<!while )(?<!switch )\([^()]*\b%s\b[^()]*\)\s*(?::[^=(){}]*)?(?:=>|\{)"
)
_COMPARED = rb" (?:[!=<>]=+|[<>]) [\w.\"'-]+"
_BOTH = re.compile(
    rb"(?<![\w.)\]>])(?P<one>!?(?!true\b|false\b)[A-Za-z_$][\w.$]*(?:\((?:[^()]|\([^()]*\))*\)|->\w+|::\w+|"
    + _COMPARED
    + rb")*)[ \t]+(?:\|\||&&)[ \t]+(?P=one)(?![\w.(\[-]|[ \t]*(?:[!=<>+*/%-]|\?(?!\?)))"
)
_CALLED_AT_ONCE = re.compile(rb"\bon[A-Z]\w*=\{[\w$.?]+\(\)\}")
"""A function for an event that is called where it should be given."""

_CONSTANT_ITSELF = re.compile(
    rb"^(?:export[ \t]+)?type[ \t]+(?P<type>\w+)[ \t]*(?:<[^=]*>)?[ \t]*=[ \t]*(?P=type)[ \t]*;?[ \t]*\Z"
    rb"|\bconst[ \t]+(?P<one>\w+)[ \t]*(?::[^=]*)?=[ \t]*(?P=one)[ \t]*;?[ \t]*\Z"
    rb"|\bnew[ \t]+I[A-Z][a-z]\w*(?:<[^<>]*>)?[ \t]*(?:[({]|\Z)"
)
"""A type or a constant that is itself, and a new object of what is called like an interface."""

_OF_MODULE = rb"(?m)^(?:import\b[^;'\"]*\b%s\b|(?:export[ \t]+)?(?:const|let|var|function)[ \t]+%s\b)"
_FORMS = (
    *(_LOOP, _VALUED, _BOTH, _TO_ITSELF, _SAME, _EQUAL, _SET_TO_TYPE, _TYPE_AS_VALUE, _CONVERTS),
    _NULLABLE_TWICE,
    _CALLED_AT_ONCE,
    _CONSTANT_ITSELF,
)
_PAGE = re.compile(rb"(?i)\s*<(?:!doctype[ \t]|html\b)")
_FILLED = re.compile(rb"\{\{|\{%|<%|<\?php\b|<\?=")
_IN_BODY = re.compile(rb"<body\b(?:(?!<svg\b).|<svg\b.*?</svg>)*\Z", re.DOTALL)
_PARAMETERS = re.compile(rb"\([^()]*(?:\([^()]*\)[^()]*)*\)[^()]*\Z")


def means_nothing(whole: bytes, left: bytes, right: bytes) -> bool:
    """Return whether a completion means nothing.

    Args:
        whole: The completion, with what closes it.
        left: The left context.
        right: The right context.
    """
    file = left + b"\n" + right
    for start, end in line_spans(whole):
        tail = first_line(right) if end == len(whole) else b""
        if _says_nothing(whole[start:end], left + whole[:start], tail, file):
            return True
    text = last_line(left) + whole + first_line(right)
    if _only_names(text, left) or _stands_below(text, right) or _is_constant_again(text, left):
        return True
    return _stands_above_its_rest(text, left, right)


def _says_nothing(written: bytes, left: bytes, tail: bytes, file: bytes) -> bool:
    """Return whether what is written in a line means nothing.

    Args:
        written: What the completion writes in the line.
        left: What stands before it.
        tail: What follows in the line.
        file: The file without the completion.
    """
    typed = last_line(left)
    line = typed + written
    if any(match.end() > len(typed) for form in _FORMS for match in form.finditer(line)):
        return True
    if any(form.fullmatch(line + tail) for form in (_ITSELF, _OWN)) and not _is_listed(left):
        return True
    if any(block.end("named") > len(typed) for block in _BLOCK.finditer(line + tail)):
        return True
    if _gives_back(line + tail, left) or _sets_to_itself(line, len(typed), left):
        return True
    if b"<" in line and _is_of_no_page(written, left, file):
        return True
    return _calculates_with_function(line, len(typed), file) or _gives_to_itself(line, left)


def _is_of_no_page(written: bytes, left: bytes, file: bytes) -> bool:
    """Return whether a page of HTML gets a title in its body, or its first place for a value.

    Of 28 real titles none stands in a body but those of drawings, and of 348 places that are filled in one is
    the only one of its page.
    """
    if not _PAGE.match(file):
        return False
    if b"<title" in written and _IN_BODY.search(left[-NEAR:]) is not None:
        return True
    return _FILLED.search(written) is not None and _FILLED.search(file) is None


def _gives_back(line: bytes, left: bytes) -> bool:
    """Return whether a line gives something the variable to which the line above has just given it."""
    above = line_above(left)
    taken, given = _TAKEN.fullmatch(above), _TAKEN.fullmatch(line)
    if taken is None or given is None or column(above) != column(line):
        return False
    return taken["name"] == given["value"] and taken["value"] == given["name"]


def _sets_to_itself(line: bytes, typed: int, left: bytes) -> bool:
    """Return whether a line gives a component's state to itself, where nothing else has its name."""
    for found in _SET.finditer(line):
        setter, state = found["setter"], found["state"]
        declared = re.search(_STATE % (state, setter), left) if found.end() > typed else None
        if declared is not None and setter[:1].lower() + setter[1:] == state:
            between = left[declared.end() : line_start(left)] + line[: found.start()]
            if re.search(_BINDS % (state, state, state), between) is None:
                return True
    return False


def _is_listed(left: bytes) -> bool:
    """Return whether the cursor's line stands in parentheses or in square brackets, as an argument does."""
    return _before_list(left) is not None


def _before_list(left: bytes) -> bytes | None:
    """Return what stands before the bracket of the list around the cursor's line; None without a list."""
    before = left[-NEAR:]
    opened = open_brackets(before)
    is_list = bool(opened) and before[opened[-1] :][:1] in (b"(", b"[")
    return before[: opened[-1]] if is_list else None


def _calculates_with_function(line: bytes, typed: int, file: bytes) -> bool:
    """Return whether a shell calculates, behind what was typed, with what the file has as a function."""
    sums = [found for found in _SUM.finditer(line) if found.end() > typed]
    names = {name for found in sums for name in _OPERAND.findall(found["operands"])}
    return any(re.search(_SHELL_FUNCTION % name, file) for name in names)


def _only_names(text: bytes, left: bytes) -> bool:
    """Return whether a statement in the lines of a text only names a member, an element or a type.

    A line without a semicolon is a statement in the block of a header that ends with a colon; the cursor's
    own line may go on with what the user types.
    """
    if not any(sign in text for sign in (b".", b"[", b"->", b"::", b";")):
        return False
    above = left[: line_start(left)].rstrip()
    before = last_line(above)
    for number, line in enumerate(lines_below(text)):
        is_first = not before.strip(BLANKS) or before.rstrip()[-1:] in (b";", b"{", b"}")
        is_first = is_first or COMMENT.match(before) is not None
        begins = is_first or _CONTROL.fullmatch(before) is not None
        if begins and (_STATEMENT.fullmatch(line) or _is_variable(line, left)):
            return True
        if number and _HEADER.fullmatch(before) and _LINE.fullmatch(line):
            return True
        before = line if line.strip(BLANKS) else before
    return False


def _stands_below(text: bytes, right: bytes) -> bool:
    """Return whether a line only names that with which the line below begins, or calls what that takes."""
    line, below = text.strip(BLANKS), line_below(right)
    if _LINE.fullmatch(line):
        begun = below.lstrip()
        return begun.startswith(line) and not ends_word(begun[: len(line) + 1][len(line) :])
    given = _VALUE.match(below) if column(below) == column(text) and _CALLS.match(line) else None
    return given is not None and given["value"].rstrip() == line


def _stands_above_its_rest(text: bytes, left: bytes, right: bytes) -> bool:
    """Return whether a statement only names a member, above a line that is indented as its rest."""
    below = line_below(right)
    if not _MEMBER.fullmatch(text) or not _BEGINS_ITEM.match(below) or column(below) <= column(text):
        return False
    above = line_above(left)
    return above.rstrip()[-1:] in (b"", b";", b"{", b"}") or COMMENT.match(above) is not None


def _is_constant_again(text: bytes, left: bytes) -> bool:
    """Return whether a line among the constants of a block only names the one of the line above."""
    line = text.strip(BLANKS)
    before = None if re.fullmatch(rb"[A-Za-z_]\w*", line) is None else _before_list(left)
    if before is None or not before.rstrip().endswith((b"const", b"var")):
        return False
    begun = line_above(left).lstrip()
    return begun.startswith(line) and begun[len(line) :].lstrip(BLANKS).startswith(b"=")


def _is_variable(line: bytes, left: bytes) -> bool:
    """Return whether a line only names a variable: one with a `$`, or one that was declared with a type."""
    found = _VARIABLE.fullmatch(line)
    if found is None or found["name"].startswith(b"$"):
        return found is not None
    before = left[-NEAR:]
    opened = open_brackets(before)
    if opened and _CLASS.search(before[: opened[-1]]):
        return False
    return re.search(_TYPED % found["name"], before) is not None


def _gives_to_itself(line: bytes, left: bytes) -> bool:
    """Return whether the cursor's line gives a field to itself, in a function that has no such variable."""
    given = _GIVEN.search(line)
    if given is None or given.end() <= len(last_line(left)):
        return False
    before = left[: line_start(left)][-NEAR:]
    function = header_around(before)
    begun = function and _PARAMETERS.search(before, 0, function[1])
    if not begun:
        return False
    name = given["name"]
    if re.search(_OF_MODULE % (name, name), left):
        return False
    return re.search(rb"(?<![\w.>])" + name + rb"(?!\w)", before[begun.start() :]) is None
