"""`unbound_names` finds the names that a text reads and that nothing in it binds, without a parser.

Where an import lists names, these are what it can be meant to bind. That a name is called, or begins with a
capital letter, is taken for a read; that it stands before a colon, a `=` or an arrow, for a binding. What is
found is a preference: no text is refused for it that the file bears out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from quoin.engine.languages.manifest.imports import ImportForm

NAME = r"[A-Za-z_$][\w$]*"
_HIDDEN = re.compile(
    r"/\*.*?\*/|(?<!:)//[^\n]*|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`", re.DOTALL
)
_NAMED = re.compile(NAME)
_READ = (
    re.compile(rf"(?<![\w$.#@])({NAME})(?=\()"),
    re.compile(r"(?<![\w$.#@])([A-Z][\w$]{2,})(?![\w$])(?!\s*\??:(?!:))"),
    re.compile(rf"(?<![\w$.#)\]])({NAME})(?=\.[A-Za-z_])"),
)
_ANYWHERE = re.compile(rf"(?<![\w$.#]){NAME}")
_PARAMETER = re.compile(r"[A-Z]\w?|T[A-Z]\w*|_.*")
_ASSIGNED = re.compile(rf"(?:^|[,({{\[;])\s*(?:\.\.\.)?({NAME})\s*(?:\??:|=(?![=>]))", re.MULTILINE)
_ANNOTATION = re.compile(r"\??:[^,={}]*")
_METHOD = re.compile(
    rf"(?:^|[,;{{}}])\s*(?:\w+\s+)*?\*?({NAME})\s*(?:<[^<>]*>)?"
    r"\([^(){};]*(?:\([^()]*\)[^(){};]*)*\)\s*(?::[^={}();]*)?\{",
    re.MULTILINE,
)
_PARAMETERS = re.compile(r"\(([^()]*)\)\s*(?::[^=(){};]*)?(?:=>|\{)")
_LISTED = re.compile(rf"(?<![\w$.:]){NAME}(?=\s*(?:[,=}}\]]|\Z))")
_FIRST = re.compile(rf"(?:^|,)\s*(?:const\s+)?({NAME})")
_PARTS = r"\b(?:%s)\s*([\[{][^=;()\"]*?[\]}])\s*(?::[^=;{}]*)?(?:=|\bof\b)"
_GENERIC = re.compile(rf"[<,]\s*(?:\w+\s+)?({NAME})\s+extends\b|\b\w+\s+{NAME}\s*<([^<>()]*)>")


class Unbound(NamedTuple):
    """The names that a text does not bind: those that it surely reads, and all others that stand in it."""

    read: frozenset[str]
    others: frozenset[str]


def unbound_names(text: str, form: ImportForm) -> Unbound:
    """Return the names that a text does not bind.

    Args:
        text: The text, without the import that is being written.
        form: How names are imported and declared.
    """
    code = _HIDDEN.sub(lambda found: " " if found[0].startswith("/") else '""', text)
    imports = re.compile(
        rf"^[ \t]*{re.escape(form.word)}\b(?!\s*\()([^;'\"()=]*?)(?=\bfrom\b|['\"])", re.MULTILINE
    )
    bound = _bound(code, form).union(*(_NAMED.findall(found[1]) for found in imports.finditer(code)))
    body = imports.sub("", code)
    read = {name for expression in _READ for name in expression.findall(body)}
    read = {name for name in read if not _PARAMETER.fullmatch(name)}
    read -= bound.union(form.needless)
    return Unbound(frozenset(read), frozenset(_ANYWHERE.findall(body)) - bound - read)


def imported_names(text: str, form: ImportForm) -> set[str]:
    """Return the names that an import, or the beginning of one, lists."""
    return set(_NAMED.findall(text)).difference(form.modifiers, (form.word,))


def _bound(code: str, form: ImportForm) -> set[str]:
    """Return the names that a text without strings seems to bind, but for those that it imports."""
    words = "|".join(map(re.escape, form.binds))
    bound = set(re.findall(rf"\b(?:{words})\b\*?\s+({NAME})", code))
    bound.update(_ASSIGNED.findall(code), re.findall(rf"(?<![\w$.])({NAME})\s*=>", code))
    bound.update(_METHOD.findall(code))
    for parts in re.findall(_PARTS % words, code):
        bound.update(_NAMED.findall(parts))
    for parameters in _PARAMETERS.findall(code):
        bound.update(_LISTED.findall(_ANNOTATION.sub("", parameters)))
    for one, listed in _GENERIC.findall(code):
        bound.update((one,), _FIRST.findall(listed))
    return bound
