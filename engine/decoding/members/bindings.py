"""`type_of` finds the type that a declaration gives a name, by lines and without a parser.

`function_of` finds the function whose result a name stands for, and `result_of` the type of a function's
result, as its header names it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from quoin.engine.languages.manifest.types import NAME_COLON, NAME_TYPE, TYPE_NAME

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

NEAR = 8000
"""The number of characters before the cursor in which the declaration of a name is searched."""

LONGEST = 400
"""The largest number of characters of a line that is looked at."""

_NO_TYPES = (
    r"(?:return|new|case|else|in|of|throw|await|yield|delete|typeof|goto|not|and|or|is|as|mut|ref|let|const|var|val"
    r"|auto|static|final|readonly|public|private|protected|move|async|func|fn|go|defer|range|class|struct|enum|union"
    r"|interface|record|namespace|trait|type|extends|implements|using|import|package)"
)

_RESULT = (
    r"(?<![\w$.])%s(?:\s*,\s*\w+)?\s*:?=\s*(?P<function>[A-Za-z_]\w*)"
    r"\((?:[^()\n]|\([^()\n]*\))*\)[ \t]*;?[ \t]*$"
)
_PARAMETERS = r"\((?:[^(){};]|\([^(){};]*\)|\{[^(){}]*\})*\)"
_HEADERS = {
    NAME_COLON: r"\b(?:function|fn)\s+%s(?:<[^()]*>)?"
    + _PARAMETERS
    + r"\s*(?::|->)\s*&?(?P<type>\w+)(?:<[^{}]*>)?\s*\{",
    NAME_TYPE: r"\bfunc\s+%s" + _PARAMETERS + r"\s*(?:\(\s*)?\*?(?P<type>\w+)\s*(?:,[^()]*)?\)?\s*\{",
    TYPE_NAME: r"(?P<type>\b(?!"
    + _NO_TYPES
    + r"\b)\w+)(?:\s*[*&]+\s*|\s+)%s\s*"
    + _PARAMETERS
    + r"\s*(?:const\s*)?\{",
}
"""The expressions of headers of functions with a result, by how names and types stand in a declaration."""


def type_of(name: str, typed: str, text: str) -> str | None:
    """Return the name of the type that the last declaration of a name gives it; None if it is unknown.

    Args:
        name: The name.
        typed: How names and types stand in a declaration (`engine.languages.manifest.types`).
        text: The text.
    """
    return last_binding(name, typed, lines_with(name, text))[1]


def function_of(name: str, typed: str, text: str) -> str | None:
    """Return the function whose result the last declaration of a name gives it; None if there is none."""
    lines = lines_with(name, text)
    calls = list(re.finditer(_RESULT % re.escape(name), lines, re.MULTILINE))
    if not calls or calls[-1].start() < last_binding(name, typed, lines)[0]:
        return None
    return calls[-1]["function"]


def result_of(function: str, typed: str, texts: Sequence[str]) -> str | None:
    """Return the name of the type of a function's results; None if it has none, or several are declared."""
    form = _HEADERS[typed] % re.escape(function)
    kinds = {found["type"] for text in texts if function in text for found in re.finditer(form, text)}
    return kinds.pop() if len(kinds) == 1 else None


def lines_with(name: str, text: str) -> str:
    """Return the lines near the end of a text that have a name."""
    return "\n".join(line for line in text[-NEAR:].splitlines() if name in line and len(line) <= LONGEST)


def last_binding(name: str, typed: str, lines: str) -> tuple[int, str | None]:
    """Return the place at which a name is last bound, -1 without one, and the type that it is given there."""
    last, kind = -1, None
    for at, found in _bindings(rf"(?P<name>(?<![\w$.]){re.escape(name)}(?![\w$]))", typed, lines):
        if at > last or (at == last and found is not None):
            last, kind = at, found
    return last, kind


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
