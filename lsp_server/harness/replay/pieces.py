"""Seeded pieces of real files, which are deleted and typed again.

- `part`: some tokens of a line, with text after them on the line.
- `line`: a line without its indentation.
- `statement`: a line with the following lines up to the end of its open brackets.
- `body`: the block that is indented below a line.

Each piece begins in code; comments and docstrings are typed only where a piece contains them.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quoin.lsp_server.documents.positions import content_length, split_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from quoin.lsp_server.harness.files import Source
    from quoin.lsp_server.harness.replay.syntax import Span, Syntax

_TOKEN = re.compile(r"\w+|[^\w\s]")
_LEAST = 2
_MAX_LINES = {"statement": 12, "body": 30}
_TRIES = 20
_BRACKETS = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}


@dataclass(frozen=True)
class Piece:
    """A piece of a file; `left + middle + right` is the whole file."""

    file: str
    kind: str
    left: str
    middle: str
    right: str


class _Lines:
    """The lines of a file, of which `inner` holds those that are not blank and begin in code."""

    def __init__(self, text: str, syntax: Syntax) -> None:
        self.text = text
        self.code = syntax.code(text)
        self.lines = split_lines(text)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))
        self.inner = [
            number for number, line in enumerate(self.lines) if line.strip() and self._is_code(number)
        ]

    def begin(self, number: int) -> int:
        """Return the offset at which a line's text begins, after its indentation."""
        line = self.lines[number]
        return self.starts[number] + len(line) - len(line.lstrip())

    def end(self, number: int) -> int:
        """Return the offset at which a line ends, after trailing blanks and before its line end."""
        return self.starts[number] + content_length(self.lines[number])

    def column(self, number: int) -> int:
        """Return the indentation of a line in characters."""
        return self.begin(number) - self.starts[number]

    def _is_code(self, number: int) -> bool:
        return bool(self.code[self.begin(number)])


def choose(
    files: Sequence[Source], syntax: Syntax, kinds: Sequence[str], number: int, seed: int
) -> Iterator[Piece]:
    """Yield `number` pieces, of each kind in turn, from files that the seed determines.

    There are fewer pieces where the drawn files have no place for one.
    """
    rng = random.Random(f"{seed} replay")  # noqa: S311 - repeatable, not secret
    known: dict[str, _Lines] = {}
    for turn in range(number):
        kind = kinds[turn % len(kinds)]
        for _ in range(_TRIES):
            file = rng.choice(files)
            lines = known.get(file.name) or known.setdefault(file.name, _Lines(file.text, syntax))
            span = _KINDS[kind](lines, rng) if lines.inner else None
            if span is not None and span[1] - span[0] >= _LEAST:
                start, end = span
                yield Piece(file.name, kind, file.text[:start], file.text[start:end], file.text[end:])
                break


def _part(lines: _Lines, rng: random.Random) -> Span | None:
    number = rng.choice(lines.inner)
    text = lines.text[: lines.end(number)]
    tokens = [match.span() for match in _TOKEN.finditer(text, lines.begin(number))]
    if len(tokens) < _LEAST:
        return None
    first = rng.randrange(len(tokens) - 1)
    last = rng.randrange(first, len(tokens) - 1)
    # Half of the parts end directly before the next token, into which a shown text may run.
    return tokens[first][0], rng.choice((tokens[last][1], tokens[last + 1][0]))


def _line(lines: _Lines, rng: random.Random) -> Span | None:
    number = rng.choice(lines.inner)
    return lines.begin(number), lines.end(number)


def _statement(lines: _Lines, rng: random.Random) -> Span | None:
    first = rng.choice(lines.inner)
    depth = 0
    for number in range(first, min(first + _MAX_LINES["statement"], len(lines.lines))):
        depth += sum(
            _BRACKETS.get(lines.text[at], 0)
            for at in range(lines.starts[number], lines.starts[number + 1])
            if lines.code[at]
        )
        if depth <= 0 and not lines.lines[number].rstrip("\r\n").endswith("\\"):
            return None if depth else (lines.begin(first), lines.end(number))
    return None


def _body(lines: _Lines, rng: random.Random) -> Span | None:
    header = rng.choice(lines.inner)
    last = header
    for number in range(header + 1, len(lines.lines)):
        if lines.lines[number].strip():
            if lines.column(number) <= lines.column(header):
                break
            last = number
    if not header < last <= header + _MAX_LINES["body"]:
        return None
    return lines.end(header), lines.end(last)


_KINDS: dict[str, Callable[[_Lines, random.Random], Span | None]] = {
    "part": _part,
    "line": _line,
    "statement": _statement,
    "body": _body,
}
KINDS = tuple(_KINDS)
