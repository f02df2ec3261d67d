"""`modules` finds the names under which a text has imported modules, by its lines and without a parser."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quoin.engine.languages.names import ImportRules

_DEFINED = re.compile(r"^(?:\w+ +)*(\w+) *[:=,(]", re.MULTILINE)
"""A line at a module's top that binds a name, or calls one, which does no harm here."""


def modules(text: str, rules: ImportRules) -> dict[str, str]:
    """Return the modules that a text imports, by the names that stand for them."""
    found: dict[str, str] = {}
    for line in _lines(text, rules):
        first, *others = (part.strip() for part in line.split(","))
        begin = _last_name(rules.alias).sub("", first)
        for one in (first, *(begin + other for other in others)):
            found.update(_bound(one, rules))
    return found


def module_names(text: str, rules: ImportRules) -> frozenset[str]:
    """Return the names that the lines of a module bind at its top, and the words with which it imports."""
    imported = (word for line in _lines(text, rules) for word in re.findall(r"\w+", line))
    return frozenset((*_DEFINED.findall(text), *imported))


def _lines(text: str, rules: ImportRules) -> list[str]:
    begins = "|".join(map(re.escape, rules.begins)) or r"(?!)"
    return re.findall(rf"^[ \t]*((?:{begins})[^#\n]*)", text, re.MULTILINE)


def _bound(line: str, rules: ImportRules) -> Iterator[tuple[str, str]]:
    """Yield what an import of one thing binds, and the module that this is, or would be."""
    forms = (_pattern(form) for form in (rules.alias, rules.module, rules.member))
    match = next((found for found in (form.fullmatch(line) for form in forms) if found is not None), None)
    if match is None:
        return
    names = match.groupdict()
    if "name" not in names:
        # A module in a package binds the name of the package.
        first = names["module"].partition(".")[0]
        yield first, first
    elif match.re is _pattern(rules.alias):
        yield names["name"], names["module"]
    else:
        yield names["name"], f"{names['module']}.{names['name']}"


@lru_cache(16)
def _pattern(form: str) -> re.Pattern[str]:
    text = (
        re.escape(form).replace(r"\{module\}", r"(?P<module>[\w.]+)").replace(r"\{name\}", r"(?P<name>\w+)")
    )
    return re.compile(text.replace(r"\ ", " +") + " *")


@lru_cache(16)
def _last_name(alias: str) -> re.Pattern[str]:
    between = alias.partition("{module}")[2].partition("{name}")[0]
    return re.compile(rf"[\w.]+(?:{re.escape(between)}\w+)?\Z")
