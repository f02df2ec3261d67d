"""Where a line that imports a name belongs in a file."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quoin.lsp_server.documents.positions import split_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quoin.engine.languages.names import ImportRules
    from quoin.lsp_server.offer import Import

MAX_COLUMNS = 88
"""Length of the longest line to which a name is added."""

_TRIPLE = re.compile(r"""[rRuUbB]{0,2}("{3}|'{3})""")
_SINGLE = re.compile(r"""[rRuUbB]{0,2}(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')\s*(?:#.*)?$""")


@dataclass(frozen=True)
class LineEdit:
    """The replacement of whole lines.

    Attributes:
        first: The number, from 0, of the first line that is replaced.
        after: The number of the line after the last one; equal to `first` if lines are inserted.
        text: The new lines, each with its end.
    """

    first: int
    after: int
    text: str


def imports_edit(text: str, imports: Sequence[Import], rules: ImportRules) -> LineEdit | None:
    """Return the one edit that adds the lines of some imports to a file; None if it has them all."""
    old = split_lines(text)
    new = old
    for one in imports:
        edit = import_edit(new, one.line, rules)
        if edit is not None:
            new = [*new[: edit.first], *split_lines(edit.text)[:-1], *new[edit.after :]]
    if new == old:
        return None
    shortest = min(len(old), len(new))
    first = next((at for at in range(shortest) if old[at] != new[at]), shortest)
    same = next((at for at in range(shortest - first) if old[-1 - at] != new[-1 - at]), shortest - first)
    return LineEdit(first, len(old) - same, "".join(new[first : len(new) - same]))


@dataclass(frozen=True)
class _Import:
    first: int
    after: int
    text: str


def import_edit(lines: Sequence[str], wanted: str, rules: ImportRules) -> LineEdit | None:
    """Return the edit that adds a line which imports something; None if the file has that line.

    A name is added to a line that imports others from its module. Else the line goes into the first group of
    lines that imports stand in, where it belongs by its order, and before everything but comments and the
    docstring if the file imports nothing.

    Args:
        lines: The lines of the file, each with its end.
        wanted: The line, without its end.
        rules: How the language imports.
    """
    begin = _after_head(lines)
    found = _imports(lines, begin, rules)
    if any(one.text == wanted for one in found):
        return None
    end = "\r\n" if lines and lines[0].endswith("\r\n") else "\n"
    added = _added(found, wanted, rules)
    if added is not None:
        return LineEdit(added.first, added.after, added.text + end)
    later = [one for one in found if not (rules.first and one.text.startswith(rules.first))]
    if later:
        group = _first_group(later)
        place = next((one.first for one in group if _order(one.text) > _order(wanted)), group[-1].after)
        is_sorted = [_order(one.text) for one in group] == sorted(_order(one.text) for one in group)
        place = place if is_sorted else group[-1].after
        return LineEdit(place, place, wanted + end)
    place = found[-1].after if found else begin
    before = end if place > 0 and lines[place - 1].strip() else ""
    after = ""
    if place < len(lines) and lines[place].strip():
        after = end * (2 if lines[place].startswith(rules.apart) else 1)
    return LineEdit(place, place, f"{before}{wanted}{end}{after}")


def _order(line: str) -> tuple[bool, str]:
    words = line.split()
    return words[0] != "import", words[1].lower() if len(words) > 1 else ""


def _added(found: Sequence[_Import], wanted: str, rules: ImportRules) -> _Import | None:
    """Return a line that imports from the module of a wanted one, with its name; None if there is none."""
    head, separator, name = wanted.rpartition(" import ")
    if not separator or wanted != rules.member.format(module=head.removeprefix("from "), name=name):
        return None
    for one in found:
        if not one.text.startswith(head + separator) or one.after != one.first + 1:
            continue
        rest = one.text[len(head + separator) :]
        names = [part.strip() for part in rest.split(",")]
        if not all(part.isidentifier() for part in names):
            continue
        together = [*names, name]
        by_order = next((key for key in (str.lower, str) if names == sorted(names, key=key)), None)
        if by_order is not None:
            together.sort(key=by_order)
        text = head + separator + ", ".join(together)
        if len(text) <= MAX_COLUMNS:
            return _Import(one.first, one.after, text)
    return None


def _after_head(lines: Sequence[str]) -> int:
    """Return the number of the first line after the comments and the docstring at the top."""
    at = _after_blanks(lines, 0)
    if at >= len(lines):
        return _after_comment(lines)
    line = lines[at]
    triple = _TRIPLE.match(line)
    if triple is not None:
        rest = line[triple.end() :]
        while triple.group(1) not in rest:
            at += 1
            if at >= len(lines):
                return 0
            rest = lines[at]
        return at + 1
    if _SINGLE.match(line.rstrip("\r\n")):
        return at + 1
    return _after_comment(lines)


def _after_blanks(lines: Sequence[str], at: int) -> int:
    while at < len(lines) and (not lines[at].strip() or lines[at].startswith("#")):
        at += 1
    return at


def _after_comment(lines: Sequence[str]) -> int:
    """Return the number of the line after the first comment at the top, which speaks of the file."""
    end = 0
    while end < len(lines) and lines[end].startswith("#"):
        end += 1
    return end


def _imports(lines: Sequence[str], begin: int, rules: ImportRules) -> list[_Import]:
    """Return the imports at the top of a file, up to the first line of another kind."""
    found: list[_Import] = []
    at = begin
    while True:
        at = _after_blanks(lines, at)
        if at >= len(lines) or not lines[at].startswith(rules.begins):
            return found
        after = _after_statement(lines, at)
        if after is None:
            return found
        found.append(_Import(at, after, "".join(lines[at:after]).strip()))
        at = after


def _after_statement(lines: Sequence[str], at: int) -> int | None:
    """Return the number of the line after an import; None if it does not end."""
    depth = 0
    for number in range(at, len(lines)):
        code = lines[number].partition("#")[0].rstrip()
        depth += code.count("(") - code.count(")")
        if depth <= 0 and not code.endswith("\\"):
            return number + 1
    return None


def _first_group(found: Sequence[_Import]) -> list[_Import]:
    """Return the first imports between which there is neither a blank line nor a comment."""
    group = [found[0]]
    for one in found[1:]:
        if one.first != group[-1].after:
            break
        group.append(one)
    return group
