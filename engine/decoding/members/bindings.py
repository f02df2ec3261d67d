"""`type_of` finds the type that a declaration gives a name, by lines and without a parser."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from quoin.engine.languages.manifest.types import NAME_COLON, TYPE_NAME

if TYPE_CHECKING:
    from collections.abc import Iterator

NEAR = 8000
"""The number of characters before the cursor in which the declaration of a name is searched."""

LONGEST = 400
"""The largest number of characters of a line that is looked at."""

_NO_TYPES = (
    r"(?:return|new|case|else|in|of|throw|await|yield|delete|typeof|goto|not|and|or|is|as|mut|ref|let|const|var|val"
    r"|auto|static|final|readonly|public|private|protected|move|async|func|fn|go|defer|range|class|struct|enum|union"
    r"|interface|record|namespace|trait|type|extends|implements|using|import|package)"
)


def type_of(name: str, typed: str, text: str) -> str | None:
    """Return the name of the type that the last declaration of a name gives it; None if it is unknown.

    Args:
        name: The name.
        typed: How names and types stand in a declaration (`engine.languages.manifest.types`).
        text: The text.
    """
    last, kind = -1, None
    text = "\n".join(line for line in text[-NEAR:].splitlines() if name in line and len(line) <= LONGEST)
    for at, found in _bindings(rf"(?P<name>(?<![\w$.]){re.escape(name)}(?![\w$]))", typed, text):
        if at > last or (at == last and found is not None):
            last, kind = at, found
    return kind


def _bindings(here: str, typed: str, text: str) -> Iterator[tuple[int, str | None]]:
    """Yield the places at which a name is bound, with the name of its type if that is said."""
    unknown = (
        rf"\b(?:let|const|var|val|auto)\s+(?:mut\s+|[*&]\s*)?{here}",
        rf"{here}\s*(?:=>|\s->\s)",
        rf"\([^()]*{here}[^()]*\)\s*=>",
        rf"\b(?!(?:if|while|switch|with|match|return)\b)[\w$]+\s*\([^()]*{here}[^()]*\)\s*(?::[^{{}};=()]*)?\{{",
        rf"\|[^|\n]*{here}[^|\n]*\|",
        rf"\b(?:for|foreach|catch)\b[^;{{\n]*?{here}",
        rf"[{{,\[(]\s*{here}\s*(?:[,}}\])][^;\n=!<>+*/%&|-]*)?=(?![=>])",
        rf"\w\({here}\)\s*(?:=>|=)",
        rf"{here}(?:\s*,\s*\w+){{0,8}}\s*:=",
        rf"\w\s*,\s*{here}(?:\s*,\s*\w+){{0,8}}\s*:?=(?!=)",
    )
    for form in unknown:
        yield from ((found.start("name"), None) for found in re.finditer(form, text))
    made = r"(?P<type>[A-Z]\w*)(?:\s*\{|::(?:new|default)\()" if typed == NAME_COLON else r"&?(?P<type>\w+)\{"
    new = r"new\s+(?P<type>\w+)\s*[(<{]"
    for form in (rf"{here}\s*:?=\s*{made}", rf"{here}\s*:?=\s*{new}", _declaration(here, typed)):
        yield from ((found.start("name"), found["type"]) for found in re.finditer(form, text))


def _declaration(here: str, typed: str) -> str:
    """Return the expression of a name's declaration; `type` is empty if that is no plain type."""
    if typed == TYPE_NAME:
        return (
            rf"(?<![\w$.])(?!{_NO_TYPES}\b)(?:(?P<type>\w+)(?:\s+const)?\??|[\w.:]+(?:<[^;{{}}()]*>\s*|(?:\[\])+))"
            rf"(?:\s*[*&]+\s*(?:const\s+)?|\s+){here}\s*(?=[;,=)\[:({{])"
        )
    if typed == NAME_COLON:
        arguments = r"(?:<[^;{}()]*>)?\s*(?:\|\s*(?:null|undefined)\s*)*"
        plain = rf"&?\s*(?:'\w+\s+)?(?:mut\s+)?(?P<type>[\w$]+){arguments}(?=[,;)=\n}}{{]|$)"
        return rf"{here}\s*[?!]?:(?!:)\s*(?:{plain})?"
    return rf"(?<=[(,\s]){here}(?:\s*,\s*\w+){{0,8}}\s+(?:\*?(?P<type>\w+)(?=[,)\s={{`]|$)|[*\[\]\w.]+)"
