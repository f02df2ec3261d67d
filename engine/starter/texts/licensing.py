"""The licences of single files, as a source package of Debian states them.

`debian/copyright` in the machine-readable format 1.0 has a paragraph for each group of files:
patterns, and the licence of the files. The last paragraph with a pattern that matches a file
counts. Files whose licence is not stated so are not learnt from.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quoin.engine.starter.texts import archives
from quoin.engine.starter.texts.lists import LICENCES, permits

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

_FORMAT = re.compile(
    r"(https?:)?//(www\.)?debian\.org/doc/packaging-manuals/copyright-format/1\.0/?", re.IGNORECASE
)

_NAMES = {
    "apache-2": "Apache-2.0",
    "bsd-2-clauses": "BSD-2-Clause",
    "bsd-3-clauses": "BSD-3-Clause",
    "boost-1.0": "BSL-1.0",
    "cc0": "CC0-1.0",
    "expat": "MIT",
    "psf-2": "PSF-2.0",
    "python-2": "Python-2.0",
}
"""Identifiers of licences by the short names that Debian has for them, in lower case."""
_IDENTIFIERS = {name.lower(): name for name in LICENCES}

_TEXTS = {"mit": re.compile(r"permission is hereby granted, free of charge, to any person obtaining a copy")}
"""What the text of a licence must say whose short name is used for others as well."""
_OF_X11 = re.compile(r"shall not be used in advertising|except as contained in this notice")

_FIELD = re.compile(r"([!-9;-~]+):[ \t]*(.*)")
_WORD = re.compile(r"[()]|[^\s()]+")


@dataclass(frozen=True)
class Stanza:
    """A paragraph about files.

    Attributes:
        files: matches the whole path of a file that it is about.
        licence: the SPDX expression of the licence; None if it is not one of those that are known.
    """

    files: re.Pattern[str]
    licence: str | None


@dataclass(frozen=True)
class Copyright:
    """The licences of the files of a package.

    Attributes:
        stanzas: the paragraphs about files; the last one that matches a file counts.
    """

    stanzas: Sequence[Stanza]

    def licence(self, path: str) -> str | None:
        """Return the SPDX expression of the licence of a file; None if it is not known or not allowed."""
        found = next((one.licence for one in reversed(self.stanzas) if one.files.fullmatch(path)), None)
        return found if found and permits(found) else None


def read(archive: Path) -> Copyright | None:
    """Return what a source package says; None if it does not say it in the format 1.0.

    Raises:
        ArchiveError: the archive is damaged.
    """
    content = archives.packaging(archive, "copyright")
    return parsed(content.decode(errors="replace")) if content else None


def parsed(text: str) -> Copyright | None:
    """Return what a file `debian/copyright` says; None if it is not in the format 1.0."""
    header, *others = list(_paragraphs(text)) or [{}]
    if not _FORMAT.fullmatch(header.get("format", "").strip()):
        return None
    texts: dict[str, str] = {}
    for one in others:
        name, _, body = one.get("license", "").partition("\n")
        if body.strip():
            texts.setdefault(name.strip().lower(), body)
    stanzas = [Stanza(_pattern(one["files"]), _licence(one, texts)) for one in others if one.get("files")]
    return Copyright(stanzas)


def _paragraphs(text: str) -> Iterator[dict[str, str]]:
    for paragraph in re.split(r"\n(?:[ \t]*\n)+", text.replace("\r\n", "\n").strip()):
        fields: dict[str, str] = {}
        name = ""
        for line in paragraph.split("\n"):
            if line.startswith("#"):
                continue
            found = _FIELD.fullmatch(line)
            if found:
                name = found[1].lower()
                fields[name] = found[2]
            elif name:
                fields[name] += "\n" + line
        yield fields


def _pattern(files: str) -> re.Pattern[str]:
    return re.compile("|".join(_expressions(files.split())), re.DOTALL)


def _expressions(patterns: Iterable[str]) -> Iterator[str]:
    """Yield regular expressions for patterns, in which `*` and `?` match slashes as well.

    Commas after patterns, and folders in place of the files in them, are common mistakes. Files that
    they are meant for would else count as under the licence of the rest.
    """
    for pattern in patterns:
        parts = re.findall(r"\\.|.", pattern.removeprefix("./").rstrip(",").rstrip("/"))
        expression = {"*": ".*", "?": "."}
        yield "".join(expression.get(part, re.escape(part.removeprefix("\\"))) for part in parts) + "(/.*)?"


def _licence(stanza: dict[str, str], texts: dict[str, str]) -> str | None:
    """Return the SPDX expression of a paragraph's licence.

    A name that is not known stays as it is, and so does an exception (`with`); neither is allowed.
    """
    name, _, body = stanza.get("license", "").partition("\n")
    name = re.sub(r"\bwith\b.*?\bexception\b", "WITH exception", name.strip(), flags=re.IGNORECASE)
    if "," in name:
        return None  # binds otherwise than brackets do
    own = body if body.strip() else None
    words = [_word(word, own or texts.get(word.lower(), "")) for word in _WORD.findall(name)]
    expression = " ".join(words).replace("( ", "(").replace(" )", ")")
    try:
        permits(expression)
    except ValueError:
        return None
    return expression


def _word(word: str, text: str) -> str:
    lower = word.lower()
    if lower in {"and", "or", "with"}:
        return lower.upper()
    needed = _TEXTS.get(lower)
    plain = " ".join(text.lower().split())
    if needed and (not needed.search(plain) or _OF_X11.search(plain)):
        return f"{word}-of-another-text"
    return _NAMES.get(lower) or _IDENTIFIERS.get(lower, word)
