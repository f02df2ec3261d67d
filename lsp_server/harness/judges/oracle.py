"""What decides whether a text is one of a language: its own parser where there is one, else quoin's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from quoin.lsp_server.harness.judges.programs import Program, ProgramError

if TYPE_CHECKING:
    from pathlib import Path

    from quoin import Language

# How a message begins where the parser stopped for want of its own means, and judged nothing.
GAVE_UP = "gave up: "


class Oracle(Protocol):
    """Decides about whole texts.

    Attributes:
        name: what it is, in words.
    """

    name: str

    def refusal(self, text: str) -> str | None:
        """Why a text is none of the language; None if it is one."""

    def close(self) -> None:
        """End what was started."""


class Judge:
    """The language's own parser, in the program that its folder names.

    Raises:
        ProgramError: the program cannot be used.
    """

    def __init__(self, language: Language, folder: Path) -> None:
        if not language.manifest.judge:
            raise ProgramError("its folder names no judge")
        self._program = Program(language.manifest.judge, folder)
        self.name = self._program.name

    def refusal(self, text: str) -> str | None:
        """What the program says; it has given up on a text that it does not answer."""
        # Halves of surrogate pairs are no text, and would be read as a sign that may stand there.
        try:
            text.encode()
        except UnicodeEncodeError:
            return "not UTF-8"
        try:
            said = self._program.ask(text)
        except ProgramError as error:
            return f"{GAVE_UP}{error}"
        return None if said is None else str(said)

    def close(self) -> None:
        """End the program."""
        self._program.close()


class OwnParser:
    """quoin's parser of the whole text, which says nothing about whether the grammar is right."""

    def __init__(self, language: Language, reason: str) -> None:
        self._language = language
        self.name = f"quoin's own parser ({reason})"

    def refusal(self, text: str) -> str | None:
        """Why the text cannot be one, as the quotient says."""
        quotient = self._language.quotient(text, "")
        if quotient.start().member:
            return None
        return quotient.problem.message if quotient.problem else "the text is not complete"

    def close(self) -> None:
        """Do nothing."""


def oracle_of(language: Language, folder: Path) -> Oracle:
    """The best judge at hand of a language in a folder."""
    try:
        return Judge(language, folder)
    except ProgramError as error:
        return OwnParser(language, str(error))
