"""The parts of a language's files that are written in other languages: `embedded` in a manifest.

    "embedded": {
      "elements": [{"element": "script", "language": "javascript", "types": ["", "module"]}],
      "unless": ["{{"]
    }

What stands between the tags of such an element is of the language, if the value of the attribute `type` of
the opening tag is one of `types`, which say `""` for tags without it. It is not where one of the texts
`unless` stands in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from quoin.engine.errors import LanguageError
from quoin.engine.languages.manifest.values import text_of, texts_of

if TYPE_CHECKING:
    from pathlib import Path

_KEYS = ("elements", "unless")
_ELEMENT_KEYS = ("element", "language", "types")


@dataclass(frozen=True)
class Element:
    """Elements whose text is of another language.

    Attributes:
        name: The name of the elements, in lower case.
        language: The name of the language.
        types: The values of the attribute `type`, in lower case; empty for tags without it.
    """

    name: str
    language: str
    types: tuple[str, ...]


@dataclass(frozen=True)
class EmbeddedRules:
    """What is of other languages in a language's files.

    Attributes:
        elements: The elements whose text is.
        unless: Texts with which it is not.
    """

    elements: tuple[Element, ...] = ()
    unless: tuple[str, ...] = ()


def read_embedded(data: dict[str, Any], file: Path) -> EmbeddedRules:
    """Read `embedded` of a manifest.

    Raises:
        LanguageError: A key is missing, unknown or of the wrong type.
    """
    if "embedded" not in data:
        return EmbeddedRules()
    embedded = data["embedded"]
    elements = embedded.get("elements") if isinstance(embedded, dict) else None
    if not isinstance(elements, list) or not all(isinstance(element, dict) for element in elements):
        raise LanguageError("'embedded' must be an object whose 'elements' are a list of objects", file)
    _check(embedded, _KEYS, file)
    unless = texts_of({"unless": []} | embedded, "unless", file)
    return EmbeddedRules(tuple(_element(element, file) for element in elements), unless)


def _element(data: dict[str, Any], file: Path) -> Element:
    _check(data, _ELEMENT_KEYS, file)
    name, language = text_of(data, "element", file), text_of(data, "language", file)
    return Element(name, language, texts_of(data, "types", file))


def _check(data: dict[str, Any], known: tuple[str, ...], file: Path) -> None:
    for key in data:
        if key not in known:
            raise LanguageError(f"unknown key {key!r} in 'embedded'; known are {', '.join(known)}", file)
