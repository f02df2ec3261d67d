"""Which of the engine's languages a document is written in."""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

import engine

LANGUAGES = ("python",)


@lru_cache(maxsize=None)
def load(name: str) -> engine.Language:
    """Load a language once for the process.

    Raises:
        engine.LanguageError: there is no such language, or its grammar is broken.
    """
    return engine.load_language(name)


def language_of(language_id: str, uri: str) -> str | None:
    """Name the language of a document; None if the engine has none for it.

    What the client says counts; the file's name counts only where the client says nothing.
    """
    filename = PurePosixPath(unquote(urlsplit(uri).path)).name
    for name in LANGUAGES:
        language = load(name)
        if language_id in language.lsp_ids:
            return name
        if not language_id and any(fnmatchcase(filename, pattern) for pattern in language.file_patterns):
            return name
    return None
