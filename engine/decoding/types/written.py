"""`Written` finds the types that a text writes where it declares names, by lines and without a parser.

A name has a type only if each place that binds it in its function says so, or each in the file if none there
does: what is found is used to refuse texts, so what is not certain is unknown.
"""

from __future__ import annotations

import re

from quoin.engine.decoding.functions.declaring import without_blocks
from quoin.engine.decoding.functions.returning import NEAR, header_around
from quoin.engine.decoding.members.elements import collection_of, element_of
from quoin.engine.languages.manifest.types import NAME_COLON, NAME_TYPE, TYPE_NAME

HERE = "\x01"
"""What stands for a name, so that no expression has to be compiled for it."""

_NAME = rf"(?P<name>{HERE})"

LONGEST = 300
"""The largest number of characters of a line that is looked at."""

MOST_LINES = 200
"""The largest number of lines with a name; of a name in more, nothing is known."""

COMMENT = re.compile(r"^\s*(?:/\*|\*(?=[\s/])|//|#(?!\[)).*|\s(?://|#(?!\[)).*")
"""A comment, as far as a line shows it."""

MODIFIERS = (
    r"(?:(?:public|private|protected|internal|static|final|const|constexpr|readonly|volatile|inline|virtual"
    r"|abstract|override|sealed|synchronized|struct|mut|ref|in|unsigned|signed|required)\s+)*"
)
NO_TYPE = (
    r"(?!(?:return|new|case|else|in|of|throw|await|yield|delete|typeof|goto|not|and|or|is|as|let|var|val|auto|echo"
    r"|async|func|fn|function|go|defer|range|class|enum|union|interface|record|namespace|trait|type|extends|print"
    r"|implements|using|import|package|instanceof|clone|out|params|public|private|protected|static|readonly)\b)"
)
PLAIN = NO_TYPE + r"\??[A-Za-z_\\][\w.:\\]*(?:<[^;{}()=]*>)?(?:\[[\],]*\])*\??"
"""A type that stands before what it is the type of."""

_TYPED_FORMS = {
    TYPE_NAME: r"(?<![\w$.@])(?P<type>" + MODIFIERS + PLAIN + r"(?:\s*[*&]+\s*(?:const\s+)?|\s+))%s"
    r"(?:(?P<array>\s*\[)|\s*(?=[;,=):{]|\bin\b|$))",
    NAME_COLON: r"%s\s*(?P<array>\?)?!?:(?!:)\s*(?P<type>[^,;)=\n}{|<]*(?:<[^;=(){}\n]*>)?[^,;)=\n}{|<]*)"
    r"(?=[,;)=\n}{|]|$)(?P<other>\|)?",
    NAME_TYPE: r"(?<=[(,\s])%s(?:\s*,\s*\w+){0,8}\s+(?!(?:in|range|if|else|struct|interface|func)\b)"
    r"(?P<type>(?:\*|\[\]|map\[[\w.*\]\[]+\])*[\w.]+(?:\[[\w., *\[\]]+\])?)(?P<array>(?!))?"
    r"(?=[,)={`]|\s*$|\s*[`=])",
}
_TYPED = {style: re.compile(form % _NAME, re.MULTILINE) for style, form in _TYPED_FORMS.items()}
"""The expressions of a name that is declared with its type, by how the two stand."""

_BOUND_FORMS = (
    r"\b(?:let|var|val|auto)\b[^=;:\n]*%s(?!\s*:)",
    r"\bconst\s+(?:[\[{][^=;\n]*)?%s\s*[,}\]=]",
    r"%s\s*(?:=>|->\s)",
    r"\([^()]*%s[^()]*\)\s*(?:=>|->\s)",
    r"^\s*(?!(?:return|throw|new|delete|await|else)\b)[A-Za-z_][\w:<>,*& ]*[ >*&]%s *[({][^(){}\n]+[)}] *;",
    r"\bfor(?:each)?\b\s*\(?(?:(?!\b(?:in|of|range)\b|[;:{=]).)*?%s",
    r"\bforeach\b.*\bas\b.*%s",
    r"\b(?:catch|from|as|with|global|del)\b[^{;\n]*%s",
    r"\w\(%s\)\s*(?:=>|=(?!=))",
    r"%s(?:\s*,\s*\w+){0,8}\s*:=",
    r"\w\s*,\s*%s(?:\s*,\s*\w+){0,8}\s*:=",
    r"%s[^{}\n]*\}\s*=>",
    r"\|[^|\n]*%s[^|\n]*\|",
    r"\b(?:def|function|fn|lambda|constructor)\b[^\n]*%s\s*[,:)=]",
    r"^\s*(?:(?:async|static|get|set)\s+)*(?!(?:if|while|switch|with|return|for|catch|match)\b)\w+\s*\([^()]*%s[^()]*\)\s*\{",
    r"[{,\[(]\s*%s\s*(?:[,}\])][^;\n=!<>+*/%%&|-]*)?=(?![=>])",
)
_BOUND = tuple(re.compile(form % _NAME, re.MULTILINE) for form in _BOUND_FORMS)
"""The expressions of a name that is bound, perhaps without a type."""

