"""`Clashes` says whether a line gives a place a value that surely is of another type.

A small model writes such lines readily, since it knows how code looks, and not what was declared: a number as
a condition, an element of a number, an object that a list of texts takes. Where the file leaves any doubt,
there is no clash.
"""

from __future__ import annotations

import re
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from quoin.engine.decoding.types.filling import lacks_fields
from quoin.engine.decoding.types.kinds import (
    FUNCTION,
    LIST,
    NOTHING,
    NUMBER,
    OBJECT,
    PATH,
    TEXT,
    TRUTH,
    Kinds,
    Value,
)
from quoin.engine.decoding.types.named import names_wrongly
from quoin.engine.decoding.types.results import result_by_columns, result_of
from quoin.engine.decoding.types.written import COMMENT, LONGEST, MODIFIERS, PLAIN
from quoin.engine.languages.manifest.types import NAME_COLON, NAME_TYPE, TYPE_NAME
from quoin.engine.util.lines import first_line, last_line, line_spans

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quoin.engine.languages.manifest.kinds import KindRules
    from quoin.engine.languages.manifest.types import TypeRules

FAR = 40_000
"""The number of bytes before the cursor, and after it, in which declarations are searched."""

Place = tuple[Value | None, Value | None]
"""What a place takes, and what it is given."""

GOES_ON = "\0"
"""What stands for the rest of a line, of which nothing is known."""

_ARITHMETIC = ("+", "-", "*", "/", "%")
_WORD = re.compile(r"\w")
_STRING = re.compile(r"\"(?:[^\"\\]|\\.)*\"|`[^`]*`|(?<!\w)'(?:[^'\\]|\\.)*'")
_CHARACTER = re.compile(r"'(?:[^'\\]|\\.)'")
_END = r"\s*(?:;|\}\s*\Z|\Z)"
_RETURN = re.compile(r"(?:^|[{};)]|\belse\b)\s*\breturn\s+(?P<value>[^;\0]+?)" + _END)
_EXPRESSION = re.compile(
    rf"\s*(?:(?P<header>{MODIFIERS}{PLAIN}\s+\w+\s*(?:<[\w, ]*>\s*)?\([^()]*\))"
    rf"|(?P<property>(?:(?:public|private|protected|internal|static|override)\s+)+{PLAIN}\s+\w+))"
    rf"\s*=>\s*(?P<value>[^;\0]+?)\s*;"
)
_DECLARED_NAME = re.compile(r"\s+\w+\s*(?:<[\w, ]*>\s*)?\Z")
_DECLARED = {
    TYPE_NAME: re.compile(
        rf"\s*(?P<type>{MODIFIERS}{PLAIN}(?:\s*[*&]+\s*|\s+))\w+\s*=\s*(?P<value>[^;\0]+?)" + _END
    ),
    NAME_COLON: re.compile(
        r"(?:\s*(?:let|const|var|mut|private|public|readonly|static|pub)\b)*\s*[\w.]+\s*:\s*(?P<type>[^=|?;]+?)\s*=\s*(?P<value>[^;=>\0]+?)"
        + _END
    ),
    NAME_TYPE: re.compile(r"\s*var\s+\w+\s+(?P<type>[^=]+?)\s*=\s*(?P<value>[^;\0]+?)" + _END),
}
_ASSIGNED = re.compile(rf"\s*(?P<target>{PATH})\s*(?P<sign>[-+*/%]?)=(?![=>])\s*(?P<value>[^;\0]+?)" + _END)
_CONDITION = re.compile(
    rf"\b(?:if|while)\s*\(?\s*!?(?P<value>{PATH})\s*(?:\)\s*(?:\{{|return\b|throw\b|\w+\()|&&|\|\||\{{)"
)
_JOINED = re.compile(
    rf"(?<!move)(?<=[\w)\]\"'])\s+(?:&&|\|\|)\s+!?(?P<value>{PATH}(?:\(\))?)(?=\s*(?:&&|\|\||[){{;,]|\Z))"
)
_CONSTANT = r"(?:\"[^\"]*\"|'[^']*'|\d[\w.]*)"
_OPERAND = re.compile(
    rf"(?<!move)(?<=[\w)\]\"'])\s+(?:&&|\|\|)\s+{_CONSTANT}(?=\s*(?:&&|\|\||[)\]{{}};,:?]|\Z))"
    rf"|(?:^|[(,{{]|&&|\|\||(?<![=!<>])=(?!=)|\breturn\b)\s*{_CONSTANT}\s*(?:&&|\|\|)"
)
_COMPARED = re.compile(
    rf"(?<![\w.$\])\"'>])(?P<target>{PATH})\s*(?:===?|!==?|<=|>=|<|>)\s*(?P<value>{PATH}|-?\d[\w.]*|\"[^\"]*\")(?=\s*(?:[);:{{]|&&|\|\||\Z|\band\b|\bor\b))"
)
_MADE = re.compile(r"\bnew\s+(?P<type>[A-Z]\w*)\s*(?:<[^<>()]*>)?\s*\([^{}]*(?:;|\Z)")
_PUT = r"(?<![\w.$>\])])(?P<target>%s)\.(?:%s)\((?P<value>[^(),\0]*)\)"
_PART = re.compile(rf"(?<![\w.$>\])])(?P<value>{PATH})(?P<sign>\[|\.[A-Za-z_])")
_INDEX = re.compile(rf"(?<![\w.$>\])])(?P<value>{PATH})(?<!\])\[(?P<index>[^\[\]:,'][^\[\]:,]*)\]")
_FIELD = re.compile(
    rf"(?<![\w.$>\])])(?P<value>{PATH})\.(?P<field>[A-Za-z_]\w*)(?:\s*(?:;|[-+*/%<>!=]=|&&|\|\|)|\s+[-+*/%<>]\s)"
)
_OPERATOR = re.compile(r"\s*(?:[.?:+*/%|=<>-]|&&|and\b|or\b|instanceof\b|as\b|is\b)(?!/)")


