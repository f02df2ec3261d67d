"""`calls_wrongly` says whether a line gives a function of the file more arguments than it has parameters.

Such a line fits, and a small model writes it readily: it knows how calls look, and not what was declared. No
call is judged whose function has several parameter lists that differ, or one of any length.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from quoin.engine.util.characters import closing_bracket, ends_word, without_pairs, without_strings
from quoin.engine.util.lines import first_line, last_line, line_start

if TYPE_CHECKING:
    from collections.abc import Iterator

NEAR = 100_000
"""The number of bytes before and after the cursor in which functions are searched."""

LONGEST = 1000
"""The largest number of bytes of a list of parameters, and of a line on each side of the cursor."""

MOST_PLACES = 200
"""The largest number of places of a name on one side of the cursor; of a name with more nothing is known."""

_CALL = re.compile(
    rb"(?:(?<![\w.$:>@#!\[])|(?<=\.\.\.))(?P<object>(?:this|self)\.|this->)?(?P<name>[A-Za-z_$][\w$]*)\("
)
_NO_NAME = re.compile(
    rb"(?:if|for|foreach|while|switch|match|catch|return|throw|with|using|lock|func|fun|fn|function|def)\Z"
)
_DECLARES = re.compile(
    rb"(?<![\w$])(?!(?:return|throw|await|yield|else|case|in|not|and|or|is|go|defer|if|elif|while|assert|raise"
    rb"|lambda|from|do)[ \t])[\w$]+[>\]*&?\s]*[ \t*&]\Z|\bfunc[ \t]*\([^()]*\)[ \t]*\Z|>[ \t]+\Z"
)
_OPEN_STRING = re.compile(rb"[\"'`]")
_ANY_NUMBER = re.compile(rb"\.\.\.|\b(?:params|varargs?)\b")
_NOT_COUNTED = re.compile(rb"\blambda\b|[<>|]|\.\.\.|(?:^|,)\s*\*")
_OPEN = re.compile(rb"[(\[{].*", re.DOTALL)
_GENERIC = re.compile(rb"<[^<>()]*>")
_OBJECT = re.compile(rb"(?:&\s*(?:'\w+\s+)?)?(?:mut\s+)?self(?:\s*:.*)?")
_FIRST = re.compile(_OBJECT.pattern + rb"|cls")
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
_WITH_TYPE = re.compile(
    rb"(?!(?:new|await|typeof|delete|not|ref|out|yield|move|mut)\b)[\w:.\]\[]+[&*\s]*[&*\s][&*]*\w+"
)


def calls_wrongly(whole: bytes, left: bytes, right: bytes) -> bool:
    """Return whether the cursor's line has a call with more arguments than any function of its name takes.

    Args:
        whole: The completion.
        left: The left context.
        right: The right context.
    """
    begun = last_line(left)[-LONGEST:]
    line = without_strings(begun + first_line(whole)[:LONGEST])
    for call in _CALL.finditer(line):
        if _NO_NAME.match(call["name"]) or _DECLARES.search(line[: call.start()]):
            continue
        end, arguments = _listed(line, call.end())
        if end < len(begun) or not arguments:
            continue
        most = _most(call["name"], (left[-NEAR:], right[:NEAR]), is_method=call["object"] is not None)
        if most is not None and arguments > most:
            return True
    return False


def _listed(line: bytes, start: int) -> tuple[int, int | None]:
    """Return where a list of arguments ends, or the line, and how many it has; None if that is not known."""
    closer = closing_bracket(line, start, start + LONGEST)
    end = len(line) if closer is None else closer
    items = line[start:end]
    listed = None if _NOT_COUNTED.search(items) or _OPEN_STRING.search(items) else _items(items)
    if listed is not None and any(_WITH_TYPE.fullmatch(one) for one in listed):
        listed = None  # a list of parameters
    return end, None if listed is None else len(listed)


def _items(text: bytes) -> list[bytes]:
    """Return the items of a list, without what brackets hold, also one that is still open."""
    flat = _OPEN.sub(b"0", without_pairs(text))
    return [one.strip() for one in flat.split(b",") if one.strip()]


def _most(name: bytes, sides: tuple[bytes, bytes], *, is_method: bool) -> int | None:
    """Return the largest number of arguments of a function; None if it is not declared, or takes any."""
    numbers = [one for text in sides for one in _numbers(name, text, is_method=is_method)]
    return None if not numbers or None in numbers else max(one for one in numbers if one is not None)


def _numbers(name: bytes, text: bytes, *, is_method: bool) -> Iterator[int | None]:
    """Yield how many arguments each function of a name takes; None for any number."""
    for number, (start, end) in enumerate(_places(name, text)):
        if number == MOST_PLACES:
            yield None
            return
        found = _BEHIND.match(text, end)
        if found is None:
            continue
        follows = _follows(text[line_start(text, start) : start], is_value=b"=" in found.group())
        closer = None if follows is None else closing_bracket(text, found.end(), found.end() + LONGEST)
        if follows is None or (closer is not None and not follows.match(text, closer + 1)):
            continue
        items = None if closer is None else _parameters(without_strings(text[found.end() : closer]))
        if items is None:
            yield None
        elif is_method or not (items and _OBJECT.fullmatch(items[0])):
            yield len(items) - bool(items and is_method and _FIRST.fullmatch(items[0]))


def _places(name: bytes, text: bytes) -> Iterator[tuple[int, int]]:
    """Yield where a name begins and ends in a text."""
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        if not ends_word(text[max(0, at - 1) : at]) and not ends_word(text[end : end + 1]):
            yield at, end
        at = text.find(name, end)


def _follows(before: bytes, *, is_value: bool) -> re.Pattern[bytes] | None:
    """Return what stands behind the parameters where a function is declared; None if none is."""
    if is_value:
        return _ARROW if _VALUE.search(before) else None
    if _KEYWORD.search(before):
        return _ANYTHING
    return _BODY if _TYPED.match(before) else None


def _parameters(text: bytes) -> list[bytes] | None:
    """Return the parameters of a list; None if there may be any number."""
    if _ANY_NUMBER.search(text):
        return None
    count = 1
    while count:
        text, count = _GENERIC.subn(b"", text)
    items = _items(text)
    if any(one.startswith(b"*") and len(one) > 1 for one in items):
        return None
    return [one for one in items if one not in _NONE]
