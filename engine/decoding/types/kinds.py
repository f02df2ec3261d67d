"""`Kinds` says of which kind types and values are, where the open file leaves no doubt.

The kinds are those of the language's manifest (`engine.languages.manifest.kinds`).
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from quoin.engine.decoding.members.bodies import Types
from quoin.engine.decoding.types.written import LONGEST, MODIFIERS, PLAIN, Written
from quoin.engine.languages.manifest.types import NAME_COLON

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from quoin.engine.decoding.members.bodies import Body
    from quoin.engine.languages.manifest.kinds import KindRules
    from quoin.engine.languages.manifest.types import TypeRules

OBJECT, NUMBER, TRUTH, TEXT, LIST = "object", "number", "truth", "text", "list"
NOTHING, FUNCTION = "nothing", "function"

MOST_PLACES = 300
"""The largest number of places of a name; of what stands in more, nothing is known."""

PATH = r"[&*]?\$?[A-Za-z_][\w$]*(?:(?:\.|->)[A-Za-z_]\w*)?(?:\[[^\[\]]*\])?"
"""A name, or a member of what it stands for, perhaps an element of it."""

_STRING = r"[$@ruf]{0,2}(?:\"[^\"]*\"|'[^']{2,}'|`[^`]*`)"
_LITERALS = (
    (re.compile(r"-?(?:0[xb][\da-fA-F_]+|\d[\d_]*(?:\.\d+)?\w*)"), NUMBER),
    (re.compile(r"[tT]rue|[fF]alse"), TRUTH),
    (re.compile(_STRING), TEXT),
)
_POINT = re.compile(r"\.|^\d+[eE]")
_MAP_OF = re.compile(r"(?:map\[[^\[\]]*\]|\[\])(.*)", re.DOTALL)
_ELEMENT = re.compile(
    r"(?:[\w:.]*::|\b)(?:\w*List|Vec\w*|vector|deque|Array|ReadonlyArray|list|\w*Set|set)[<\[]([^,]*)[>\]]"
)
_MAP = r"(?:[\w:.]*::|\b)(?:\w*[mM]ap|\w*Dictionary|Record|dict)[<\[]"
_VALUE = re.compile(_MAP + r"[^<>,]*,(.*)[>\]]")
_KEY = re.compile(_MAP + r"([^<>,]*),.*[>\]]|map\[([^\[\]]*)\].*")
_NEW = re.compile(r"new\s+([A-Za-z_][\w.]*)(?:<[^()]*>)?\s*(\[|\()")
_PATH = re.compile(
    r"(?P<sign>[&*]?)(?P<first>\$?[A-Za-z_][\w$]*)(?:(?:\.|->)(?P<member>[A-Za-z_]\w*))?(?P<index>\[[^\[\]]*\])?"
)
_METHOD = r"(?:(?:public|private|protected|static|async|override)[ \t]+)*"
_PART = re.compile(rf"(?P<owner>{PATH})\.(?P<member>[A-Za-z_]\w*)(?P<call>\([^()]*\))?")
_INTERFACE = re.compile(r"\binterface\s*\Z")
_PARAMETER = re.compile(r"[A-Z][A-Z\d]*|\w{0,2}")
_LEAD = re.compile(
    rf"\s*(?:(?:\[[A-Z][^\]]*\]|@[\w.]+(?:\([^()]*\))?)\s*)*{MODIFIERS}(?:&\s*(?:'\w+\s+)?(?:mut\s+)?)?"
)
_TAIL = re.compile(r"(?:\s*&|\s+const\b|\s)+\Z")


class Value(NamedTuple):
    """What is known of a value, or of what takes one.

    Attributes:
        kind: Its kind; `NOTHING` for none.
        is_filled: Whether it is of a type that always has a value.
        exact: Its type, if that goes together with no other one of its kind.
    """

    kind: str
    is_filled: bool = False
    exact: str = ""


class Kinds:
    """The kinds of types and values at a line.

    Args:
        rules: How types are declared.
        kinds: Which kinds they have.
        left: The lines above the line.
        right: The lines below it.

    Attributes:
        rules: How types are declared.
        kinds: Which kinds they have.
        written: The types that are written.
    """

    def __init__(self, rules: TypeRules, kinds: KindRules, left: str, right: str) -> None:
        self.rules, self.kinds = rules, kinds
        # Lines that nobody writes say nothing of what was declared.
        self._left, right = (_without_long_lines(text) for text in (left, right))
        self._text = f"{self._left}\n{right}"
        self._types = Types(rules, [self._text])
        self.written = Written(rules.typed, self._left, right, binds=kinds.binds)
        self._objects: dict[str, bool] = {}

    def of_type(self, written: str) -> Value | None:
        """Return what is known of a type's values; None if nothing is."""
        name = base(written)
        if name is None:
            return None
        kind = self.kinds.kind_of.get(name.rstrip("?"))
        if kind is None and self._is_object(name):
            kind = OBJECT
        if kind is None:
            return None
        exact = name if name in self.kinds.exact else ""
        return Value(kind, is_filled=name in self.kinds.filled, exact=exact)

    def of(self, value: str) -> Value | None:
        """Return what is known of a value; None if nothing is."""
        value = value.strip()
        if value.lstrip("*") in self.rules.own:
            # What an object may be converted to is not known.
            return None if "operator" in self._text or self.rules.own == ("self",) else Value(OBJECT)
        types = self.types_of(value)
        if types == () and self.is_function(value.rpartition(".")[2]):
            return Value(FUNCTION)
        return self._plain(value) or self._agreeing(self.of_type, types) or self._result(value)

    def _result(self, value: str) -> Value | None:
        """Return what is known of a member of a list or a text, or of what it gives."""
        found = _PART.fullmatch(value)
        if found is None or found["member"] not in self.kinds.result_of:
            return None
        owner = self.of(found["owner"])
        if owner is None or owner.kind not in (LIST, TEXT):
            return None
        is_field = found["member"] in self.kinds.fields.get(owner.kind, ())
        return (
            None if is_field == bool(found["call"]) else self.of_type(self.kinds.result_of[found["member"]])
        )

    def _plain(self, value: str) -> Value | None:
        """Return what a value says of itself."""
        if value in self.kinds.nothing:
            return Value(NOTHING)
        if value == "0" and self.kinds.converts:
            return None  # It may also be a pointer to nothing.
        for form, kind in _LITERALS:
            if form.fullmatch(value):
                return Value(kind)
        new = _NEW.match(value)
        if new is not None and _is_one(value[new.end() - 1 :]):
            return self.of_type("[]" if new[2] == "[" else new[1])
        return None

    def element(self, collection: str) -> Value | None:
        """Return what is known of what a collection takes."""
        return self._agreeing(self.of_type, self._each(element, self.types_of(collection)))

    def key(self, collection: str) -> Value | None:
        """Return what is known of the indices of a collection."""
        types = self.types_of(collection) or ()
        # The kind of what a collection is given first is not that of its indices.
        return None if any(one.startswith("=") for one in types) else self._agreeing(self._key, types)

    def _key(self, written: str) -> Value | None:
        """Return what is known of the indices of collections of a type."""
        key = _KEY.fullmatch(_TAIL.sub("", _LEAD.sub("", written, count=1)))
        if key is not None:
            return self.of_type(key[1] or key[2] or "")
        return None if value_of(written) is None else Value(NUMBER)

    def types_of(self, path: str) -> tuple[str, ...] | None:
        """Return what the file says of the type of a path (`PATH`); None or nothing if it is unknown."""
        found = _PATH.fullmatch(path.strip())
        # A sign is that of a reference in few languages, and of a pointer in the others.
        if found is None or (found["sign"] and self.rules.typed != NAME_COLON):
            return None
        first, member, index = found["first"], found["member"], found["index"]
        if first in self.kinds.kind_of:
            return None
        if member is None:
            types = None if first in self.rules.own else self.written.types(first)
        elif first in self.rules.own and not self.rules.fields:
            types = self.written.fields(f"${member}" if first.startswith("$") else member)
        else:
            types = self._member(first, member)
        if index is None or types is None or ":" in index or ".." in index:
            return types
        return self._each(value_of, types)

    def _member(self, first: str, member: str) -> tuple[str, ...] | None:
        """Return what the declarations of a member say of its type."""
        around = self.type_around if first in self.rules.own else None
        owners = (around,) if around else () if first in self.rules.own else self.written.types(first)
        names = (base(owner.lstrip("*")) for owner in owners or ())
        bodies = (body for name in names if name for body in self.bodies(name))
        lines = [line for body in bodies for line in _fields(f"{body.text};").splitlines()]
        return self.written.among(member, lines) if owners else None

    @staticmethod
    def _each(part: Callable[[str], str | None], types: Iterable[str] | None) -> tuple[str, ...] | None:
        found = [part(one) for one in types or ()]
        return None if None in found else tuple(one for one in found if one is not None)

    def _agreeing(self, of: Callable[[str], Value | None], types: Iterable[str] | None) -> Value | None:
        """Return what is known of values of each of some types; None if they are not of one kind."""
        # What a name is given first says nothing of it where it may be given anything later.
        given = self._given if not self.kinds.binds else lambda _: None
        found = {given(one[1:]) if one.startswith("=") else of(one) for one in types or ()}
        kinds = {None if one is None else one.kind for one in found}
        if len(kinds) != 1 or None in kinds:
            return None
        exact = {one.exact for one in found if one is not None}
        return Value(
            kinds.pop() or "",
            is_filled=all(one is not None and one.is_filled for one in found),
            exact=exact.pop() if len(exact) == 1 else "",
        )

    def _given(self, value: str) -> Value | None:
        """Return what is known of a variable that is given a value."""
        known = self._plain(value)
        if known is None or known.kind != NUMBER or not self.kinds.literals:
            return known
        return known._replace(exact=self.kinds.literals[_POINT.search(value) is not None])

    def _is_object(self, name: str) -> bool:
        if name not in self._objects:
            self._objects[name] = self._declares(name)
        return self._objects[name]

    @cached_property
    def type_around(self) -> str | None:
        """The name of the type whose body is open at the line; None if none is."""
        return self._types.around(self._left)

    def bodies(self, name: str) -> list[Body]:
        """Return what the file declares of a type; nothing of one that stands in very many places."""
        if self._text.count(name) > MOST_PLACES:
            return []
        return [body for body in self._types.bodies(name) if body.kind != "further"]

    def is_made(self, name: str) -> bool:
        """Return whether `new` may make objects of a type, as far as the file says."""
        bodies = self.bodies(name)
        is_other = re.search(rf"\b(?:class|const|var|let|function|as)\s+{name}\b", self._text) is not None
        return (
            not bodies
            or is_other
            or not all(body.kind == "alternatives" or _INTERFACE.search(body.before) for body in bodies)
        )

    def is_function(self, name: str) -> bool:
        """Return whether a name stands for nothing but a function of the file."""
        if not name.isidentifier() or self._text.count(name) > MOST_PLACES:
            return False
        places = list(re.finditer(rf"(?<![\w$]){name}\b(?P<call>\s*\()?", self._text))
        word = r"(?:def|fn|func|function)[ \t]+(?:\([^()]*\)[ \t]*)?"
        header = re.compile(
            rf"\s*(?:\w+[ \t]+)*?(?:{word}|{PLAIN}[ \t*&]+){name}\([^(){{}};=]*\)[^;(){{}}=]*(?:[{{:]|\Z)"
        )
        method = re.compile(rf"\s*{_METHOD}{name}\([^(){{}};=]*\)[^;(){{}}=]*\{{")
        forms = (header, method) if self.rules.typed == NAME_COLON else (header,)
        lines = [line for line in self._text.splitlines() if f"{name}(" in line]
        is_declared = any(form.match(line) for form in forms for line in lines)
        return is_declared and all(place["call"] for place in places)

    def is_no_value(self, name: str) -> bool:
        """Return whether a name stands for nothing but a type that is no value, as far as the file says.

        Where types stand behind names, as in TypeScript, classes are values.
        """
        bodies = [] if self.kinds.binds else self.bodies(name)
        are_types = all(
            body.kind == "fields"
            and body.text.strip("; \n\t")
            and not (self.rules.typed == NAME_COLON and re.search(r"\b(?:class|namespace)\s*\Z", body.before))
            for body in bodies
        )
        return bool(bodies) and are_types and self.written.fields(name) == ()

    def _declares(self, name: str) -> bool:
        """Return whether a name is surely that of a class whose objects are nothing else."""
        if name in self.kinds.open or not name.isidentifier() or _PARAMETER.fullmatch(name):
            return False
        bodies = self.bodies(name)
        if not bodies:
            return self.kinds.nominal and name[:1].isupper()
        makes = rf"(?<![\w~.]){re.escape(name)}\s*\(" if self.kinds.converts else r"(?!)"
        lines = "\n".join(line for line in self._text.splitlines() if name in line)
        other = rf"\b(?:trait|concept)\s+{name}\b|\b{name}\b[^\n]*\binterface\b|\btype\s+{name}\b[^\n]*="
        return re.search(other, lines) is None and all(
            body.kind == "fields"
            and body.text.strip("; \n\t")
            and not re.search(rf"\b(?:operator|implicit)\b|{makes}", body.text)
            for body in bodies
        )


