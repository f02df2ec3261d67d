"""`calls_wrongly` says whether a line gives a function of the file more or fewer arguments than it takes.

Such a line fits, and a small model writes it readily: it knows how calls look, and not what was declared.
Where a function has several lists of parameters, each may be meant; no call is judged whose function has one
of any length. Methods are known of the object itself, and of variables that stand for an object of a type of
the file. Only ended calls can have too few arguments, and only where each parameter needs one: not in
JavaScript, nor where a decorator or a macro may give it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from quoin.engine.decoding.members.constructing import constructors
from quoin.engine.decoding.members.owners import is_of_file
from quoin.engine.decoding.members.places import file_around, places_of
from quoin.engine.util.characters import closing_bracket, without_pairs, without_strings
from quoin.engine.util.lines import COMMENT, last_line, line_above, line_spans, line_start

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

LONGEST = 1000
"""The largest number of bytes of a list of parameters, and of a line on each side of the cursor."""

_CALL = re.compile(
    rb"(?:(?<![\w.$:>@#!\[~])|(?<=\.\.\.)|(?<=\$)(?=this->))(?:(?P<owner>[A-Za-z_]\w*)(?:\.|->|(?P<type>::)))?(?P<name>[A-Za-z_$][\w$]*)\("
)
_NO_NAME = re.compile(
    rb"(?:if|for|foreach|while|switch|match|catch|return|throw|with|using|lock|func|fun|fn|function|def)\Z"
)
_DECLARES = re.compile(
    rb"(?<![\w$])(?!(?:return|throw|await|yield|else|case|in|not|and|or|is|go|defer|if|elif|while|assert|raise"
    rb"|lambda|from|do|new)[ \t])[\w$]+[>\]*&?\s]*[ \t*&]\Z|\bfunc[ \t]*\([^()]*\)[ \t]*\Z|>[ \t]+\Z"
)
_OPEN_STRING = re.compile(rb"[\"'`]")
_ANY_NUMBER = re.compile(rb"\.\.\.|\b(?:params|varargs?)\b")
_NOT_COUNTED = re.compile(rb"\blambda\b|[<>|]|\.\.\.|(?:^|,)\s*\*")
_IMPL = (
    rb"\bimpl\b[ \t]*(?:<[^{};]*?>)?[ \t]+(?:[\w:<>,'& ]+?[ \t]+for[ \t]+)?%s\b"
    rb"(?:<[^{};]*>)?\s*(?:where\b[^{};]*)?\{"
)
_FN = rb"\bfn[ \t]+(?P<name>%s)[ \t]*(?:<[^()]*>)?\("
_LIFETIME = re.compile(rb"(?:(?<=[&<])|(?<=\+ ))'[a-z_]\w*\b(?!')\s*|(?<=, )'[a-z_]\w*(?=[,>])")
_POINTER = re.compile(rb"(?<![\w$>])\w+->")
_OPEN = re.compile(rb"[(\[{].*", re.DOTALL)
_GENERIC = re.compile(rb"<[^<>()]*>")
_OBJECT = re.compile(rb"(?:&\s*(?:'\w+\s+)?)?(?:mut\s+)?self(?:\s*:.*)?")
_FIRST = re.compile(_OBJECT.pattern + rb"|cls")
_OPTIONAL = re.compile(rb"=|\?\s*:")
_OPTIONAL_OR_UNTYPED = re.compile(_OPTIONAL.pattern + rb"|\A[A-Za-z_]\w*\Z")
_FUNCTION_OR_OWN = (None, b"this", b"self")
_DECORATORS = (b"@", b"#")
_STRICT = re.compile(rb"\b(?:def|fn|func?)[ \t]+(?:\([^()]*\)[ \t]*)?\Z")
_ASSIGNED = rb"(?<![\w.$])%s[ \t]*(?::[^=\r\n]*)?=(?!=)"
_DECLARED = re.compile(rb"\s*(?:[{]|=(?!=)|\w)")
_NONE = (b"void", b"*", b"/")
_BEHIND = re.compile(
    rb"(?:[ \t]*(?:<[^<>()]*>|\[[^()]*\])?[ \t]*"
    rb"|[ \t]*=[ \t]*(?:async\b[ \t]*)?(?:function\b[ \t]*\w*[ \t]*)?)\("
)
_KEYWORD = re.compile(rb"\b(?:def|fn|fun|func|function\*?)[ \t]+(?:\([^()]*\)[ \t]*)?\Z")
_VALUE = re.compile(rb"\b(?:const|let|var)[ \t]+\Z")
_TYPED = re.compile(
    rb"[ \t]*(?!(?:return|else|new|throw|await|case|typedef|using)\b)[A-Za-z_@][\w:<>,.?&@\[\] \t]*[*&\s]\Z"
)
_ANYTHING = re.compile(rb"")
_ARROW = re.compile(rb"\s*(?:=>|[:{])")
_BODY = re.compile(rb"\s*(?:const\b|noexcept\b|override\b|final\b|throws\b[\w., \t\r\n]*|:[^{};=]+)?\s*\{")
_NO_BODY = re.compile(_BODY.pattern.removesuffix(rb"\{") + rb";")
_READS_ALL = re.compile(rb"\barguments\b")
_WITH_TYPE = re.compile(
    rb"(?!(?:new|await|typeof|delete|not|ref|out|yield|move|mut)\b)[\w:.\]\[]+[&*\s]*[&*\s][&*]*\w+"
)


class Taken(NamedTuple):
    """How many arguments a function takes, at least and at most, and whether its header looks like a call."""

    least: int
    most: int
    looks_alike: bool = False


def calls_wrongly(whole: bytes, left: bytes, right: bytes) -> bool:
    """Return whether a completion gives a function of the file more or fewer arguments than it takes.

    Args:
        whole: The completion.
        left: The left context.
        right: The right context.
    """
    near = file_around(left, right)
    by_name = lru_cache(lambda name, is_method: _taken(name, near, is_method=is_method))

    def taken(name: bytes, owner: bytes | None, *, is_type: bool) -> Taken | None:
        if is_type:
            return _taken_by_type(name, owner or b"", near)
        found: Taken | None = by_name(name, owner is not None)
        is_known = owner in _FUNCTION_OR_OWN or (found is not None and is_of_file(owner or b"", near))
        return found if is_known else None

    begun = last_line(left)[-LONGEST:]
    for start, end in line_spans(whole):
        if _has_wrong_call(begun, whole[start:end][:LONGEST], taken):
            return True
        begun = b""
    return False


def _has_wrong_call(begun: bytes, written: bytes, taken_by: Callable[..., Taken | None]) -> bool:
    """Return whether what is written in a line has a call with too many arguments or too few.

    Args:
        begun: What was typed in the line.
        written: What follows in it.
        taken_by: Returns how many arguments the functions of a name take, or those of an object or a type.
    """
    line = without_strings(begun + written)
    for call in _CALL.finditer(line):
        before = line[: call.start()]
        if _NO_NAME.match(call["name"]) or _DECLARES.search(before):
            continue
        end, arguments = _listed(line, call.end())
        if end < len(begun) or arguments is None:
            continue
        taken = taken_by(call["name"], call["owner"], is_type=call["type"] is not None)
        if taken is None or (taken.looks_alike and not before.strip()):
            continue
        is_ended = end < len(line) and not _DECLARED.match(line, end + 1) and not COMMENT.match(line)
        if arguments > taken.most or (arguments < taken.least and is_ended):
            return True
    return False


def _listed(line: bytes, start: int) -> tuple[int, int | None]:
    """Return where a list of arguments ends, or the line, and how many it has; None if that is not known."""
    closer = closing_bracket(line, start, start + LONGEST)
    end = len(line) if closer is None else closer
    items = line[start:end]
    is_counted = _NOT_COUNTED.search(_POINTER.sub(b".", items)) is None
    listed = None if not is_counted or _OPEN_STRING.search(items) else _items(items)
    if listed is not None and any(_WITH_TYPE.fullmatch(one) for one in listed):
        listed = None  # a list of parameters
    return end, None if listed is None else len(listed)


def _items(text: bytes) -> list[bytes]:
    """Return the items of a list, without what brackets hold, also one that is still open."""
    flat = _OPEN.sub(b"0", without_pairs(text))
    return [one.strip() for one in flat.split(b",") if one.strip()]


def _taken(name: bytes, text: bytes, *, is_method: bool) -> Taken | None:
    """Return how many arguments the functions of a name take; None if none is declared, or one takes any."""
    begins = None if is_method else constructors(name, text)
    found = list(_declared(name, text, is_method=is_method) if begins is None else _made(begins, text))
    if found and begins is None:
        # One without a body, as of another language, may have more parameters.
        found += _declared(name, text, is_method=is_method, ends=_NO_BODY)
    known = [one for one in found if one is not None]
    if not known or len(known) < len(found):
        return None
    is_variable = re.search(_ASSIGNED % re.escape(name), text)
    least = 0 if is_variable else min(one.least for one in known)
    looks_alike = any(text.startswith(name, start) for start, _ in begins or ())
    return Taken(least, max(one.most for one in known), looks_alike)


def _taken_by_type(name: bytes, owner: bytes, text: bytes) -> Taken | None:
    """Return how many arguments a function of a type of Rust takes that takes no object; None if unknown."""
    found: list[Taken | None] = []
    for header in re.finditer(_IMPL % re.escape(owner), text):
        body = text[header.end() : closing_bracket(text, header.end())]
        for start in re.finditer(_FN % re.escape(name), body):
            closer = closing_bracket(body, start.end(), start.end() + LONGEST)
            items = None if closer is None else _parameters(body[start.end() : closer])
            if items is None or (items and _OBJECT.fullmatch(items[0])):
                return None
            found.append(_of_items(items, body[: start.start("name")], is_method=False))
    known = [one for one in found if one is not None]
    return Taken(min(one.least for one in known), max(one.most for one in known)) if known else None


def _declared(
    name: bytes, text: bytes, *, is_method: bool, ends: re.Pattern[bytes] = _BODY
) -> Iterator[Taken | None]:
    """Yield how many arguments each function of a name takes; None for any number.

    Args:
        name: The name.
        text: The text.
        is_method: Whether the function belongs to an object.
        ends: What follows the parameters where a type stands before the name.
    """
    places = places_of(name, text)
    if places is None:
        yield None
        return
    for start, end in places:
        found = _BEHIND.match(text, end)
        if found is None:
            continue
        follows = _follows(text[line_start(text, start) : start], ends, is_value=b"=" in found.group())
        closer = None if follows is None else closing_bracket(text, found.end(), found.end() + LONGEST)
        if follows is None or (closer is not None and not follows.match(text, closer + 1)):
            continue
        items = None if closer is None else _parameters(text[found.end() : closer])
        if items is None or _reads_all(text, closer):
            yield None
        elif is_method or not (items and _OBJECT.fullmatch(items[0])):
            yield _of_items(items, text[:start], is_method=is_method)


def _reads_all(text: bytes, closer: int | None) -> bool:
    """Return whether the body behind some parameters reads all arguments, whatever their number."""
    begin = -1 if closer is None else text.find(b"{", closer)
    end = None if begin < 0 else closing_bracket(text, begin + 1, begin + LONGEST)
    return end is not None and _READS_ALL.search(text, begin, end) is not None


def _made(begins: Iterable[tuple[int, int]], text: bytes) -> Iterator[Taken | None]:
    """Yield how many arguments constructors take that begin at some places; None for any number."""
    for start, begin in begins:
        closer = closing_bracket(text, begin, begin + LONGEST)
        items = None if closer is None else _parameters(text[begin:closer])
        yield None if items is None else _of_items(items, text[:start], is_method=True)


def _of_items(items: list[bytes], before: bytes, *, is_method: bool) -> Taken:
    """Return how many arguments a function takes.

    Args:
        items: Its parameters.
        before: The text before its name.
        is_method: Whether an object may come before the arguments.
    """
    most = len(items) - bool(items and is_method and _FIRST.fullmatch(items[0]))
    return Taken(most if _needs_all(before, items) else 0, most)


def _needs_all(before: bytes, items: list[bytes]) -> bool:
    """Return whether a function needs an argument for each of its parameters.

    Args:
        before: The text before its name.
        items: The parameters.
    """
    optional = _OPTIONAL if _STRICT.search(before, line_start(before)) else _OPTIONAL_OR_UNTYPED
    is_decorated = line_above(before).lstrip().startswith(_DECORATORS)
    return not any(optional.search(one) for one in items) and not is_decorated


def _follows(before: bytes, ends: re.Pattern[bytes], *, is_value: bool) -> re.Pattern[bytes] | None:
    """Return what stands behind the parameters where a function is declared; None if none is."""
    if is_value:
        return _ARROW if _VALUE.search(before) else None
    if _KEYWORD.search(before):
        return _ANYTHING
    return ends if _TYPED.match(before) else None


def _parameters(text: bytes) -> list[bytes] | None:
    """Return the parameters of a list; None if there may be any number."""
    text = without_strings(_LIFETIME.sub(b"", text))
    if _ANY_NUMBER.search(text):
        return None
    count = 1
    while count:
        text, count = _GENERIC.subn(b"", text)
    items = _items(text)
    if any(one.startswith(b"*") and len(one) > 1 for one in items):
        return None
    return [one for one in items if one not in _NONE]
