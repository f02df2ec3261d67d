"""A language that is ready for use, and how it is loaded."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from quoin.engine.languages.definition import Definition
from quoin.engine.languages.loader import folder_of, language_names, manifest_of, parts_of

if TYPE_CHECKING:
    from pathlib import Path

    from quoin.engine.languages.versions import Version
    from quoin.engine.quotient.quotient import Quotient, Spare

__all__ = ["Language", "language_names", "load_language"]


class Language(Definition):
    """A language whose texts can be completed."""

    def quotient(self, left: str | bytes, right: str | bytes, *, spare: Spare = "code") -> Quotient:
        """The language of the texts that fit between `left` and `right`, and leave `right` what it is.

        A text is encoded as UTF-8. `spare` says what is left alone of `right`: see
        `quoin.engine.quotient.quotient.Spare`.
        """
        from quoin.engine.quotient.quotient import Quotient  # noqa: PLC0415 - loading needs no compiled core

        return Quotient(self, left, right, spare=spare)


def load_language(name_or_folder: str | Path, version: str | None = None) -> Language:
    """Load a language. The same folder and version give the same object for the life of the process.

    Args:
        name_or_folder: The name of a language that comes with the package, such as
            `"python"`, or the folder of another one, as a `Path` or as a text with a slash.
        version: One of the language's versions, such as `"3.12"`; by default the newest.

    Raises:
        LanguageError: There is no such language or version, or its manifest or grammar is not usable.
    """
    folder = folder_of(name_or_folder)
    return _language(folder, manifest_of(folder).version(version))


@cache
def _language(folder: Path, version: Version | None) -> Language:
    return Language(*parts_of(folder, version))
