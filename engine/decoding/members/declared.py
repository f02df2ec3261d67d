"""`DeclaredMembers` says which members something has at a cursor, by the types that the open files declare.

`CustomProperties` does so for names that stand in a function of their own, as in `var(--gap)`.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from quoin.engine.decoding.members.bindings import function_of, result_of, type_of
from quoin.engine.decoding.members.bodies import Types
from quoin.engine.decoding.members.elements import collection_of, element_of
from quoin.engine.decoding.members.interface import GOES_ON, Known
from quoin.engine.decoding.members.known import MAX_BYTES
from quoin.engine.decoding.members.unbound import Unbound, imported_names, unbound_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quoin.engine.languages.manifest.imports import ImportForm
    from quoin.engine.languages.manifest.types import TypeRules

_WORD_AT_END = re.compile(r"[\w$#-]+\Z")
NEAR = 1 << 16
"""The number of characters before and after the cursor in which names are searched that nothing binds."""

_LIST_REST = re.compile(r"[^{}()=;'\"]*\}(?:\s*\w+\s*(?:'[^'\n]*'|\"[^\"\n]*\");?)?")
_NO_VALUE = re.compile(r"\b(?:interface|type|trait)\s*\Z")
_WORD = re.compile(r"[\w$-]*")


class _Declared:
    """What the open files declare.

    Args:
        rules: How it is declared.
        left: The left context.
        right: The right context.
        files: The paths and texts of other open files.
    """

    hidden = ""
    receivers: tuple[str, ...] = ()
    given: frozenset[str] = frozenset()
    to_keep: frozenset[str] = frozenset()
    target = None

    def __init__(
        self, rules: TypeRules, left: bytes, right: bytes, files: Sequence[tuple[str, str]] = ()
    ) -> None:
        self._rules = rules
        # The word at the cursor is no evidence for itself.
        self._left = _WORD_AT_END.sub("", left[-MAX_BYTES:].decode("utf-8", "replace"))
        self._right = _WORD.sub("", right[:MAX_BYTES].decode("utf-8", "replace"), count=1)
        self._files = files


class DeclaredMembers(_Declared):
    """The members of objects whose types are declared; what has been found is kept."""

    goes_on = GOES_ON

    def __init__(
        self, rules: TypeRules, left: bytes, right: bytes, files: Sequence[tuple[str, str]] = ()
    ) -> None:
        super().__init__(rules, left, right, files)
        self.receivers = rules.own if rules.assigns else ()
        self._found: dict[tuple[str, str], Known | None] = {}
        self._imports = rules.imports

    @cached_property
    def access(self) -> re.Pattern[bytes]:
        """The expression of names with a sign and a member, perhaps an empty one, behind them."""
        signs = sorted((*self._rules.signs, *self._rules.inner), key=len, reverse=True)
        sign = "|".join(map(re.escape, signs)).encode()
        name, member = rb"[A-Za-z_$][\w$]*", rb"[#\w$]*"
        last = sign if self._imports is None else sign + b"|" + _list_of(self._imports)
        owner = rb"(%s(?:(?:%s)%s)*)" % (name, sign, name)
        return re.compile(rb"(?<![\w.)\]\"'$>:\x80-\xff])%s(%s)(%s)" % (owner, last, member))

    def of(self, owner: str, sign: str, begun: str) -> Known | None:
        """Return the members of what names stand for; None if they are unknown.

        Args:
            owner: The names, with signs between them.
            sign: What stands behind them.
            begun: The member, or its beginning.
        """
        if begun[:1].isdigit():
            # Parts that have numbers are not listed.
            return None
        key = owner, sign
        if key not in self._found:
            is_import = self._imports is not None and "{" in sign
            self._found[key] = self._importable(sign) if is_import else self._of(owner, sign)
        known = self._found[key]
        is_function = sign in self._rules.inner and sign not in self._rules.signs and begun[:1].islower()
        return known._replace(is_closed=False) if known is not None and is_function else known

    def _importable(self, listed: str) -> Known | None:
        """Return what an import can bind behind the names that it lists; None if the file lacks nothing."""
        form, unbound = self._imports, self._unbound
        if form is None or not unbound.read:
            return None
        there = imported_names(f"{listed} {self._listed}", form)
        # A comma may also end the list, and a modifier stands before a name.
        common = unbound.others.union(form.modifiers, ("",) if "," in listed else ())
        return Known((unbound.read | common) - there, is_closed=bool(unbound.read - there), common=common)

    @cached_property
    def _listed(self) -> str:
        """What the import around the cursor lists behind it."""
        rest = _LIST_REST.match(self._right)
        return "" if rest is None else rest[0]

    @cached_property
    def _unbound(self) -> Unbound:
        """The names that the file does not bind without the import around the cursor."""
        form = self._imports
        if form is None:
            return Unbound(frozenset(), frozenset())
        begin = re.compile(rf"^[ \t]*{re.escape(form.word)}\b[^;()='\"]*\Z", re.MULTILINE)
        left, right = self._left[-NEAR:], self._right[len(self._listed) :][:NEAR]
        return unbound_names(f"{begin.sub('', left)}\n{right}", form)

    @cached_property
    def _types(self) -> Types:
        return Types(self._rules, self._texts)

    @cached_property
    def _texts(self) -> list[str]:
        return [self._left + self._right, *(text for _, text in self._files)]

    def _of(self, owner: str, sign: str) -> Known | None:
        signs = "|".join(map(re.escape, (*self._rules.signs, *self._rules.inner)))
        first, *others = re.split(signs, owner)
        kind, is_type = self._kind_of(first, "" if others else sign)
        for other in others:
            kind = None if kind is None else self._field(kind, other)
        name = re.escape(owner)
        there = rf"{name}(?<![\w.$]{name})\s*(?:{signs})([#\w$]+)"
        read = {*re.findall(there, self._left), *re.findall(there, self._right)}
        if kind is None and not others:
            return self._called_like(first, read)
        known = None if kind is None else self._types.members(kind)
        if known is None or kind is None:
            return None
        # The values that a type lists are its own, and not those of its objects.
        names = known.names if is_type and not others else known.names - self._types.listed(kind)
        # What the file reads of it elsewhere is no invention of the model.
        return known._replace(names=names | read)

    def _called_like(self, name: str, read: set[str]) -> Known | None:
        """Return the members of the type after which a variable is called; None if others are read of it."""
        if name in self._rules.own or not read:
            return None
        known = self._types.members(name[:1].upper() + name[1:]) if name[:1].islower() else None
        return known if known is not None and read <= known.names else None

    def _kind_of(self, name: str, sign: str) -> tuple[str | None, bool]:
        """Return the type of what a name stands for, and whether the name is that of the type."""
        if name in self._rules.own:
            return self._types.around(self._left), False
        kind = type_of(name, self._rules.typed, self._left) or self._given(name)
        if kind is not None or sign not in self._rules.inner:
            # What is called like its type may stand for both.
            return kind, kind == name
        if name in self._rules.own_types:
            return self._types.around(self._left), True
        bodies = self._types.bodies(name)
        is_value = bool(bodies) and not any(_NO_VALUE.search(body.before) for body in bodies)
        return (name, True) if is_value else (None, False)

    def _given(self, name: str) -> str | None:
        """Return the type of what a function of the open files, or a collection, gives a name; else None."""
        typed = self._rules.typed
        function = function_of(name, typed, self._left)
        if function is not None:
            return result_of(function, typed, self._texts)
        collection = collection_of(name, typed, self._left)
        return None if collection is None else element_of(collection, typed, self._texts)

    def _field(self, kind: str, name: str) -> str | None:
        """Return the type of a field."""
        found = (type_of(name, self._rules.typed, f";{body.text};") for body in self._types.bodies(kind))
        return next((one for one in found if one is not None), None)


class CustomProperties(_Declared):
    """The names that a text declares and that stand in a function of their own."""

    goes_on = re.compile(rb"[\w\x80-\xff-]")

    def __init__(
        self, rules: TypeRules, left: bytes, right: bytes, files: Sequence[tuple[str, str]] = ()
    ) -> None:
        super().__init__(rules, left, right, files)
        self._opener, self._begin = rules.variables

    @cached_property
    def access(self) -> re.Pattern[bytes]:
        """The expression of the function with a name, perhaps an empty one, in it."""
        function, bracket = re.escape(self._opener[:-1].encode()), re.escape(self._opener[-1:].encode())
        return re.compile(rb"(?<![\w-])(%s)(%s\s*)([\w-]*)" % (function, bracket))

    def of(self, _owner: str, _sign: str, _begun: str) -> Known | None:
        """Return the names that are declared."""
        return self._known

    @cached_property
    def _known(self) -> Known:
        begin, opener = re.escape(self._begin), re.escape(self._opener)
        own = f"{self._left}\n{self._right}"
        texts = [own, *(text for _, text in self._files)]
        declared = {name for text in texts for name in re.findall(rf"(?<![\w-])({begin}[\w-]+)\s*:", text)}
        read = {name for text in texts for name in re.findall(rf"{opener}\s*({begin}[\w-]+)", text)}
        is_open = any(word in own for word in self._rules.opening)
        # A file that reads what it does not declare has more from elsewhere.
        return Known(
            frozenset(declared | read), is_closed=bool(declared) and read <= declared and not is_open
        )


def _list_of(form: ImportForm) -> bytes:
    """Return the expression of what stands between the word of an import and a name that it lists."""
    word = re.escape(form.word)
    modifier = rf"(?:(?:{'|'.join(map(re.escape, form.modifiers)) or '(?!)'})\s+)?"
    return rf"(?<=\b{word})\s*{modifier}\{{(?:[^{{}};]*,)?\s*{modifier}".encode()
