"""Finds the part around a cursor that is of another language, as a script is in a file of HTML.

Such a part is completed as a file of its own, and the model sees the text around it as it sees the cells of a
notebook. A completion must not end the part, or begin what changes how its end is found.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from quoin.engine.languages.manifest import Manifest
    from quoin.engine.languages.manifest.embedded import Element, EmbeddedRules
    from quoin.engine.model import CompletionRequest, CompletionResult
    from quoin.lsp_server.languages.languages import LanguageEntry

_TYPE = re.compile(r"""(?<![\w-])type\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)""", re.IGNORECASE)
# A tag holds no other one, so that many tags without an end are each read to the next one alone.
_REST_OF_TAG = r"""(?=[\s/>])(?P<attributes>(?:[^"'<>]|"[^"<]*"|'[^'<]*')*)>"""
_LINE_WITH_TAG = re.compile(r"\n[ \t]*</?[a-z!]", re.IGNORECASE)
_CLOSING_TAG = re.compile(r"</[a-z]", re.IGNORECASE)


class Part(NamedTuple):
    """The part of a text around a cursor that is of another language.

    Attributes:
        language: The name of the language.
        before: The text before the part.
        left: The part's text left of the cursor.
        right: The part's text right of the cursor.
        after: The text after the part.
        ends: What must not stand in the part, in lower case: the beginning of its end, and the rest.
        owed: The tag that ends the part, if the text does not have it yet.
    """

    language: str
    before: str
    left: str
    right: str
    after: str
    ends: tuple[str, ...]
    owed: str = ""

    def holds(self, text: str) -> bool:
        """Return whether a text at the cursor leaves the part as it is."""
        most = max(map(len, self.ends)) - 1
        whole = f"{self.left[-most:]}{text}{self.right[:most]}".lower()
        return not any(end in whole for end in self.ends)


class KnownPart(NamedTuple):
    """A part around a cursor, of a language that is there.

    Attributes:
        language: The language.
        text: The part, and what stands around it.
    """

    language: LanguageEntry
    text: Part

    def requested(self, request: CompletionRequest, version: str | None) -> CompletionRequest:
        """Return a request in the part, of this version of its language, given that in the whole text."""
        return replace(
            request,
            language=self.language.source,
            version=version,
            document=f"{request.document} {self.language.name}",
            left=self.text.left,
            right=self.text.right,
            cut=None,
            cells_before=(*request.cells_before, self.text.before),
            cells_after=(self.text.after, *request.cells_after),
        )

    def in_document(self, result: CompletionResult) -> CompletionResult:
        """Return what was found, with the lines of the whole text, and without what would end the part.

        What was found counts on the tag that ends the part, if there is none yet.
        """
        lines, owed = self.text.before.count("\n"), [self.text.owed] if self.text.owed else []
        candidates = [one for one in result.candidates if self.text.holds(one.text)]
        has_lost_all = bool(result.candidates) and not candidates
        return replace(
            result,
            candidates=candidates,
            guarantee="region" if owed and result.guarantee == "file" else result.guarantee,
            present=[*result.present, *owed],
            why="unfit" if has_lost_all else result.why,
            absent=[line + lines for line in result.absent],
            broken_line=None if result.broken_line is None else result.broken_line + lines,
        )


def known_part(
    known: LanguageEntry, sides: tuple[str, str], named: Callable[[str], LanguageEntry | None]
) -> KnownPart | None:
    """Return the part around the cursor between two texts that is of another language, if that is there.

    `named` finds languages by their names.
    """
    text = part_at(known.manifest, *sides)
    language = None if text is None else named(text.language)
    return None if text is None or language is None else KnownPart(language, text)


def languages_in(manifest: Manifest, text: str) -> list[str]:
    """Return the names of the other languages of which a text has code."""
    rules = manifest.embedded
    if not rules.elements:
        return []
    found = (
        _element(rules, one.name, one.attributes)
        for one in _elements(rules, manifest.comments.block, text)
        if text[one.begin : one.end].strip()
    )
    return list(dict.fromkeys(one.language for one in found if one is not None))


def part_at(manifest: Manifest, left: str, right: str) -> Part | None:
    """Return the part around the cursor between two texts that is of another language.

    There is none where it cannot be seen where the part ends: one without its end ends above the next line
    that begins with a tag, as it is meant to while it is typed.
    """
    rules = manifest.embedded
    if not rules.elements:
        return None
    begun = _begun(rules, manifest.comments.block, left)
    if begun is None:
        return None
    name, attributes, begin = begun
    closing, element = f"</{name}", _element(rules, name, attributes)
    own, end = left[begin:], _end(name, right)
    owed = ""
    if end is None and not _LINE_WITH_TAG.search(own):
        owed, end = f"{closing}>", _meant_end(right)
    if end is None or element is None or _is_begun(closing, own):
        return None
    part = own + right[:end]
    if any(text in part for text in rules.unless):
        return None
    ends = (closing, *(text.lower() for text in rules.unless))
    return Part(element.language, left[:begin], own, right[:end], right[end:], ends, owed)


def _end(name: str, text: str) -> int | None:
    """Return where what is in an element ends in a text; None if it does not, or another such begins before.

    The tag in whose element another one begins is that of the other one: this one has none yet.
    """
    end = _closing(name).search(text)
    if end is None or _opening_line(name).search(text, 0, end.start()):
        return None
    return end.start()


def _meant_end(text: str) -> int | None:
    """Return where what is in an element without an end is meant to end in a text; None if it is unclear."""
    tag = _LINE_WITH_TAG.search(text)
    end = len(text) if tag is None else tag.start() + 1
    return None if _CLOSING_TAG.search(text, 0, end) else end


def _begun(rules: EmbeddedRules, comment: tuple[str, ...], text: str) -> tuple[str, str, int] | None:
    """Return the name of the element in which a text ends, its attributes, and where what is in it begins."""
    for one in _elements(rules, comment, text):
        if one.end is None:
            return one.name, one.attributes, one.begin
    return None


class _Found(NamedTuple):
    """An element of a text: its name, its attributes, and where what is in it begins and ends, if it does."""

    name: str
    attributes: str
    begin: int
    end: int | None


def _elements(rules: EmbeddedRules, comment: tuple[str, ...], text: str) -> Iterator[_Found]:
    """Yield the elements of a text that may hold code of other languages, but for those in comments."""
    opening, place = _opening(rules, comment), 0
    while (found := opening.search(text, place)) is not None:
        name = found["name"]
        if name is None:
            end = text.find(comment[1], found.end())
            if end < 0:
                return
            place = end + len(comment[1])
            continue
        closing = _closing(name.lower()).search(text, found.end())
        until = None if closing is None else closing.start()
        yield _Found(name.lower(), found["attributes"], found.end(), until)
        if closing is None:
            return
        place = closing.end()


@lru_cache(16)
def _opening(rules: EmbeddedRules, comment: tuple[str, ...]) -> re.Pattern[str]:
    """Return the expression of what begins an element with code, or a comment."""
    names = "|".join(sorted({re.escape(element.name) for element in rules.elements}))
    tag = rf"<(?P<name>{names}){_REST_OF_TAG}"
    return re.compile("|".join([*map(re.escape, comment[:1]), tag]), re.IGNORECASE)


@lru_cache(16)
def _closing(name: str) -> re.Pattern[str]:
    """Return the expression of what ends an element."""
    return re.compile(rf"</{re.escape(name)}[\s/>]", re.IGNORECASE)


@lru_cache(16)
def _opening_line(name: str) -> re.Pattern[str]:
    """Return the expression of a line that begins with an element."""
    return re.compile(rf"\n[ \t]*<{re.escape(name)}[\s/>]", re.IGNORECASE)


def _element(rules: EmbeddedRules, name: str, attributes: str) -> Element | None:
    found = _TYPE.search(attributes)
    kind = "" if found is None else found[1].strip("\"'").strip().lower()
    return next((one for one in rules.elements if one.name == name and kind in one.types), None)


def _is_begun(closing: str, text: str) -> bool:
    """Return whether a text ends with the beginning of a closing tag."""
    end = text[-len(closing) :].lower()
    return any(end.endswith(closing[:length]) for length in range(2, len(closing) + 1))
