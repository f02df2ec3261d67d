"""Seeded cuts of a source file into left context, middle and right context.

The first three kinds are defined in Melcer et al., "Constrained Decoding for Fill-in-the-Middle Code
Language Models via Efficient Left and Right Quotienting of Context-Sensitive Grammars" (2024), section
VII-A. Each kind's middle lies:

- `randspan`: from a point in the first nine tenths of the file, at most 100 characters and at most
  a fifth of the file.
- `boundary`: from inside one symbol to inside another of the same indentation, as in the paper's
  program.
- `boundary-first`: from inside one symbol to the beginning of another, as in the paper's text.
- `typing`: from inside a line to its end, as in an editor's request.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from quoin.lsp_server.documents.positions import content_length, split_lines

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from quoin.lsp_server.harness.judges.symbols import Run, Span

    # A function that returns the runs of symbols of a text, see `quoin.lsp_server.harness.symbols`.
    Runs = Callable[[str], list[Run] | None]
    _Kind = Callable[[str, random.Random, Runs], Span | None]

_LAST_START = 0.9
_MAX_CHARACTERS = 100
_MAX_OF_FILE = 0.2


@dataclass(frozen=True)
class Cut:
    """A file in three parts; `left + middle + right` is the whole file."""

    kind: str
    left: str
    middle: str
    right: str


def no_runs(_: str) -> None:
    """Return None, for a text without symbols."""


def cut(source: str, kind: str, rng: random.Random, runs: Runs = no_runs) -> Cut | None:
    """Cut a file, or return None if it has no place for a cut of this kind.

    Raises:
        KeyError: there is no such kind.
    """
    span = _KINDS[kind](source, rng, runs)
    if span is None:
        return None
    start, end = span
    return Cut(kind, source[:start], source[start:end], source[end:])


def _randspan(source: str, rng: random.Random, _: Runs) -> Span | None:
    if not source:
        return None
    start = int(rng.random() * _LAST_START * len(source))
    return start, min(start + _MAX_CHARACTERS, start + int(_MAX_OF_FILE * len(source)), len(source))


def _typing(source: str, rng: random.Random, _: Runs) -> Span | None:
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


def _boundary(source: str, rng: random.Random, runs: Runs) -> Span | None:
    symbols = _two_symbols(runs(source), rng)
    if symbols is None:
        return None
    first, second = symbols
    start, end = sorted((rng.randint(*first), rng.randint(*second)))
    return start, end


def _boundary_first(source: str, rng: random.Random, runs: Runs) -> Span | None:
    symbols = _two_symbols(runs(source), rng)
    if symbols is None:
        return None
    first, second = symbols
    start, end = sorted((rng.randint(*first), second[0]))
    return start, end


_KINDS: dict[str, _Kind] = {
    "randspan": _randspan,
    "boundary": _boundary,
    "boundary-first": _boundary_first,
    "typing": _typing,
}
KINDS = tuple(_KINDS)


def _two_symbols(runs: list[Run] | None, rng: random.Random) -> tuple[Span, Span] | None:
    """Pick two symbols of one run in the order of the file, or return None if the file has no symbols.

    Runs and their parts are weighted by their numbers of symbols.
    """
    if not runs:
        return None
    run = rng.choices(runs, weights=[sum(map(len, run)) for run in runs])[0]
    parts = rng.choices(run, weights=[len(part) for part in run], k=2)
    first, second = sorted(rng.choice(part) for part in parts)
    return first, second
