"""What a second judge finds wrong with a text that parses: refusals of the compiler, and unbound names."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from quoin.lsp_server.harness.judges.programs import Program, ProgramError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from quoin import Language
    from quoin.lsp_server.harness.cuts import Cut

_MAX_KEPT = 16
"""The number of texts whose findings are kept: a cut's original text is compared with several completions."""


class Unbound(NamedTuple):
    """A name that is read and that nothing binds, with the offset of its first character."""

    name: str
    at: int


@dataclass(frozen=True)
class Findings:
    """What is wrong with a text that parses.

    Attributes:
        refusal: Why the compiler refuses the text; None if it does not.
        unbound: The names that are read though nothing binds them.
    """

    refusal: str | None
    unbound: tuple[Unbound, ...]


@dataclass(frozen=True)
class Faults:
    """What a completion makes worse, in comparison with the original text.

    Attributes:
        refusal: Why the compiler refuses the completed text; None if it does not.
        inside: The unbound names that the completion reads and that are bound in the original text.
        outside: The unbound names that the contexts read and that are bound in the original text.
    """

    refusal: str | None
    inside: tuple[str, ...]
    outside: tuple[str, ...]


@dataclass(frozen=True)
class FaultCounts:
    """How many completions with which the file parses have which faults.

    Attributes:
        judged: how many it judges: those in files that the language's compiler takes before the cut.
        compiled: how many the compiler takes.
        inside: how many read a name that nothing binds, though it is bound in the original file.
        outside: with how many a name that the rest of the file reads is bound no more.
        unbound: how many are counted in `inside`, in `outside` or in both.
    """

    judged: int
    compiled: int
    inside: int
    outside: int
    unbound: int


def count_faults(found: Iterable[Faults | None]) -> FaultCounts:
    """Count the faults of some completions; None stands for one that is not judged."""
    judged = [faults for faults in found if faults is not None]
    return FaultCounts(
        judged=len(judged),
        compiled=sum(faults.refusal is None for faults in judged),
        inside=sum(bool(faults.inside) for faults in judged),
        outside=sum(bool(faults.outside) for faults in judged),
        unbound=sum(bool(faults.inside or faults.outside) for faults in judged),
    )


class SecondJudge:
    """The program that a language's folder names as its second judge.

    Attributes:
        name: What the program calls itself; None if there is no program, and then nothing is judged.
    """

    def __init__(self, language: Language, folder: Path) -> None:
        command = language.manifest.second_judge
        try:
            self._program = Program(command, folder) if command else None
        except ProgramError:
            self._program = None
        self.name = self._program.name if self._program else None
        self._findings = lru_cache(_MAX_KEPT)(self._ask)

    def faults(self, cut: Cut, completion: str, replaced: int) -> Faults | None:
        """Compare a cut's text, in which `completion` stands for the middle, with the original text.

        Args:
            cut: The contexts and the original middle.
            completion: The text between the contexts.
            replaced: The number of characters of the right context that the completion replaces.

        Returns:
            What the completion makes worse; None if there is no judge, if one of the texts does not parse, or
            if the compiler refuses the original text as well.
        """
        before = self._findings(cut.left + cut.middle + cut.right)
        after = self._findings(cut.left + completion + cut.right[replaced:])
        if before is None or after is None or before.refusal is not None:
            return None
        known = {one.name for one in before.unbound}
        start, end = len(cut.left), len(cut.left) + len(completion)
        inside: list[str] = []
        outside: list[str] = []
        for name, at in after.unbound:
            if name not in known:
                (inside if at < end and at + len(name) > start else outside).append(name)
        return Faults(after.refusal, tuple(inside), tuple(outside))

    def close(self) -> None:
        """End the program, if there is one."""
        if self._program is not None:
            self._program.close()

    def _ask(self, text: str) -> Findings | None:
        if self._program is None:
            return None
        try:
            said = self._program.ask(text)
        except ProgramError:
            return None
        if said is None:
            return None
        return Findings(said["refusal"], tuple(Unbound(*one) for one in said["unbound"]))