class Clashes:
    """The clashes of types at a cursor's line, and in the lines that a completion writes below it.

    Args:
        rules: How types are declared.
        kinds: Of which kinds they are.
        left: The left context.
        right: The right context.
    """

    def __init__(self, rules: TypeRules, kinds: KindRules, left: bytes, right: bytes) -> None:
        begun, rest = last_line(left), first_line(right)
        self._begun = begun.decode("utf-8", "replace")
        self._above = left[: len(left) - len(begun)][-FAR:].decode("utf-8", "replace")
        below = right[len(rest) :][:FAR].decode("utf-8", "replace")
        self._rest = _opening(rest) if rest.strip() else _behind(below)
        self._rules, self._kind_rules = rules, kinds
        self._below = below
        self._sides = left, right
        self._lower: dict[bytes, Clashes] = {}

    def has(self, whole: bytes, *, goes_on: bool = False) -> bool:
        """Return whether the cursor's line, or one below it, has a clash with a completion.

        Args:
            whole: The completion.
            goes_on: Whether it goes on with something that is not known; then only its last line is judged.
        """
        lines = islice(line_spans(whole), 1, None)
        start = next((start for start, end in lines if whole[start:end].strip()), None)
        if (start is None or not goes_on) and self._has_here(whole, goes_on=goes_on):
            return True
        return start is not None and self._at(whole[:start]).has(whole[start:], goes_on=goes_on)

    def _at(self, before: bytes) -> Clashes:
        """Return the clashes behind the beginning of a completion."""
        if before not in self._lower:
            left, right = self._sides
            self._lower[before] = Clashes(self._rules, self._kind_rules, left + before, right)
        return self._lower[before]

    def _has_here(self, whole: bytes, *, goes_on: bool) -> bool:
        """Return whether the cursor's line has a clash with a completion."""
        added = first_line(whole).decode("utf-8", "replace")
        line = self._begun + added
        if len(line) > LONGEST or COMMENT.match(line) or not _WORD.search(line):
            return False
        line = COMMENT.sub("", _STRING.sub(_hidden, line))
        self._known.written.line = line
        further = whole[len(first_line(whole)) :].decode("utf-8", "replace")
        rest = GOES_ON if goes_on else _behind(further) if further.strip() else "" if further else self._rest
        line, typed = line + rest, len(self._begun)
        if self._kind_rules.complete and lacks_fields(f"{self._begun}{added}{further}", typed, self._known):
            return True
        return any(self._clash(*one) for one in self._places(line, typed)) or names_wrongly(
            line, typed, self._above, self._known
        )

    def _clash(self, target: Value | None, value: Value | None) -> bool:
        """Return whether a value is not of the kind that a place takes."""
        if target is None or value is None or target.kind == NOTHING:
            return False
        if value.kind == NOTHING:
            return target.is_filled
        if target.kind == value.kind:
            return bool(target.exact and value.exact) and target.exact != value.exact
        return not {target.kind, value.kind} <= set(self._kind_rules.alike)

    @cached_property
    def _known(self) -> Kinds:
        return Kinds(self._rules, self._kind_rules, self._above, self._below)

    def _places(self, line: str, typed: int) -> Iterator[Place]:
        """Yield what places of a line take, and the values that they are given behind what was typed."""
        yield from self._returned(line, typed)
        yield from self._expressed(line, typed)
        yield from self._given(line, typed)
        yield from self._compared(line, typed)
        yield from self._made(line, typed)
        yield from self._parts(line, typed)

    def _returned(self, line: str, typed: int) -> Iterator[Place]:
        for found in _RETURN.finditer(line):
            if found.end("value") > typed:
                result = self._result(line[: found.start("value")])
                yield None if result is None else self._known.of_type(result), self._known.of(found["value"])

    def _expressed(self, line: str, typed: int) -> Iterator[Place]:
        """Yield the value of a method or a property that is declared with a single expression."""
        found = _EXPRESSION.match(line) if self._rules.typed == TYPE_NAME else None
        if found is not None and found.end("value") > typed:
            declared = (found["header"] or found["property"]).partition("(")[0]
            yield self._known.of_type(_DECLARED_NAME.sub("", declared)), self._known.of(found["value"])

    def _result(self, begun: str) -> str | None:
        """Return the type of the results of the function around, as its header writes it; None if unknown."""
        if self._kind_rules.columns:
            return result_by_columns(self._above, begun)
        return result_of(self._rules.typed, self._above, begun)

    def _given(self, line: str, typed: int) -> Iterator[Place]:
        """Yield what variables and members are given, where they are declared and later."""
        known = self._known
        declared, assigned = _DECLARED[self._rules.typed].match(line), _ASSIGNED.match(line)
        if declared is not None and declared.end("value") > typed:
            yield known.of_type(declared["type"]), known.of(declared["value"])
        # A name that assigning binds may have any type.
        if assigned is None or (self._kind_rules.binds and assigned["target"].lstrip("$").isidentifier()):
            return
        target = known.of(assigned["target"])
        if assigned.end("value") <= typed or target is None:
            return
        value = known.of(assigned["value"])
        # What is appended to a text is a text, but that some languages make one of objects.
        is_appended = target.kind == TEXT and value is not None and value.kind == OBJECT
        if (
            not assigned["sign"]
            or target.kind in (NUMBER, TRUTH)
            or (is_appended and self._rules.typed != TYPE_NAME)
        ):
            yield target, value

    def _compared(self, line: str, typed: int) -> Iterator[Place]:
        """Yield conditions, constants that are joined as truths, and what values are compared with."""
        for form in (_CONDITION, _JOINED) if self._kind_rules.conditions else ():
            for found in form.finditer(line):
                if found.end("value") > typed:
                    yield Value(TRUTH), self._known.of(found["value"])
        for found in _OPERAND.finditer(line) if self._kind_rules.truths else ():
            if found.end() > typed:
                yield Value(TRUTH), Value(OBJECT)
        for found in _COMPARED.finditer(line):
            if found.end("value") > typed and not line[: found.start()].rstrip().endswith(_ARITHMETIC):
                target = self._known.of(found["target"])
                yield target and target._replace(is_filled=False), self._known.of(found["value"])

    def _made(self, line: str, typed: int) -> Iterator[Place]:
        """Yield the objects that are made, and what is put into lists."""
        for found in _MADE.finditer(line):
            if found.end() > typed and not self._known.is_made(found["type"]):
                yield Value(OBJECT), Value(FUNCTION)
        for found in re.finditer(_PUT % (PATH, "|".join(self._kind_rules.put) or "(?!)"), line):
            if found.end() > typed:
                yield self._known.element(found["target"]), self._known.of(found["value"])

    def _parts(self, line: str, typed: int) -> Iterator[Place]:
        """Yield what members and elements are taken of that has none."""
        rules = self._kind_rules
        for found in _PART.finditer(line) if rules.memberless else ():
            part = self._known.of(found["value"]) if found.end() > typed else None
            if part is None or part.kind not in rules.memberless:
                continue
            if (part.kind == LIST and found["sign"] != "[") or (
                part.is_filled and part.kind in (NUMBER, TRUTH)
            ):
                yield Value(OBJECT), part
        for found in _INDEX.finditer(line) if rules.keyed else ():
            if found.end() > typed:
                yield self._known.key(found["value"]), self._known.of(found["index"])
        for found in _FIELD.finditer(line) if rules.fields else ():
            owner = self._known.of(found["value"]) if found.end() > typed else None
            if owner is not None and found["field"] not in rules.fields.get(owner.kind, [found["field"]]):
                yield Value(OBJECT), Value(FUNCTION)


def _behind(below: str) -> str:
    """Return what stands behind a line: nothing, or something unknown if the lines below go on with it."""
    return GOES_ON if _OPERATOR.match(below) else ""


def _opening(rest: bytes) -> str:
    """Return the rest of a line if it ends a condition; else what stands for something unknown."""
    text = rest.decode("utf-8", "replace")
    return text if text.lstrip().startswith((")", "{")) and text.rstrip().endswith("{") else GOES_ON


def _hidden(string: re.Match[str]) -> str:
    """Return what stands for a string: one of the same length without signs, or the same for a character."""
    if _CHARACTER.fullmatch(string[0]):
        return string[0]
    return '"' + "0" * (len(string[0]) - 2) + '"'
