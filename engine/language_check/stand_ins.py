"""What is wrong with the texts that may stand in place of broken lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quoin.engine.language import Language


def code_taken_for_strings(language: Language) -> str | None:
    """Say behind which placeholder the manifest's `nonsense` can stand, although that is code.

    Then a repair of a broken file would take what follows for the text of a string, and never end.
    """
    stand_ins = language.manifest.stand_ins
    nonsense = f"\n{stand_ins.nonsense}".encode()
    for statement in stand_ins.statements:
        quotient = language.quotient(statement, "")
        if not quotient.empty and quotient.start().accepts(nonsense):
            return (
                f"'nonsense' {stand_ins.nonsense!r} can follow {statement!r}, which is code: "
                "broken files would not be repaired"
            )
    return None
