"""Oracles, which decide whether a text is a member: the language's own parser if any, else quoin's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from quoin.lsp_server.harness.judges.programs import Program, ProgramError

if TYPE_CHECKING:
    from pathlib import Path

    from quoin import Language

# This prefix marks messages of a parser that stopped for lack of resources and judged nothing.
GAVE_UP = "gave up: "


class Oracle(Protocol):
    """Decides about whole texts.

    Attributes:
        name: the oracle's name, for people to read.
    """

    name: str

    def refusal(self, text: str) -> str | None:
        """Return why a text is not a member of the language, or None if it is one."""

    def close(self) -> None:
        """End the program that was started, if any."""


class Judge:
    """The language's own parser, run by the program that its folder names.

    Raises:
        ProgramError: the program cannot be used.
    """

    def __init__(self, language: Language, folder: Path) -> None:
        if not language.manifest.judge:
            raise ProgramError("its folder names no judge")
        self._program = Program(language.manifest.judge, folder)
        self.name = self._program.name

    def refusal(self, text: str) -> str | None:
        """Return the program's answer, or a message with `GAVE_UP` if it gives none."""
        # Lone surrogates are not text, and the program would read them as a valid character.
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
    """quoin's parser of the whole text, which cannot show that the grammar is wrong."""

    def __init__(self, language: Language, reason: str) -> None:
        self._language = language
        self.name = f"quoin's own parser ({reason})"

    def refusal(self, text: str) -> str | None:
        """Return the quotient's reason why the text is not a member, or None if it is one."""
        quotient = self._language.quotient(text, "")
        if quotient.start().member:
            return None
        return quotient.problem.message if quotient.problem else "the text is not complete"

    def close(self) -> None:
        """Do nothing."""


def oracle_of(language: Language, folder: Path) -> Oracle:
    """Return the judge of a language in a folder if it can be used, else quoin's own parser."""
    try:
        return Judge(language, folder)
    except ProgramError as error:
        return OwnParser(language, str(error))
