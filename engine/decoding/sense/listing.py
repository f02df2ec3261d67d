"""`lists_again` says whether a completion gives a list a name, or a key, that the list has already.

An import, an enumeration, parameters with types, the keys of an object, a dictionary or of arguments, and the
cases of a switch have each name once, and a file requires a module once. A small model copies the item
beside. Nor is a key without its value an item among others with theirs.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from quoin.engine.util.characters import INNERMOST, STRING, closing_bracket, hidden, open_brackets
from quoin.engine.util.lines import first_line, last_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

NEAR = 6000
"""The number of bytes before and after the cursor in which the list is searched."""

DEPTH = 8
"""The largest number of brackets within each other in an item."""

_COMMENT = re.compile(rb"(?<![:\w\"'])(?://|#[ \t])[^\r\n]*|/\*.*?\*/", re.DOTALL)
_HELD = b"\x00"
_BEFORE_NAME = b" \t\r\n" + _HELD
_SIGNS = b"(){}[],;:=#>"
_HIDDEN = bytes.maketrans(_SIGNS, bytes(range(1, len(_SIGNS) + 1)))
_IMPORTED = re.compile(
    rb"(?:\bimport\s+(?:type\s+)?(?:[\w$]+\s*,\s*)?|\bimport\s*|\buse\s+[\w:\\]+(?:::|\\))\Z"
)
_IMPORT_LINE = re.compile(rb"[ \t]*(?:from[ \t]+[\w.]+[ \t]+)?import[ \t]+(?=[\w])")
_REQUIRE = re.compile(
    rb"(?m)^([ \t]*)(?:const|let|var)\s+[\w${},: \t]+=\s*require\("
    rb"(\"[^\"\r\n]+\"|'[^'\r\n]+')\)[ \t]*;?[ \t]*$"
)
_ENUM = re.compile(rb"\benum\b[^(){};=]*\Z")
_WORDS = re.compile(rb"\s*([A-Za-z_$][\w$]*(?:\s+as\s+[\w$]+)?)\s*")
_CONSTANT = re.compile(rb"\s*(?:\x00+\s*)?([A-Za-z_]\w*)\s*(?:=.*|\x00.*)?", re.DOTALL)
_MODIFIERS = rb"(?:(?:public|private|protected|readonly|static|final|const|mut|ref)\s+)*"
_KEY = rb"(?P<key>[A-Za-z_$][\w$]*(?:\.[\w$]+)*|\"[^\"\r\n]*\"|'[^'\r\n]*')"
_PAIR = re.compile(rb"\s*" + _MODIFIERS + _KEY + rb"\s*(?:\??:(?![:=]).*|=>.*)?\s*", re.DOTALL)
_VALUED = re.compile(rb":(?![:=])|=>")
_DECLARES = re.compile(rb"\b(?:const|let|var|export)\s*\Z")
_OF_ATTRIBUTE = re.compile(rb"\b(?:all|any|target_feature)\Z")
_NAMED = re.compile(
    rb"\s*" + _MODIFIERS + rb"(?!_\b)([A-Za-z_]\w*)\s*(?:=(?![=>])|\??:(?![:=])).*", re.DOTALL
)
_TYPED = re.compile(
    rb"\s*(?:@\w+\s+)*" + _MODIFIERS + rb"[A-Za-z_](?:[\w.<>?\x00]|::)*(?:\s*[*&]+\s*|\s+)"
    rb"(?!(?:const|unsigned|int|long|short|char|float|double)\b)(\w+)\s*(?:=.*)?",
    re.DOTALL,
)
_ARGUMENTS = re.compile(rb"(?<=\w)<[\w\s,.?&*\[\]\x00:]*>")
_NAMES_FIRST = re.compile(rb"\bfunc\s[^{};]*\Z")
_FIRST = re.compile(rb"\s*(?!_\b)(\w+)(?:\s+.*)?", re.DOTALL)
_KEY_ALONE = re.compile(rb"\s*(?:'[^'\r\n]*'|\"[^\"\r\n]*\")\s*")
_TEXT_KEY = re.compile(_KEY_ALONE.pattern + rb"=>")
_SWITCH = re.compile(rb"\b(?:switch|match)\b[^;{}]*\Z")
_LABEL = rb"(?:'[^'\r\n]*'|\"[^\"\r\n]*\"|-?\.?\w(?:[\w.\\]|::)*)"
_CASE = re.compile(
    rb"(?m)^[ \t]*(?:case[ \t]+(?P<case>%s)[ \t]*(?:=>|->|:(?!:))|(?P<arm>%s)[ \t]*=>)" % (_LABEL, _LABEL)
)
_CONDITIONAL = re.compile(rb"(?m)^[ \t]*#")
_BLOCK_BEFORE = re.compile(rb"(?:\)|\b(?:else|try|do|finally|loop|unsafe|async|move))\s*\Z")


class _Item(NamedTuple):
    """An item of a list: its text, and whether the completion writes its name."""

    text: bytes
    is_new: bool


def lists_again(whole: bytes, left: bytes, right: bytes) -> bool:
    """Return whether a completion gives the list in which the cursor is a name that stands there already.

    Args:
        whole: The completion.
        left: The left context.
        right: The right context.
    """
    if _requires_again(whole, left):
        return True
    before = left[-NEAR:]
    text = _plain(before) + _plain(whole) + _plain(right[:NEAR])
    begin, end = len(before), len(before) + len(whole)
    opened = open_brackets(text[:begin])
    line = last_line(text[:begin])
    if _IMPORT_LINE.match(line) and not (opened and opened[-1] >= begin - len(line)):
        start = begin - len(line)
        items = _items(text, (start, start + len(line + first_line(text[begin:end]))), (begin, end))
        first, *others = items
        keyword = _IMPORT_LINE.match(first.text)
        behind = first.text[0 if keyword is None else keyword.end() :]
        return _has_twice([_Item(behind, is_new=False), *others], _WORDS.fullmatch)
    if not opened:
        return False
    closer = closing_bracket(text, opened[-1] + 1)
    closer = _last_comma(text, end) if closer is None else closer
    if closer < begin:
        return False
    if text[opened[-1] : opened[-1] + 1] == b"{" and _SWITCH.search(text[: opened[-1]][-200:]):
        return _has_case_again(text, (opened[-1] + 1, closer), (begin, end))
    if text[opened[-1] : opened[-1] + 1] == b"(":
        # The commas between the arguments of types part no items.
        text = _flat(text, _ARGUMENTS)
    items = _items(text, (opened[-1] + 1, closer), (begin, end))
    return _is_wrong(text[: opened[-1]][-200:], text[opened[-1] : opened[-1] + 1], items)


def _last_comma(text: bytes, start: int) -> int:
    """Return the offset of the last comma between the items of a list that goes on beyond a text."""
    nested = open_brackets(text[start:])
    return text.rfind(b",", start, start + nested[0] if nested else len(text))


def _requires_again(whole: bytes, left: bytes) -> bool:
    """Return whether a completion requires a module that a line above requires, indented as the cursor's."""
    begun = last_line(left)
    found = _REQUIRE.fullmatch(begun + first_line(whole))
    if found is None:
        return False
    above = left[: len(left) - len(begun)][-NEAR:]
    return any(found.groups() == other.groups() for other in _REQUIRE.finditer(above))


