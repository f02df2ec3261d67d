"""`Types` finds the types that texts declare and their members, by their braces and without a parser.

A text that is being typed seldom parses. What is found is evidence for a preference and nothing more.
"""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from quoin.engine.decoding.members.interface import Known
from quoin.engine.languages.manifest.types import NAME_COLON, TYPE_NAME

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from quoin.engine.languages.manifest.types import TypeRules

MAX_CHARACTERS = 60_000
"""The largest number of characters of a body in which members are searched; one beyond is not known."""

MAX_DEPTH = 4
"""The largest number of types that build on each other; what is beyond is not known."""

NESTED = 32
"""The largest number of brackets within each other that are read."""

BEFORE = 300
"""The largest number of characters of a header, or of annotations and modifiers before one."""

LONGEST = 2000
"""The largest number of characters of a header behind its name."""

NAME = r"[A-Za-z_$][\w$]*"

_NO_CODE = re.compile(
    r"//[^\n]*|/\*.*?(?:\*/|\Z)|\"(?:[^\"\\\n]|\\.)*\"|`(?:[^`\\]|\\.)*`|'(?:[^'\\\n(){}<>;&]|\\.)*'",
    re.DOTALL,
)
_BODY = re.compile(r"\{[^{}]*\}")
_PARENTHESES = re.compile(r"\([^()]*\)")
_TYPE_ARGUMENTS = re.compile(r"<[\w\s,.?\[\]:&|'$]*>")
_ATTRIBUTE = re.compile(r"#?\[[^\[\]]*\]|@[\w.]+(?:\(\))?")
_NAMELESS = re.compile(r"\b(?:union|struct)\s*\{([^{}]*)\}")
_POINTER = re.compile(r"\(\s*\*\s*(\w+)\s*\)")
_MACRO = re.compile(r"^\s*[A-Z][A-Z0-9_]{3,}\b\s*(?:\(\))?\s*;?\s*$", re.MULTILINE)
_COMPUTED = re.compile(r"(?:^|[;,])\s*(?:(?:readonly|static|async|get|set)\s+)*\[", re.MULTILINE)
_BEHIND_TYPE = re.compile(r"(?<![\w.])(?<!new )([A-Za-z_]\w*)\s*(?=[;,=(\[]|:\s*\d)")
_PARAMETERS = r"(?:\s*<(?:->|[^{};<>]|<(?:->|[^{};<>]|<[^{};<>]*>)*>)*>)?"
_NO_NAMES = frozenset(("new", "null", "true", "false", "this", "base", "default", "const", "return"))
_EMBEDDED = re.compile(r"^[ \t]*\*?([\w.]+)[ \t]*(?:;|$)", re.MULTILINE)
_BEFORE_TYPE = re.compile(r"^[ \t]*((?:\w+,\s*)*\w+)(?:[ \t]+[\w*\[\]({.<]|\()", re.MULTILINE)
_LISTED = re.compile(r"(?:^|,)\s*([A-Za-z_]\w*)")
_NO_BASES = frozenset(
    ("extends", "implements", "public", "private", "protected", "internal", "virtual", "final", "sealed")
)


class Body(NamedTuple):
    """What a header declares.

    Attributes:
        before: What stands before the name.
        tail: The header's text behind the name.
        text: What the braces hold, and members in parentheses before them, without comments and strings.
        is_whole: Whether it ends in the text.
        kind: Which templates of the rules the header has.
    """

    before: str
    tail: str
    text: str
    is_whole: bool
    kind: str