def base(written: str) -> str | None:
    """Return the name of a type without arguments and what it is qualified with; None if it has none."""
    text = _TAIL.sub("", _LEAD.sub("", written, count=1))
    if re.fullmatch(r"char(?:\s+const)?\s*\*", text):
        return "char*"
    if text.startswith("*") or text.endswith("*"):
        return "*"
    if text.startswith("map["):
        return "map"
    if text.startswith("[") or (
        re.search(r"\[[\d\w, ;]*\]\Z", text) and not re.match(r"[\w.]+\[[A-Za-z]", text)
    ):
        return "[]"
    found = re.fullmatch(
        r"(?:std::|collections\.|typing\.|\\)?([A-Za-z_]\w*\??)(?:\s*<.*>|\[.*\])?", text, re.DOTALL
    )
    return found[1] if found is not None else None


def value_of(written: str) -> str | None:
    """Return the type of what an index takes out of a collection; None if that is not known."""
    text = _TAIL.sub("", _LEAD.sub("", written, count=1))
    if text.endswith("[]"):
        return text[:-2]
    fixed = re.fullmatch(r"\[([^;\[\]]+)(?:;.*)?\]", text)
    found = fixed or _MAP_OF.fullmatch(text) or _VALUE.fullmatch(text)
    return found[1].strip() if found is not None else element(text)


def element(written: str) -> str | None:
    """Return the type of the elements of a list or a set; None if that is not known."""
    text = _TAIL.sub("", _LEAD.sub("", written, count=1))
    found = _ELEMENT.fullmatch(text)
    return text[:-2] if text.endswith("[]") else None if found is None else found[1].strip()


def _is_one(text: str) -> bool:
    """Return whether a text is a bracket with what it holds, and nothing more."""
    return bool(
        re.fullmatch(r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|\[[^\[\]]*\](?:\[\w*\])*(?:\s*\{.*\})?", text)
    )


def _without_long_lines(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if len(line) <= LONGEST)


def _fields(text: str) -> str:
    """Return a body without its blocks and parameters, but for those with modifiers, which are fields."""
    count = 1
    while count:
        text, count = re.subn(r"\{[^{}]*\}", ";", text)
    return re.sub(r"\((?![^()]*\b(?:private|public|readonly|protected)\b)[^()]*\)", "()", text)
