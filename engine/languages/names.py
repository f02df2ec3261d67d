"""What a language does with names: which terminals read or bind them, and what opens scopes.

`names` in a manifest lists terminals, by their names or by their texts, under each of `KINDS`. A name has a
terminal of its own for each thing that may be done with it; all of them match the same texts, and the rules
use the one that they mean:

    "names": {
      "read": ["READ"],
      "bind": ["BIND"],
      "parameter": ["PARAMETER"],
      "function": ["def"],
      "effective": [":", ";"],
      "builtins": "builtins.json"
    }

A language whose scopes are not lines further to the right but blocks between lexemes lists those of
`BLOCK_KINDS` instead; `receiver` is then the name that its methods have without a declaration.

`payment` is what stands before and after names in a text that binds owed ones: a completion writes it.
`opening` names what may bind names that cannot be seen. `builtins` is a file of names that are always bound,
by the version that had them first.

`imports` says how a line binds a name that another module has:

    "imports": {
      "module": "import {module}",
      "alias": "import {module} as {name}",
      "member": "from {module} import {name}",
      "begins": ["import ", "from "],
      "first": "from __future__ ",
      "apart": ["def ", "class "],
      "aliases": {"np": "numpy"},
      "table": "imports.json"
    }

`table` is a file with the names that the language's own library has, by version and module; the modules
themselves are listed under `""`. `begins` lists what such lines begin with, and `first` is what begins those
that no other line may precede. Two blank lines stand between imports and a line that begins as in `apart`.
`aliases` are the usual names of modules that are not in the library.

`members` says what is known of the names that stand after others:

    "members": {
      "sign": ".",
      "receivers": ["self", "cls"],
      "makers": ["__init__"],
      "hidden": "__",
      "table": "members.json"
    }

`receivers` are the names that methods give to the object, or the class, whose members they are, and `makers`
the methods that give an object its members. Members that begin as `hidden` are seldom meant. `table` is a
file with the members of the library's modules, those of each in one text with blanks between them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from quoin.engine.errors import LanguageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from quoin.engine.languages.tables import Terminal

KINDS = {
    "read": "names that are read",
    "owed": "names that are read and are not known: what follows must bind them",
    "bind": "names that are bound in the scope in which they stand",
    "parameter": "names that are bound in the scope that a definition or a lambda opens",
    "declare": "names that are declared to belong to an outer scope",
    "outer": "what begins the declaration of such names, if they belong to the file",
    "nearest": "what begins it, if they belong to the nearest function around that binds them",
    "import": "what stands before `everything` where that binds names which cannot be seen",
    "everything": "what binds names that cannot be seen, directly after `import`",
    "function": "what begins a logical line that opens the scope of a function",
    "class": "what begins a logical line that opens the scope of a class",
    "lambda": "what opens the scope of an expression",
    "repeat": "what begins a logical line whose block is repeated",
    "targets": "what stands before the targets of a comprehension",
    "targets_end": "what stands after them",
    "effective": "what makes the names count that were bound before it in its line",
    "guard": "what does so too, and does not end the scope of an expression, in a line that `guarded` begins",
    "guarded": "what begins such a line, in which patterns bind no name twice",
    "alternative": "what stands between patterns of such a line that bind the same names",
    "wildcard": "names that such a pattern does not bind",
    "mapping": "brackets in such a pattern whose keys are given once",
    "at_once": "what stands before a name that counts at once",
    "comma": "what ends the scope of an expression besides",
    "annotation": "what begins an annotation of a parameter, of a result, or of a line's first name",
    "assign": "what ends an annotation, besides `comma` and `effective`",
    "inner_assign": "what assigns to a name within an expression",
}
"""The kinds of terminals, and what each of them is."""

BLOCK_KINDS = {
    "local": "what begins a list of names that count from the end of the statement to the end of the block",
    "header": "what begins a list of names that count in the block that follows",
    "open": "what begins a block",
    "turn": "what ends a block and begins another one",
    "close": "what ends a block",
    "until": "what ends a block whose names count up to the end of the statement",
    "member": "what stands before a name that is no variable",
    "method": "the same; in the name of a function it makes `receiver` one of its names",
    "jump": "what begins a statement with a name that is no variable",
    "label": "what stands on both sides of such a name",
    "attribute": "what stands before an attribute of a name in a list",
    "attribute_end": "what stands after it",
    "bracket": "what opens a bracket: that of a function's parameters, or one with `assign` behind its keys",
    "bracket_end": "what closes one",
    "statement": "what else begins a statement",
    "operand": "what may end an operand: a name after it begins a statement",
    "value": "what ends an operand that cannot be called: a bracket after it begins a statement",
}
"""The kinds of a language whose scopes are blocks between lexemes. Of the others, it has `read`, `bind`,
`function`, `comma` and `assign`."""

_ALL_KINDS = (*KINDS, *BLOCK_KINDS)
_OTHERS = ("payment", "builtins", "opening", "imports", "receiver", "members")
_MEMBERS = ("sign", "receivers", "makers", "hidden", "table")
_IMPORTS = ("module", "alias", "member", "begins", "first", "apart", "aliases", "table")


@dataclass(frozen=True)
class ImportRules:
    """How a line binds a name that another module has.

    Attributes:
        module: The line that binds a module, with `{module}` in the place of its name.
        alias: The line that binds it under another name, `{name}`.
        member: The line that binds one of its names.
        begins: What such lines begin with.
        first: What those lines begin with that no other line may precede.
        apart: What lines begin with before which two blank lines stand.
        aliases: The modules, by the names under which they are usually bound, if these are not their own.
        table: By version, the names of each module of the language's library; `""` lists the modules.
    """

    module: str
    alias: str
    member: str
    begins: tuple[str, ...]
    first: str = ""
    apart: tuple[str, ...] = ()
    aliases: Mapping[str, str] = field(default_factory=dict)
    table: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)

    def line(self, module: str, name: str) -> str:
        """Return the line that binds `name`, which is a member of a module or the module itself."""
        if name == module:
            return self.module.format(module=module)
        return self.member.format(module=module, name=name)

    def library(self, version: str | None, versions: Sequence[str]) -> dict[str, str]:
        """Return the lines that bind names of the library in a version, by name."""
        later = versions[versions.index(version) + 1 :] if version is not None else ()
        return {
            name: self.line(module or name, name)
            for since, modules in self.table.items()
            if since not in later
            for module, names in modules.items()
            for name in names
        }


@dataclass(frozen=True)
class MemberRules:
    """What is known of names that stand after others, as attributes do.

    Attributes:
        sign: What stands between the two.
        receivers: The names that methods give to the object, or the class, whose members they are.
        makers: The methods that give an object its members.
        hidden: What those members begin with that are seldom meant; empty if there are none.
        table: The members of the library's modules.
    """

    sign: str
    receivers: tuple[str, ...] = ()
    makers: tuple[str, ...] = ()
    hidden: str = ""
    table: Mapping[str, frozenset[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class NameRules:
    """The names of a manifest.

    Attributes:
        terminals: By kind, the names or texts of its terminals; empty if nothing is known of names.
        payment: What stands before and after names in a text that binds owed ones; None if nothing does.
        opening: The names of what may bind names that cannot be seen.
        builtins: By version, the names that are always bound since then; `""` stands for all versions.
        imports: How a line binds a name that another module has; None if nothing is known of that.
        receiver: The name that methods have without a declaration; None if they have none.
        members: What is known of names after others; None if nothing is.
    """

    terminals: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    builtins: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    payment: tuple[str, str] | None = None
    opening: tuple[str, ...] = ()
    imports: ImportRules | None = None
    receiver: str | None = None
    members: MemberRules | None = None

    @property
    def finds_missing(self) -> bool:
        """Whether names are found that a text reads and that nothing binds; global variables are none."""
        return bool(self.terminals) and not any(kind in self.terminals for kind in BLOCK_KINDS)

    def numbers(self, terminals: Sequence[Terminal]) -> dict[str, list[int]]:
        """Return, by kind, the indices of its terminals among those of a grammar."""
        return {
            kind: [
                number
                for number, terminal in enumerate(terminals)
                if terminal.name in wanted or (terminal.literal is not None and terminal.literal in wanted)
            ]
            for kind, wanted in self.terminals.items()
        }

    def builtins_of(self, version: str | None, versions: Sequence[str]) -> list[str]:
        """Return the names that are always bound in a version; `versions` are all of them, oldest first."""
        later = versions[versions.index(version) + 1 :] if version is not None else ()
        return sorted(
            {name for since, names in self.builtins.items() if since not in later for name in names}
        )


def read_names(data: object, folder: Path) -> NameRules:
    """Return the names that a manifest in a folder declares.

    Raises:
        LanguageError: They are not of the form that this module describes; the error names no file.
    """
    if data == {}:
        return NameRules()
    if not isinstance(data, dict) or not set(data) <= {*_ALL_KINDS, *_OTHERS}:
        keys = ", ".join((*_ALL_KINDS, *_OTHERS))
        raise LanguageError(f"'names' must be an object with some of the keys {keys}")
    terminals = {kind: _texts(data[kind], f"names: {kind!r}") for kind in _ALL_KINDS if kind in data}
    for kind in ("read", "bind"):
        if not terminals.get(kind):
            raise LanguageError(f"names: {kind!r} must list a terminal")
    payment = _texts(data.get("payment", []), "names: 'payment'")
    if len(payment) not in (0, 2):
        raise LanguageError("names: 'payment' must be a list of two texts")
    around = (payment[0], payment[1]) if payment else None
    opening = _texts(data.get("opening", []), "names: 'opening'")
    imports = _imports(data["imports"], folder) if "imports" in data else None
    receiver = data.get("receiver")
    if receiver is not None and not isinstance(receiver, str):
        raise LanguageError("names: 'receiver' must be a name")
    members = _members(data["members"], folder) if "members" in data else None
    builtins = _builtins(data.get("builtins"), folder)
    return NameRules(terminals, builtins, around, opening, imports, receiver, members)


def _builtins(name: object, folder: Path) -> dict[str, tuple[str, ...]]:
    if name is None:
        return {}
    data = _table(name, "builtins", folder)
    return {version: _texts(names, f"names: {name}: {version!r}") for version, names in data.items()}


def _imports(data: object, folder: Path) -> ImportRules:
    if not isinstance(data, dict) or not set(data) <= set(_IMPORTS):
        raise LanguageError(f"names: 'imports' must be an object with some of the keys {', '.join(_IMPORTS)}")
    lines = {key: data.get(key, "") for key in ("module", "alias", "member", "first")}
    aliases = data.get("aliases", {})
    if not isinstance(aliases, dict):
        raise LanguageError("names: imports: 'aliases' must be an object of texts")
    if not all(isinstance(text, str) for text in (*lines.values(), *aliases.values())):
        raise LanguageError("names: imports: lines and aliases must be texts")
    table = _table(data["table"], "imports: 'table'", folder) if "table" in data else {}
    where = "names: imports"
    return ImportRules(
        module=lines["module"],
        alias=lines["alias"],
        member=lines["member"],
        begins=_texts(data.get("begins", []), f"{where}: 'begins'"),
        first=lines["first"],
        apart=_texts(data.get("apart", []), f"{where}: 'apart'"),
        aliases=aliases,
        table={
            version: {name: _texts(names, f"{where}: {name!r}") for name, names in _object(modules).items()}
            for version, modules in table.items()
        },
    )


def _members(data: object, folder: Path) -> MemberRules:
    if not isinstance(data, dict) or not set(data) <= set(_MEMBERS):
        raise LanguageError(f"names: 'members' must be an object with some of the keys {', '.join(_MEMBERS)}")
    sign = data.get("sign")
    hidden = data.get("hidden", "")
    if not isinstance(sign, str) or not sign or not isinstance(hidden, str):
        raise LanguageError("names: members: 'sign' and 'hidden' must be texts")
    table = _table(data["table"], "members: 'table'", folder) if "table" in data else {}
    if not all(isinstance(names, str) for names in table.values()):
        raise LanguageError("names: members: the table must hold texts")
    receivers = _texts(data.get("receivers", []), "names: members: 'receivers'")
    makers = _texts(data.get("makers", []), "names: members: 'makers'")
    members = {name: frozenset(text.split()) for name, text in table.items()}
    return MemberRules(sign, receivers, makers, hidden, members)


def _table(name: object, key: str, folder: Path) -> dict[str, Any]:
    if not isinstance(name, str):
        raise LanguageError(f"names: {key} must be the name of a file")
    try:
        data: object = json.loads((folder / name).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise LanguageError(f"names: {name} cannot be read") from error
    return _object(data)


def _object(data: object) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise LanguageError("names: a table must hold objects")
    return data


def _texts(value: object, what: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise LanguageError(f"{what} must be a list of texts")
    return tuple(value)
