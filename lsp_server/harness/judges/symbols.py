"""The symbols of a text, grouped by indentation.

A language's folder may name a program that finds them. For other languages, the symbols are the lexemes that
the grammar's terminals match, and the beginnings of lines determine the indentation.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import regex

from quoin.engine.languages.modes import MAIN
from quoin.lsp_server.harness.judges.programs import Program, ProgramError

if TYPE_CHECKING:
    from pathlib import Path

    from quoin import Language

Span = tuple[int, int]
# The symbols of a block as offsets, in parts between which deeper blocks lie.
Run = list[list[Span]]


class Symbols:
    """The symbols of texts of one language."""

    def __init__(self, language: Language, folder: Path) -> None:
        self._language = language
        command = language.manifest.symbols
        try:
            self._program = Program(command, folder) if command else None
        except ProgramError:
            self._program = None

    def runs(self, text: str) -> list[Run] | None:
        """Group the symbols of each block into the parts before, between and after its deeper blocks.

        Returns:
            None where the text has no symbols or its program fails.
        """
        if self._program is None:
            return runs_by_lines(text, self._lexemes(text)) or None
        try:
            said = self._program.ask(text)
        except ProgramError:
            return None
        return said and [[[(start, end) for start, end in part] for part in run] for run in said]

    def close(self) -> None:
        """End the program, if there is one."""
        if self._program is not None:
            self._program.close()

    def _lexemes(self, text: str) -> list[Span]:
        """Return consecutive longest matches; characters that no terminal matches are skipped."""
        found, at = [], 0
        while at < len(text):
            match = self._any.match(text, at)
            end = match.end() if match else at
            if end > at and text[at:end].strip():
                found.append((at, end))
            at = max(end, at + 1)
        return found

    @cached_property
    def _any(self) -> regex.Pattern[str]:
        """The terminals of plain code as one pattern, which matches the longest lexeme."""
        tables, modes = self._language.tables, dict(self._language.modes)
        numbers = modes.get(MAIN, range(len(tables.terminals)))
        patterns = [tables.terminals[number].pattern for number in numbers]
        return regex.compile("|".join(f"(?:{pattern})" for pattern in patterns if pattern), regex.POSIX)


def runs_by_lines(text: str, symbols: list[Span]) -> list[Run]:
    """Group symbols by the columns at which their lines begin.

    A line that begins further to the right than the line above begins a block. A line that begins further to
    the left ends the blocks that begin to the right of it.
    """
    done: list[Run] = []
    open_runs: list[tuple[int, Run]] = []
    last = -1
    for start, end in symbols:
        line = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
        if line != last:
            last, column = line, start - line
            while open_runs and open_runs[-1][0] > column:
                done.append(open_runs.pop()[1])
                open_runs[-1:] = [(of, [*run, []]) for of, run in open_runs[-1:]]
            if not open_runs or open_runs[-1][0] < column:
                open_runs.append((column, [[]]))
        open_runs[-1][1][-1].append((start, end))
    return [[part for part in run if part] for run in done + [run for _, run in open_runs]]
