"""Repeated paragraphs let one definition stand for many that differ in a number.

A comment on a line of its own repeats the lines below it, up to the next blank line, once for each number:

    // for n in 0 to 39
    map<n>: entry<n> (LINE_<n> entry<n>)*
    item<n>: "-" map<n+2>

In place of `<n>` stands the number, and in place of `<n+2>` or `<n-1>` a sum.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from quoin.engine.errors import LanguageError

_HEAD = re.compile(r"//[ \t]*for (?P<words>\w+ in \d+ to \d+)[ \t]*")
_WORDS = re.compile(r"(\w+) in (\d+) to (\d+)")
MOST = 64
"""The greatest number that a repeated paragraph may hold in its head."""


@dataclass(frozen=True)
class Written:
    """A grammar's text with its repeated paragraphs written out.

    Attributes:
        text: The text.
        lines: For each of its lines, the number of the line in the grammar's file, from 1 on.
    """

    text: str
    lines: tuple[int, ...]

    def line(self, number: int | None) -> int | None:
        """Return the line in the grammar's file of a line of the text."""
        return number if number is None or number > len(self.lines) else self.lines[number - 1]


def written_out(text: str) -> Written:
    """Write out the repeated paragraphs of a grammar.

    Raises:
        LanguageError: A paragraph's numbers are none or too great. The error has the line.
    """
    whole: list[tuple[str, int]] = []
    paragraph: list[tuple[str, int]] = []
    head: re.Match[str] | None = None
    for number, line in enumerate([*text.split("\n"), ""], start=1):
        if head is not None and not line.strip():
            whole += _repeated(head["words"], paragraph)
            head, paragraph = None, []
        found = _HEAD.fullmatch(line.strip()) if head is None else None
        if found:
            head = found
            _numbers(found["words"], number)
        elif head is not None:
            paragraph.append((line, number))
            continue
        whole.append((line, number))
    whole.pop()
    return Written("\n".join(line for line, _ in whole), tuple(number for _, number in whole))


def _numbers(words: str, line: int) -> range:
    match = _WORDS.fullmatch(words)
    first, last = (int(match[2]), int(match[3])) if match else (1, 0)
    if not first <= last <= MOST:
        raise LanguageError(f"`for {words}`: write `for n in A to B`, up to {MOST}", line=line)
    return range(first, last + 1)


def _repeated(words: str, paragraph: list[tuple[str, int]]) -> list[tuple[str, int]]:
    variable = words.partition(" ")[0]
    place = re.compile(rf"<{variable}(?:([+-])(\d+))?>")

    def of(number: int, line: str) -> str:
        return place.sub(lambda found: str(number + int((found[1] or "+") + (found[2] or "0"))), line)

    numbers = _numbers(words, 0)
    return [(of(number, line), at) for number in numbers for line, at in paragraph]
