"""A `Language` is ready for use once it is loaded, by name or from a folder."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from quoin.engine.errors import LanguageError
from quoin.engine.languages.definition import Definition, Level
from quoin.engine.languages.loader import folder_of, language_names, manifest_of, parts_of
from quoin.engine.languages.table_cache import forget

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from quoin.engine.languages.versions import Version
    from quoin.engine.quotient.quotient import Quotient, Spare

__all__ = ["Language", "language_names", "load_language"]


class Language(Definition):
    """A language whose texts can be completed."""

    def quotient(
        self,
        left: str | bytes,
        right: str | bytes,
        *,
        spare: Spare = "code",
        names: Sequence[str] | None = None,
        importable: Sequence[str] = (),
    ) -> Quotient:
        """Return the quotient by two contexts: the texts that fit between `left` and `right`.

        A `str` is encoded as UTF-8. `spare` says which parts of `right` a middle must not change; see
        `quoin.engine.quotient.quotient.Spare`. If `names` are given, a middle reads known
        names only: those that the file binds where they are read, the language's own, and the given ones. An
        import can bind those that are `importable`: they are read only where a decoder admits them.
        """
        from quoin.engine.quotient.quotient import Quotient  # noqa: PLC0415 - loading needs no compiled core

        return Quotient(self, left, right, spare=spare, names=names, importable=importable)


def load_language(
    name_or_folder: str | Path, version: str | None = None, *, level: Level = "parses"
) -> Language:
    """Load a language. Each folder, version and level has one object for the life of the process.

    Args:
        name_or_folder: The name of a built-in language, such as `"python"`, or the folder of
            another language, as a `Path` or as a `str` with a slash.
        version: The name of one of the language's versions, such as `"3.12"`; by default the newest.
        level: What is promised of a text that fits: that the language's parser takes it, or also that its
            compiler does. The two differ only in languages whose grammar has contexts.

    Raises:
        LanguageError: The language or the version does not exist, or the manifest or the grammar is not
            usable.
    """
    folder = folder_of(name_or_folder)
    manifest = manifest_of(folder)
    if not (manifest.contexts.marks or manifest.keys):
        level = "parses"
    return _language(folder, manifest.version(version), level)


@cache
def _language(folder: Path, version: Version | None, level: Level) -> Language:
    parts = parts_of(folder, version)
    try:
        return Language(*parts, level)
    except LanguageError:
        # The cached tables may not be what was written; if they are, this fails again.
        forget(parts.digest)
        return Language(*parts_of(folder, version), level)
