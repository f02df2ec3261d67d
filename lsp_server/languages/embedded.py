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
    from collections.abc import Callable

    from quoin.engine.languages.manifest import Manifest
    from quoin.engine.languages.manifest.embedded import Element, EmbeddedRules
    from quoin.engine.model import CompletionRequest, CompletionResult
    from quoin.lsp_server.languages.languages import LanguageEntry

_TYPE = re.compile(r"""(?<![\w-])type\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)""", re.IGNORECASE)
# A tag holds no other one, so that many tags without an end are each read to the next one alone.
_REST_OF_TAG = r"""(?=[\s/>])(?P<attributes>(?:[^"'<>]|"[^"<]*"|'[^'<]*')*)>"""


class Part(NamedTuple):
    """The part of a text around a cursor that is of another language.

    Attributes:
        language: The name of the language.
        before: The text before the part.
        left: The part's text left of the cursor.
        right: The part's text right of the cursor.
        after: The text after the part.
        ends: What must not stand in the part, in lower case: the beginning of its end, and the rest.
    """

    language: str
    before: str
    left: str
    right: str
    after: str
    ends: tuple[str, ...]

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
        """Return what was found, with the lines of the whole text, and without what would end the part."""
        lines = self.text.before.count("\n")
        candidates = [one for one in result.candidates if self.text.holds(one.text)]
        has_lost_all = bool(result.candidates) and not candidates
        return replace(
            result,
            candidates=candidates,
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


def part_at(manifest: Manifest, left: str, right: str) -> Part | None:
    """Return the part around the cursor between two texts that is of another language.

    There is none where it cannot be seen where the part ends.
    """
    rules = manifest.embedded
    if not rules.elements:
        return None
    begun = _begun(rules, manifest.comments.block, left)
    if begun is None:
        return None
    name, attributes, begin = begun
    closing, end = f"</{name}", _closing(name).search(right)
    element = _element(rules, name, attributes)
    own = left[begin:]
    if end is None or element is None or _is_begun(closing, own):
        return None
    part = own + right[: end.start()]
    if any(text in part for text in rules.unless):
        return None
    ends = (closing, *(text.lower() for text in rules.unless))
    return Part(element.language, left[:begin], own, right[: end.start()], right[end.start() :], ends)


def _begun(rules: EmbeddedRules, comment: tuple[str, ...], text: str) -> tuple[str, str, int] | None:
    """Return the name of the element in which a text ends, its attributes, and where what is in it begins."""
    opening, place = _opening(rules, comment), 0
    while (found := opening.search(text, place)) is not None:
        name = found["name"]
        if name is None:
            end = text.find(comment[1], found.end())
            if end < 0:
                return None
            place = end + len(comment[1])
            continue
        closing = _closing(name.lower()).search(text, found.end())
        if closing is None:
            return name.lower(), found["attributes"], found.end()
        place = closing.end()
    return None


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


def _element(rules: EmbeddedRules, name: str, attributes: str) -> Element | None:
    found = _TYPE.search(attributes)
    kind = "" if found is None else found[1].strip("\"'").strip().lower()
    return next((one for one in rules.elements if one.name == name and kind in one.types), None)


def _is_begun(closing: str, text: str) -> bool:
    """Return whether a text ends with the beginning of a closing tag."""
    end = text[-len(closing) :].lower()
    return any(end.endswith(closing[:length]) for length in range(2, len(closing) + 1))