def _is_wrong(before: bytes, opener: bytes, items: list[_Item]) -> bool:
    """Return whether the items of a list have a new one that is there already, by what opens the list."""
    if _IMPORTED.search(before):
        return _has_twice(items, _WORDS.fullmatch)
    if opener == b"{" and _ENUM.search(before):
        return _has_twice(_up_to_members(items), _CONSTANT.fullmatch)
    if opener == b"{":
        # Names alone may be the values of a list, too.
        are_keys = any(_VALUED.search(item.text) for item in items) or _DECLARES.search(before) is not None
        return are_keys and not _BLOCK_BEFORE.search(before) and _has_twice(items, _PAIR.fullmatch, "key")
    if opener == b"[":
        is_keyed = any(b"=>" in item.text for item in items)
        return is_keyed and (_has_twice(items, _PAIR.fullmatch, "key") or _lacks_value(items))
    return _has_parameter_twice(before, items)


def _has_parameter_twice(before: bytes, items: list[_Item]) -> bool:
    """Return whether parameters with types, or arguments with names, have a new one that is there already."""
    if _NAMES_FIRST.search(before):
        # Where one parameter has a name, all have.
        return any(len(item.text.split()) > 1 for item in items) and _has_twice(items, _FIRST.fullmatch)
    if _has_twice(items, _TYPED.fullmatch):
        return True
    named = [item for item in items if _NAMED.fullmatch(item.text)]
    return not _OF_ATTRIBUTE.search(before) and _has_twice(named, _NAMED.fullmatch)