_ASSIGNED = r"(?:^|[,(;])\s*(?:\w+\.)?(?<![\w$])%s\s*(:[^=\n]*)?(?:,[^=\n]*)?=(?![=>])"
_MADE = re.compile(
    r"\s*:?=\s*(?:new\s+(?P<type>\w+(?:<[^;(){}]*>)?)\s*\([^;\n]*\)\s*;?[ \t]*$|(?P<other>[A-Z]\w*)\s*\{)",
    re.MULTILINE,
)
_CONSTANT = re.compile(r"\s*const\b")
_VALUE = re.compile(r"\s*:?=\s*(?!=)(?P<value>[^;\n]*?)[ \t]*;?[ \t]*$", re.MULTILINE)


class Written:
    """The types that are written in a file, as seen from a line of it.

    Args:
        typed: How names and types stand in a declaration (`engine.languages.manifest.types`).
        binds: Whether assigning to a name binds it.
        left: The lines above the line.
        right: The lines below it.

    Attributes:
        line: The line; of what it binds itself nothing is known.
    """

    line = ""

    def __init__(self, typed: str, left: str, right: str, *, binds: bool) -> None:
        self._typed, self._binds = typed, binds
        self._left = left
        self._lines = [*left.splitlines(), *right.splitlines()]
        self._function: list[str] | None = None
        self._found: dict[str, tuple[str, ...] | None] = {}

    def types(self, name: str) -> tuple[str, ...] | None:
        """Return what the bindings of a name say of it: types, or `=` and values; None if one says nothing.

        None are returned for a name that nothing binds.
        """
        if name in self.line and self.among(name, [self.line]) != ():
            return None
        if name not in self._found:
            around = self.among(name, self._around)
            self._found[name] = around if around is None or around else self.fields(name)
        return self._found[name]

    def fields(self, name: str) -> tuple[str, ...] | None:
        """Return the same by all bindings of a name in the file."""
        return self.among(name, self._lines)

    def among(self, name: str, lines: list[str]) -> tuple[str, ...] | None:
        """Return the same by the bindings in some lines."""
        having = [COMMENT.sub("", line) for line in lines if name in line]
        if len(having) > MOST_LINES:
            return None
        text, word = "\n".join(having), rf"{re.escape(name)}(?![\w$])"
        given = re.finditer(_ASSIGNED % word, text, re.MULTILINE) if self._binds else ()
        if any(found[1] is None for found in given):
            return None
        return self._among(name, re.sub(rf"(?<![\w$.]){word}", HERE, text))

    @property
    def _around(self) -> list[str]:
        """The lines of the function around, from its header on; none if there is no function."""
        if self._function is None:
            before = self._left[-NEAR:].encode()
            around = header_around(before)
            begin = -1 if around is None else before.rfind(around[0], 0, around[1])
            # What is declared in a block that has ended is not seen.
            text = b"" if around is None else before[begin : around[1]] + without_blocks(before[around[1] :])
            self._function = text.decode("utf-8", "replace").splitlines()
        return self._function

    def _among(self, name: str, text: str) -> tuple[str, ...] | None:
        """Return the same by lines in which `HERE` stands for the name."""
        typed: dict[int, str] = {}
        for found in _TYPED[self._typed].finditer(text):
            if found.groupdict().get("other") or (found["array"] or "").startswith("?"):
                return None
            typed[found.start("name")] = found["type"] + ("[]" if found["array"] else "")
        saying = list(typed.values())
        for begin in (found.start("name") for form in _BOUND for found in form.finditer(text)):
            one = typed.get(begin) or self._made(name, text, begin)
            if one is None:
                return None
            saying.append(one)
        return tuple(dict.fromkeys(saying))

    def _made(self, name: str, text: str, begin: int) -> str | None:
        """Return the type of what a binding gives a name, or `=` and its value; None if that is not known."""
        end = begin + len(HERE)
        made = _MADE.match(text, end)
        if made is not None:
            return made["type"] or made["other"]
        line = text[text.rfind("\n", 0, begin) + 1 : text.find("\n", end) % (len(text) + 1)]
        if self._typed == NAME_TYPE and _CONSTANT.match(line):
            return None  # Its value may be of several types.
        collection = collection_of(name, self._typed, line.replace(HERE, name))
        if collection is not None:
            return element_of(collection, self._typed, ["\n".join(self._lines)])
        value = _VALUE.match(text, end)
        return None if value is None else f"={value['value']}"
