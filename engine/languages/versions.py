"""Version marks let one grammar file define all versions of a language.

A mark is a comment at a line's end, which keeps the line for some versions and drops it for the others:

    | "match" subject   // since 3.10
    | old_subject       // until 3.8
    | subject           // from 3.9 to 3.13
    | other_subject     // in 3.9
    | last_subject      // until 3.9 and since 3.12

Both ends belong to the range. A mark on a line of its own applies to the lines below it up to the
next blank line, so that it may head a whole definition. Dropped lines become blank lines, so that the
other lines keep their numbers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from quoin.engine.errors import LanguageError

# A comment that looks like a mark must be one, since a misspelt mark would silently keep every version.
_MARK = re.compile(r"//[ \t]*(?P<words>(?:since|until|from|in)(?:\b[^/]*)?\d[^/]*)$")
_WORDS = re.compile(
    r"since (?P<since>\S+)|until (?P<until>\S+)|from (?P<first>\S+) to (?P<last>\S+)|in (?P<only>\S+)"
)
_DEFINITION = re.compile(
    r"^(?:%(?:override|extend)[ \t]+)?[?!]*(\w+)(?:\{.*?\})?(?:\.-?\d+)?[ \t]*:", re.MULTILINE
)


@dataclass(frozen=True)
class Version:
    """One version of a language, together with the names of all versions.

    Attributes:
        name: The version's name, such as `"3.12"`.
        known: The names of all versions of the language, oldest first.
    """

    name: str
    known: tuple[str, ...]

    def lies_in(self, first: str | None, last: str | None) -> bool:
        """Return whether this version is from `first` to `last`, inclusive; None leaves that end open.

        Raises:
            LanguageError: One of them is not a version, or the range is empty.
        """
        start = 0 if first is None else self._place(first)
        end = len(self.known) - 1 if last is None else self._place(last)
        if start > end:
            raise LanguageError(f"the versions from {first} to {last} are none")
        return start <= self._place(self.name) <= end

    def _place(self, name: str) -> int:
        if name not in self.known:
            raise LanguageError(f"there is no version {name}; known are {', '.join(self.known)}")
        return self.known.index(name)


def of_version(text: str, version: Version | None) -> str:
    """Return a grammar's text with the lines of other versions blank; without a version, marks are errors.

    Raises:
        LanguageError: A mark is misspelt, names an unknown version or an empty range, or there is no
            version, or a definition keeps an alternative but not its first line. The error has the line.
    """
    lines = text.split("\n")
    section_kept = definition_kept = True
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            section_kept = True
            continue
        mark = _MARK.search(line)
        kept = _is_kept(mark["words"], version, number) if mark else True
        if mark and not line[: mark.start()].strip():
            section_kept = kept
        kept = kept and section_kept
        if _DEFINITION.match(line):
            definition_kept = kept
        elif kept and not definition_kept and line.lstrip().startswith("|"):
            # lark would take the line for an alternative of the preceding definition.
            raise LanguageError(
                "an alternative is kept whose definition's first line is dropped", line=number
            )
        if not kept:
            lines[number - 1] = ""
    return "\n".join(lines)


def _is_kept(words: str, version: Version | None, line: int) -> bool:
    if version is None:
        raise LanguageError(f"the mark {words!r} needs a language with versions", line=line)
    try:
        return mark_holds(words.rstrip(), version)
    except LanguageError as error:
        raise LanguageError(error.reason, line=line) from error


def mark_holds(words: str, version: Version) -> bool:
    """Return whether a mark such as `since 3.12` includes a version.

    Raises:
        LanguageError: The mark is misspelt, or names an unknown version or an empty range.
    """
    marks = [_WORDS.fullmatch(part) for part in words.split(" and ")]
    try:
        held = [_holds(mark, version) for mark in marks]
    except LanguageError as error:
        raise LanguageError(f"the mark {words!r}: {error.reason}") from error
    return any(held)


def _holds(mark: re.Match[str] | None, version: Version) -> bool:
    if mark is None:
        raise LanguageError("write `since V`, `until V`, `from V to V` or `in V`, joined by `and`")
    first = mark["since"] or mark["first"] or mark["only"]
    return version.lies_in(first, mark["until"] or mark["last"] or mark["only"])


def defined_names(text: str) -> frozenset[str]:
    """Return the names of the rules and terminals that a grammar defines in any version."""
    return frozenset(_DEFINITION.findall(text))
