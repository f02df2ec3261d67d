"""Seeded cuts of a source file into left context, middle and right context.

The kinds are those of Melcer et al., "Constrained Decoding for Fill-in-the-Middle Code Language
Models via Efficient Left and Right Quotienting of Context-Sensitive Grammars" (2024), section
VII-A, and one of our own:

- `randspan`: from a point in the first nine tenths of the file, at most 100 characters and at most
  a fifth of the file.
- `boundary`: from inside one symbol to inside another of the same indentation, as the paper's
  program does it.
- `boundary-first`: from inside one symbol to the beginning of another, as the paper's text has it.
- `typing`: from inside a line to its end, what an editor asks for.
"""

from __future__ import annotations

import io
import tokenize
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lsp_server.positions import content_length, split_lines

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

_LAST_START = 0.9
_MOST_CHARACTERS = 100
_MOST_OF_FILE = 0.2

# Tokens, by their numbers from `first` up to `end`, with no change of indentation between them.
Run = list[range]
Span = tuple[int, int]


@dataclass(frozen=True)
class Cut:
    """A file in three parts; `left + middle + right` is the whole file."""

    kind: str
    left: str
    middle: str
    right: str


def cut(source: str, kind: str, rng: random.Random) -> Cut | None:
    """Cut a file; None where it has no place for a cut of this kind.

    Raises:
        KeyError: there is no such kind.
    """
    span = _KINDS[kind](source, rng)
    if span is None:
        return None
    start, end = span
    return Cut(kind, source[:start], source[start:end], source[end:])


def _randspan(source: str, rng: random.Random) -> Span | None:
    if not source:
        return None
    start = int(rng.random() * _LAST_START * len(source))
    return start, min(start + _MOST_CHARACTERS, start + int(_MOST_OF_FILE * len(source)), len(source))


def _typing(source: str, rng: random.Random) -> Span | None:
    lines = split_lines(source)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    inner = [number for number, line in enumerate(lines) if content_length(line)]
    if not inner:
        return None
    number = rng.choice(inner)
    length = content_length(lines[number])
    return starts[number] + rng.randrange(length), starts[number] + length


def _boundary(source: str, rng: random.Random) -> Span | None:
    symbols = _two_symbols(source, rng)
    if symbols is None:
        return None
    first, second = symbols
    start, end = sorted((rng.randint(*first), rng.randint(*second)))
    return start, end


def _boundary_first(source: str, rng: random.Random) -> Span | None:
    symbols = _two_symbols(source, rng)
    if symbols is None:
        return None
    first, second = symbols
    start, end = sorted((rng.randint(*first), second[0]))
    return start, end


_KINDS: dict[str, Callable[[str, random.Random], Span | None]] = {
    "randspan": _randspan,
    "boundary": _boundary,
    "boundary-first": _boundary_first,
    "typing": _typing,
}
KINDS = tuple(_KINDS)


def _two_symbols(source: str, rng: random.Random) -> tuple[Span, Span] | None:
    """Pick two symbols of one run, in the order of the file; None where the file has no symbols.

    A run counts by its symbols, and so does each of its parts.
    """
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(source, newline="").readline))
    except (tokenize.TokenError, SyntaxError):
        return None
    runs = indentation_runs([token.type for token in tokens])
    run = rng.choices(runs, weights=[sum(map(len, run)) for run in runs])[0]
    parts = rng.choices(run, weights=[len(part) for part in run], k=2)
    first, second = sorted(rng.choice(part) for part in parts)
    starts = _line_starts(source)
    return _span(tokens[first], starts), _span(tokens[second], starts)


def indentation_runs(types: list[int]) -> list[Run]:
    """Group the tokens of each block: those before, between and after the blocks inside it.

    `x INDENT y INDENT z DEDENT w DEDENT v` gives the runs `[z]`, `[y] [w]` and `[x] [v]`. The tokens
    that begin and end a block belong to no run; runs without tokens are left out.
    """
    done: list[Run] = []
    open_runs: list[Run] = [[]]
    start = 0
    for number, kind in enumerate(types):
        if kind not in (tokenize.INDENT, tokenize.DEDENT):
            continue
        _add(open_runs[-1], start, number)
        start = number + 1
        if kind == tokenize.INDENT:
            open_runs.append([])
        else:
            done.append(open_runs.pop())
    _add(open_runs[-1], start, len(types))
    return [run for run in done + open_runs if run]


def _add(run: Run, start: int, end: int) -> None:
    if start < end:
        run.append(range(start, end))


def _line_starts(source: str) -> list[int]:
    """Offsets of the lines as the tokenizer counts them: at line feeds alone, the first line being 1."""
    starts = [0, 0]
    at = source.find("\n")
    while at >= 0:
        starts.append(at + 1)
        at = source.find("\n", at + 1)
    starts.append(len(source))
    return starts


def _span(token: tokenize.TokenInfo, starts: list[int]) -> Span:
    start, end = (starts[min(line, len(starts) - 1)] + column for line, column in (token.start, token.end))
    limit = starts[-1]
    return min(start, limit), min(end, limit)
