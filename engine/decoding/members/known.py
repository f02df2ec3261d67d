"""`KnownMembers` says which members something has at a cursor: an object, a class, or a module.

The open files show those of their classes and modules, and the language's table those of its library.
"""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from quoin.engine.decoding.members.classes import Classes
from quoin.engine.decoding.members.interface import GOES_ON, Known
from quoin.engine.decoding.members.modules import module_names, modules

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from quoin.engine.languages.names import MemberRules, NameRules

MAX_BYTES = 1 << 18
"""The largest number of bytes before the cursor, and after it, in which members are searched."""

_WORD_AT_END = re.compile(r"\w+\Z")
_WORD = re.compile(r"\w*")


class KnownMembers:
    """The members that are known at a cursor; what has been found is kept.

    Args:
        rules: What the language does with names.
        members: What it does with members.
        left: The left context.
        right: The right context.
        files: The paths and texts of other open files.
    """

    def __init__(
        self,
        rules: NameRules,
        members: MemberRules,
        left: bytes,
        right: bytes,
        files: Sequence[tuple[str, str]] = (),
    ) -> None:
        self.sign = members.sign
        self.receivers = members.receivers
        self.hidden = members.hidden
        self.goes_on = GOES_ON
        self._rules = rules
        self._members = members
        # The word at the cursor is no evidence for itself.
        self._left = _WORD_AT_END.sub("", left[-MAX_BYTES:].decode("utf-8", "replace"))
        self._right = _WORD.sub("", right[:MAX_BYTES].decode("utf-8", "replace"), count=1)
        self._files = files
        self._found: dict[str, Known | None] = {}

    @cached_property
    def access(self) -> re.Pattern[bytes]:
        """The expression of names with a sign and a member, perhaps an empty one, behind them."""
        sign, name = re.escape(self.sign.encode()), rb"[^\W\d][\w\x80-\xff]*"
        owner, member = rb"%s(?:%s%s)*" % (name, sign, name), rb"[\w\x80-\xff]*"
        before = rb"(?<![\w.)\]\"'\x80-\xff])"
        return re.compile(rb"%s(%s)(%s)(%s)" % (before, owner, sign, member))

    @cached_property
    def target(self) -> re.Pattern[bytes] | None:
        """The expression of an object's member that is given its value, which has begun perhaps."""
        receivers = b"|".join(re.escape(one.encode()) for one in self.receivers)
        name, member = rb"[^\W\d][\w\x80-\xff]*", rb"[\w\x80-\xff]*"
        form = rb"^[ \t]*(?:%s)%s(%s) ?= ?(%s)\Z" % (receivers, re.escape(self.sign.encode()), name, member)
        return re.compile(form, re.MULTILINE)

    def of(self, owner: str, _sign: str = "", _begun: str = "") -> Known | None:
        """Return the members of what a name, or names with signs between them, stand for; None if unknown."""
        if owner not in self._found:
            self._found[owner] = self._of(owner)
        return self._found[owner]

    @cached_property
    def to_keep(self) -> frozenset[str]:
        """The parameters of the function around that makes an object, less what the object has already."""
        return self.given.difference(self._kept)

    @cached_property
    def given(self) -> frozenset[str]:
        """The parameters of the function around the cursor, if it makes an object."""
        names = {word for part in self._maker[0].split(",") for word in re.findall(r"^\s*\**(\w+)", part)}
        return frozenset(names.difference(self.receivers))

    @cached_property
    def _kept(self) -> frozenset[str]:
        receivers = _any_of(self.receivers)
        return frozenset(re.findall(rf"(?<![\w.])(?:{receivers}){re.escape(self.sign)}(\w+)", self._maker[1]))

    @cached_property
    def _maker(self) -> tuple[str, str]:
        """The parameters of the function around and its body, up to the cursor, if it makes an object."""
        functions = _any_of(self._rules.terminals.get("function", ()))
        headers = list(re.finditer(rf"^[ \t]*(?:{functions})[ \t]+(\w+)[ \t]*\(", self._left, re.MULTILINE))
        if not headers or headers[-1][1] not in self._members.makers:
            return "", ""
        body = self._left[headers[-1].end() :]
        return re.split(r"[()]", body, maxsplit=1)[0], body

    @cached_property
    def _classes(self) -> Classes:
        return Classes(self._rules, self._members, self._left + self._right)

    @cached_property
    def _modules(self) -> dict[str, str]:
        imports = self._rules.imports
        return {} if imports is None else modules(self._left + self._right, imports)

    def _of(self, owner: str) -> Known | None:
        first, *others = owner.split(self.sign)
        if not others:
            if first in self.receivers:
                around = self._classes.around(len(self._left))
                return None if around is None else self._classes.members(around)
            made_by = self._made_by(first)
            known = None if made_by is None else self._classes.members(made_by)
            if known is not None:
                return known
        return self._of_module(first, others)

    def _made_by(self, name: str) -> str | None:
        """Return the class of which a name is said to be, or of which it is made, where it is bound last."""
        name = re.escape(name)
        said, made = r":[ \t]*[\"']?(\w+)", r"=(?!=)[ \t]*(?:(\w+)\()?"
        bound = rf"(?<![\w.]){name}[ \t]*(?:{said}|{made}|in\b)|\bas[ \t]+{name}\b"
        found = list(re.finditer(bound, self._left))
        return (found[-1][1] or found[-1][2]) if found else None

    def _of_module(self, first: str, others: Sequence[str]) -> Known | None:
        module, imports = self._modules.get(first), self._rules.imports
        if module is None or imports is None or self._stands_for_more(first):
            return None
        name = self.sign.join([module, *others])
        if name in self._members.table:
            return Known(self._members.table[name], is_closed=True)
        path = name.replace(self.sign, "/")
        for file, text in self._files:
            if f"/{PurePosixPath(file).with_suffix('')}".endswith(f"/{path}"):
                return Known(module_names(text, imports), is_closed=True)
        return None

    def _stands_for_more(self, name: str) -> bool:
        """Return whether a line that is no import seems to bind a name, which may then be no module."""
        bound = re.compile(rf"(?<![\w.]){re.escape(name)}[ \t]*(?:=(?!=)|:|,|\)|[ \t]in\b)")
        begins = () if self._rules.imports is None else self._rules.imports.begins
        lines = (line for line in self._left.splitlines() if not line.lstrip().startswith(begins))
        return any(bound.search(line) for line in lines)


def _any_of(words: Iterable[str]) -> str:
    """Return an expression for any of some words; for none, one that matches nothing."""
    return "|".join(map(re.escape, words)) or r"(?!)"
