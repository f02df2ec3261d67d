"""How a language's types are declared, and how their members are reached: `types` in a manifest.

    "types": {
      "signs": [".", "->"],
      "inner": ["::"],
      "own": ["this"],
      "own_types": ["Self"],
      "fields": ["struct {name}", "class {name}"],
      "alternatives": ["enum {name}"],
      "further": ["impl {name}"],
      "methods": ["fn {member}"],
      "typed": "{type} {name}",
      "modifiers": ["private", "static"],
      "everywhere": ["toString"],
      "harmless": ["Serializable"],
      "opening": ["partial"],
      "assigns": false,
      "kinds": {},
      "imports": {}
    }

`signs` stand between an object and its member, and `inner` between a type and what belongs to it. `own` are
the names that methods give to their object, and `own_types` those that they give to its type. A body in
braces follows `fields` with the fields and methods of a type, `alternatives` with values that a comma ends,
and `further` with more methods. `methods` are functions that belong to a type by their header. In these
texts `{name}` stands for the type's name, `{any}` for anything, `{parameters}` for a type's parameters in
angle brackets or nothing, `{member}` for a member's name, `{members}` for members in parentheses, and
`{body}` for a body that stands before the name. `typed` says how names and types stand in a declaration,
and `modifiers` may stand before. All types have the members `everywhere`. A type that builds on another one
which the open files do not have has members that cannot be seen, unless that is `harmless` (a shell
pattern), and so does one with one of the texts `opening` before its name or in its body. `assigns` says
whether assigning to a member of an object declares it, `kinds` which types surely do not go together
(`engine.languages.manifest.kinds`), and `imports` how imports list names
(`engine.languages.manifest.imports`).

Names that begin with a sign of their own, as CSS's custom properties, are described so instead:

    "types": {"variables": ["var(", "--"], "opening": ["@import"]}
"""

from __future__ import annotations

from dataclasses import dataclass

from quoin.engine.errors import LanguageError
from quoin.engine.languages.manifest.imports import ImportForm, read_imports
from quoin.engine.languages.manifest.kinds import KindRules, read_kinds

_LISTS = (
    "signs",
    "inner",
    "own",
    "own_types",
    "fields",
    "alternatives",
    "further",
    "methods",
    "modifiers",
    "everywhere",
    "harmless",
    "opening",
    "variables",
)
_OTHERS = ("typed", "assigns", "kinds", "imports")
TYPE_NAME, NAME_COLON, NAME_TYPE = "{type} {name}", "{name}: {type}", "{name} {type}"
STYLES = (TYPE_NAME, NAME_COLON, NAME_TYPE)
"""How names and types may stand in a declaration."""


@dataclass(frozen=True)
class TypeRules:
    """How a language's types are declared; the attributes are described above."""

    signs: tuple[str, ...] = ()
    inner: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    own_types: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    alternatives: tuple[str, ...] = ()
    further: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()
    modifiers: tuple[str, ...] = ()
    everywhere: tuple[str, ...] = ()
    harmless: tuple[str, ...] = ()
    opening: tuple[str, ...] = ()
    variables: tuple[str, ...] = ()
    typed: str = TYPE_NAME
    assigns: bool = False
    kinds: KindRules | None = None
    imports: ImportForm | None = None


def read_types(data: object) -> TypeRules | None:
    """Return the rules that a manifest declares; None for an empty object.

    Raises:
        LanguageError: They are not of the form that this module describes; the error names no file.
    """
    if not isinstance(data, dict) or not set(data) <= {*_LISTS, *_OTHERS}:
        raise LanguageError(f"'types' must be an object with some of the keys {', '.join(_LISTS + _OTHERS)}")
    if not data:
        return None
    for key in _LISTS:
        if not isinstance(data.get(key, []), list) or not all(
            isinstance(one, str) for one in data.get(key, [])
        ):
            raise LanguageError(f"types: {key!r} must be a list of texts")
    if data.get("typed", TYPE_NAME) not in STYLES:
        raise LanguageError(f"types: 'typed' must be one of {', '.join(map(repr, STYLES))}")
    if not isinstance(data.get("assigns", False), bool):
        raise LanguageError("types: 'assigns' must be true or false")
    if len(data.get("variables", [])) not in (0, 2):
        raise LanguageError("types: 'variables' must be a list of two texts")
    lists: dict[str, tuple[str, ...]] = {key: tuple(data[key]) for key in _LISTS if key in data}
    kinds = read_kinds(data["kinds"]) if "kinds" in data else None
    imports = read_imports(data["imports"]) if "imports" in data else None
    typed, assigns = data.get("typed", TYPE_NAME), data.get("assigns", False)
    return TypeRules(**lists, typed=typed, assigns=assigns, kinds=kinds, imports=imports)