class Types:
    """The types of some texts.

    Args:
        rules: How types are declared.
        texts: The texts.
    """

    def __init__(self, rules: TypeRules, texts: Sequence[str]) -> None:
        self._rules = rules
        self._texts = texts
        self._bodies: dict[str, list[Body]] = {}

    def members(self, name: str, depth: int = 0) -> Known | None:
        """Return the members of a type and of its objects; None if the texts have no such type."""
        bodies = self.bodies(name)
        if depth > MAX_DEPTH or all(body.kind == "further" for body in bodies):
            return None
        methods = frozenset(self._methods(name))
        names = {*self._rules.everywhere, *methods}
        # Methods outside of the body may stand in other files as well.
        is_closed = not methods
        for body in bodies:
            names.update(self._names(body))
            is_closed &= body.is_whole and not self._opens(body)
            for base in self._bases(body):
                known = self.members(base, depth + 1) if base != name else None
                names |= frozenset() if known is None else known.names
                is_harmless = any(fnmatchcase(base, one) for one in self._rules.harmless)
                is_closed &= is_harmless or (known is not None and known.is_closed)
        return Known(frozenset(names), is_closed, frozenset(self._rules.everywhere))

    def listed(self, name: str) -> frozenset[str]:
        """Return the values that a type lists; none if it lists no values."""
        bodies = (body for body in self.bodies(name) if body.kind == "alternatives")
        return frozenset(one for body in bodies for one in _listed(body.text))

    def bodies(self, name: str) -> list[Body]:
        """Return what is declared of a type."""
        if name not in self._bodies:
            self._bodies[name] = [body for text in self._texts for body in self._bodies_in(text, name)]
        return self._bodies[name]

    def around(self, left: str) -> str | None:
        """Return the name of the type whose body is open at the end of a text; None if none is."""
        text = _plain(left[-MAX_CHARACTERS:])
        open_ones: list[int] = []
        for found in re.finditer(r"[{}]", text):
            if found[0] == "{":
                open_ones.append(found.start())
            elif open_ones:
                open_ones.pop()
        templates = (*self._rules.further, *self._rules.fields, *self._rules.alternatives)
        forms = [_header(template, NAME) for template in templates if "{body}" not in template]
        for at in islice(reversed(open_ones), NESTED):
            headers = (
                header for form in forms for header in form.finditer(text, max(0, at - BEFORE), at + 1)
            )
            for header in headers:
                if header.end() == at + 1:
                    name: str = header["name"]
                    return name
        return None

    def _bodies_in(self, text: str, name: str) -> Iterator[Body]:
        for kind in ("fields", "alternatives", "further"):
            for template in getattr(self._rules, kind):
                if "{body}" in template:
                    yield from _named_behind(template, name, text, kind)
                    continue
                for header in _headers(template, name, text):
                    if kind == "further" and re.search(r"\bfor\b", header["tail"]):
                        continue
                    listed = header.groupdict().get("members") or ""
                    body, is_whole = ("", True) if header[0].endswith(";") else _body(text, header.end())
                    before = text[max(0, header.start() - BEFORE) : header.start("name")]
                    before = re.split(r"[;{}]", before)[-1]
                    yield Body(before, _plain(header["tail"]), f"{_plain(listed)};{body}", is_whole, kind)

    def _methods(self, name: str) -> Iterator[str]:
        for template in self._rules.methods:
            if "{name}" in template:
                form = _form(template, re.escape(name))
                for text in self._texts:
                    begins = (begin for begin, _ in _lines_with(template, name, text))
                    found = (form.match(text, begin) for begin in begins)
                    yield from (one["member"] for one in found if one is not None)

    def _names(self, body: Body) -> Iterator[str]:
        text = _POINTER.sub(r" \1 ", _NAMELESS.sub(r"\1;", body.text))
        if body.kind == "further":
            for template in self._rules.methods:
                yield from (found["member"] for found in _form(template, NAME).finditer(text))
            return
        if body.kind == "alternatives":
            yield from _listed(text)
            text = text.lstrip("; \n\t").partition(";")[2]
        for own in self._rules.own:
            yield from re.findall(rf"(?<![\w.]){re.escape(own)}(?:\.|->)([#$\w]+)", text)
        yield from self._declared(text)

    def _declared(self, text: str) -> Iterator[str]:
        """Yield the names that a body declares."""
        flat = _reduced(_TYPE_ARGUMENTS, _flat(text), "")
        if self._rules.typed == TYPE_NAME:
            yield from (one for one in _BEHIND_TYPE.findall(flat) if one not in _NO_NAMES)
        elif self._rules.typed == NAME_COLON:
            modifiers = "|".join(map(re.escape, self._rules.modifiers)) or r"(?!)"
            form = rf"(?:^|[;,{{}}\n])\s*(?:(?:{modifiers})\s+)*([#$\w]+)\s*(?=[?!]?\s*[:=(;,<\n]|$)"
            yield from re.findall(form, _ATTRIBUTE.sub("", flat))
            # Parameters with modifiers are fields.
            yield from re.findall(rf"[(,]\s*(?:(?:{modifiers})\s+)+([#$\w]+)", text)
        else:
            for found in _BEFORE_TYPE.finditer(flat):
                yield from (one.strip() for one in found[1].split(","))
            yield from (found[1].rpartition(".")[2] for found in _EMBEDDED.finditer(flat))

    def _bases(self, body: Body) -> list[str]:
        """Return the names of the types on which a type builds."""
        if body.kind == "further":
            return []
        if self._rules.typed not in (TYPE_NAME, NAME_COLON):
            return [found[1] for found in _EMBEDDED.finditer(_flat(body.text))]
        tail = _reduced(_TYPE_ARGUMENTS, body.tail, "")
        words = re.findall(r"[A-Za-z_$][\w$.]*", tail)
        if self._rules.typed == NAME_COLON and "implements" in words:
            # What a class implements it has itself.
            words = words[: words.index("implements")]
        return [word for word in words if word not in _NO_BASES]

    def _opens(self, body: Body) -> bool:
        """Return whether a type may have members that cannot be seen."""
        whole = f"{body.before} {body.tail} {body.text}"
        if any(re.search(rf"(?<!\w){re.escape(word)}(?<!\w(?=\w))", whole) for word in self._rules.opening):
            return True
        form = {TYPE_NAME: _MACRO, NAME_COLON: _COMPUTED}.get(self._rules.typed)
        return form is not None and form.search(_flat(body.text)) is not None


