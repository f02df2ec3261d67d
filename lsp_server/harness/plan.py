"""The plan of a run's cuts, which depends only on the files, kinds, number, breaks and seed."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from quoin.lsp_server.harness.breaks import Broken, break_lines
from quoin.lsp_server.harness.cuts import Cut, cut

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from quoin.lsp_server.harness.files import Source
    from quoin.lsp_server.harness.subject import Subject

# The number of consecutive rounds over all files without a cut after which a kind is given up.
_EMPTY_ROUNDS = 3


@dataclass(frozen=True)
class Case:
    """A cut, the name of its file, and the damage to its contexts if there is any."""

    file: str
    cut: Cut
    broken: Broken | None = None

    @property
    def whole(self) -> Cut:
        """The cut without the damage."""
        return self.cut if self.broken is None else self.broken.whole


def plan(
    subject: Subject,
    files: Sequence[Source],
    kinds: Sequence[str],
    number: int,
    seed: int,
    *,
    breaks: int = 0,
) -> list[Case]:
    """Make `number` cuts of each kind, in rounds over the files in an order that the seed determines.

    Kinds without enough places in the files have fewer cuts. The cuts of a file depend on its name, its text
    and the seed, not on the other files. In each cut's contexts, `breaks` lines are damaged.
    """
    return [case for kind in kinds for case in _of_kind(subject, files, kind, number, seed, breaks=breaks)]


def _of_kind(
    subject: Subject, files: Sequence[Source], kind: str, number: int, seed: int, *, breaks: int
) -> list[Case]:
    order = random.Random(f"{seed} {kind}").sample(files, len(files))  # noqa: S311 - repeatable, not secret
    cases: list[Case] = []
    idle = 0
    for cuts in _rounds(subject, order, kind, seed, breaks):
        # No file is cut in vain, because finding its symbols takes time.
        found = list(islice(cuts, number - len(cases)))
        idle = 0 if found else idle + 1
        cases += found
        if len(cases) == number or idle == _EMPTY_ROUNDS:
            break
    return cases


def _rounds(
    subject: Subject, order: Sequence[Source], kind: str, seed: int, breaks: int
) -> Iterator[Iterator[Case]]:
    """Yield rounds without end; each yields one cut of every file that has a place for it."""
    generators = [random.Random(f"{seed} {kind} {file.name}") for file in order]  # noqa: S311 - as above
    while True:
        cases = (_case(subject, file, kind, breaks, rng) for file, rng in zip(order, generators, strict=True))
        yield (case for case in cases if case is not None)


def _case(subject: Subject, file: Source, kind: str, breaks: int, rng: random.Random) -> Case | None:
    made = cut(file.text, kind, rng, subject.symbols.runs)
    if made is None or not breaks:
        return None if made is None else Case(file.name, made)
    broken = break_lines(made, breaks, rng, subject.parses)
    return None if broken is None else Case(file.name, broken.cut, broken)
