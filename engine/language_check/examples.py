"""The files in `examples/accept` are texts of a language, and those in `examples/reject` are not.

In a language with versions, a first line that ends with a mark such as `since 3.10` says for which versions
this holds; for the other versions the opposite holds.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from quoin.engine.errors import LanguageError
from quoin.engine.languages.versions import Version, mark_holds

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from quoin.engine.language import Language

KINDS = ("accept", "reject")
MAX_BYTES = 1 << 20
"""The size of the largest example that is tested, in bytes."""
_MARK = re.compile(r"\b(?:since|until|from|in) [^\r\n]*\d[^\s*/]*")


def wrong_examples(folder: Path, languages: list[Language]) -> Iterator[tuple[Path, int | None, str]]:
    """Yield the examples that contradict the name of their folder: file, line, and a message."""
    for kind in KINDS:
        files = sorted(file for file in (folder / "examples" / kind).glob("*") if file.is_file())
        for file in files:
            yield from _judged(file, languages, accepted=kind == "accept")


def missing_examples(folder: Path) -> list[Path]:
    """Return the folders of examples that are missing or empty."""
    folders = [folder / "examples" / kind for kind in KINDS]
    return [one for one in folders if not any(file.is_file() for file in one.glob("*"))]


def _judged(
    file: Path, languages: list[Language], *, accepted: bool
) -> Iterator[tuple[Path, int | None, str]]:
    if file.stat().st_size > MAX_BYTES:
        yield file, None, f"is larger than {MAX_BYTES >> 20} MiB"
        return
    text = file.read_bytes()
    first = _MARK.search(text.partition(b"\n")[0].decode("utf-8", "replace"))
    for language in languages:
        try:
            holds = _holds(first[0], language) if first else True
        except LanguageError as error:
            yield file, 1, error.reason
            return
        quotient = language.quotient(text, b"")
        state = quotient.start()
        if (state is not None and state.member) == (accepted == holds):
            continue
        of_version = f" in version {language.version}" if language.version else ""
        if accepted != holds:
            yield file, None, f"is a text of the language{of_version}, and should not be"
        else:
            problem = quotient.problem
            line = text.count(b"\n", 0, problem.offset) + 1 if problem else text.count(b"\n") + 1
            reason = problem.message if problem else "the text is not complete"
            yield file, line, f"is no text of the language{of_version}: {reason}"


def _holds(mark: str, language: Language) -> bool:
    if language.version is None:
        return True
    return mark_holds(mark.strip(), Version(language.version, language.versions))