def _has_twice(
    items: list[_Item], form: Callable[[bytes], re.Match[bytes] | None], group: int | str = 1
) -> bool:
    """Return whether all the items have a form, and a new one has the name of another one."""
    found = [(form(item.text), item.is_new) for item in items if item.text.strip()]
    if any(match is None for match, _ in found):
        return False
    names = [match[group] for match, _ in found if match]
    return any(is_new and match and names.count(match[group]) > 1 for match, is_new in found)


def _lacks_value(items: list[_Item]) -> bool:
    """Return whether of items whose keys are texts a new one alone is a text without a value."""
    bare = [item for item in items if item.text.strip() and not _TEXT_KEY.match(item.text)]
    return len(bare) == 1 and bare[0].is_new and _KEY_ALONE.fullmatch(bare[0].text) is not None


def _has_case_again(text: bytes, span: tuple[int, int], new: tuple[int, int]) -> bool:
    """Return whether a new case of the switch between two places has the label of another one."""
    flat = _flat(text[span[0] : span[1]])
    if _CONDITIONAL.search(flat):
        return False
    found = [(match, "arm" if match["case"] is None else "case") for match in _CASE.finditer(flat)]
    labels = [match[kind] for match, kind in found]
    return any(
        labels.count(match[kind]) > 1
        and span[0] + match.start(kind) < new[1]
        and new[0] < span[0] + match.end(kind)
        for match, kind in found
    )


def _up_to_members(items: list[_Item]) -> list[_Item]:
    """Return the items of an enumeration that stand before the `;` behind which its members are."""
    kept: list[_Item] = []
    for item in items:
        name, sign, _ = item.text.partition(b";")
        kept.append(item._replace(text=name))
        if sign:
            break
    return kept


def _plain(text: bytes) -> bytes:
    """Return a text of the same length without comments, and without signs in its strings."""
    text = hidden(_COMMENT, text, b" ")
    return STRING.sub(lambda found: found[0].translate(_HIDDEN), text)


def _items(text: bytes, span: tuple[int, int], new: tuple[int, int]) -> list[_Item]:
    """Return the items between two places of a text; what brackets hold is hidden."""
    return list(_split(_flat(text[span[0] : span[1]]), span[0], new))


def _flat(text: bytes, form: re.Pattern[bytes] = INNERMOST) -> bytes:
    """Return a text of the same length without what has a form, by default without what brackets hold."""
    for _ in range(DEPTH):
        text = hidden(form, text, _HELD)
    return text


def _split(flat: bytes, start: int, new: tuple[int, int]) -> Iterator[_Item]:
    at = start
    for one in flat.split(b","):
        begin = at + len(one) - len(one.lstrip(_BEFORE_NAME))
        yield _Item(one, is_new=new[0] <= begin < new[1])
        at += len(one) + 1