def _lines_with(template: str, name: str, text: str) -> Iterator[tuple[int, int]]:
    """Yield the lines and places of a name before which the first word of a template stands in its line."""
    word = template.split(" ", 1)[0].partition("{")[0]
    at = text.find(name)
    while at >= 0:
        begin = text.rfind("\n", 0, at) + 1
        if word in text[begin:at]:
            yield begin, at
        at = text.find(name, at + len(name))


def _headers(template: str, name: str, text: str) -> Iterator[re.Match[str]]:
    """Yield the headers of a type."""
    form = _header(template, re.escape(name))
    for begin, at in _lines_with(template, name, text):
        found = form.search(text, begin, at + LONGEST)
        if found is not None and found.start("name") == at:
            yield found


def _named_behind(template: str, name: str, text: str, kind: str) -> Iterator[Body]:
    """Yield what is declared of a type whose name stands behind its body."""
    begin, end = (_form(part.strip(), re.escape(name)) for part in template.split("{body}"))
    if name not in text or end.search(text) is None:
        return
    for header in re.finditer(rf"{begin.pattern}\s*(?:\w+\s*)?\{{", text):
        body, is_whole = _body(text, header.end())
        closing = text.find("}", header.end())
        if is_whole and "{" not in body and end.match(text, closing + 1):
            yield Body("", "", body, is_whole, kind)


def _listed(text: str) -> list[str]:
    """Return the names of the values at the beginning of a body."""
    return _LISTED.findall(_ATTRIBUTE.sub("", _flat(text.lstrip("; \n\t"), "")).partition(";")[0])


def _body(text: str, begin: int) -> tuple[str, bool]:
    """Return what braces hold that open just before a place, and whether they close."""
    there = _plain(text[begin : begin + MAX_CHARACTERS])
    depth = 1
    for found in re.finditer(r"[{}]", there):
        depth += 1 if found[0] == "{" else -1
        if depth == 0:
            return there[: found.start()], True
    return there, False


def _plain(text: str) -> str:
    """Return a text without its comments and strings; what remains of a string is an empty one."""
    return _NO_CODE.sub(lambda found: "" if found[0].startswith("/") else '""', text)


def _flat(text: str, instead: str = ";") -> str:
    """Return a text with `instead` for what stands in braces, and with empty parentheses."""
    return _reduced(_PARENTHESES, _reduced(_BODY, text, instead), "\0").replace("\0", "()")


def _reduced(form: re.Pattern[str], text: str, instead: str) -> str:
    """Return a text in which all that a form matches is replaced, until nothing matches or nests too deep."""
    for _ in range(NESTED):
        text, count = form.subn(instead, text)
        if not count:
            break
    return text


@lru_cache(256)
def _form(template: str, name: str) -> re.Pattern[str]:
    """Return the expression of a text of a manifest, with an expression for `{name}`."""
    form = re.escape(template).replace(r"\ ", r"\s+").replace(r"\{any\}", r"[^{};\n]*?")
    form = form.replace(r"\{parameters\}", _PARAMETERS)
    form = form.replace(r"\{name\}", rf"(?<![\w$])(?P<name>{name})(?![\w$])")
    members = r"\s*\((?P<members>[^(){};]*(?:\([^()]*\)[^(){};]*)*)\)"
    form = form.replace(r"\{member\}", r"(?P<member>[#$\w]+)").replace(r"\{members\}", members)
    return re.compile(rf"\s*(?<![\w.]){form}" if template.startswith("{name}") else rf"(?<![\w.]){form}")


@lru_cache(256)
def _header(template: str, name: str) -> re.Pattern[str]:
    """Return the expression of a header up to its brace, or to the end of the statement."""
    ends = r"[{;]" if "{members}" in template else r"\{"
    between = r"\s*" if template.endswith("=") else r"(?:\s*<[^{};<>]*(?:<[^{};<>]*>[^{};<>]*)*>)?"
    tail = r"(?P<tail>)" if template.endswith("=") else r"(?P<tail>[^{};=()*&]*?)"
    return re.compile(_form(template, name).pattern + between + tail + ends)
