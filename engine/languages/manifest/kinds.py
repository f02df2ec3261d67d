"""Which types surely do not go together: `kinds` in a manifest's `types`.

    "kinds": {
      "names": {"number": ["int", "long"], "truth": ["boolean"], "text": ["String"], "list": ["[]", "List"]},
      "alike": ["number", "truth"],
      "nothing": ["null"],
      "filled": ["int", "long", "boolean"],
      "memberless": ["number", "truth"],
      "fields": {"list": ["length"], "text": []},
      "results": {"int": ["size", "length", "indexOf"], "boolean": ["isEmpty"]},
      "exact": [],
      "literals": [],
      "keyed": false,
      "complete": false,
      "put": ["add"],
      "conditions": true,
      "truths": true,
      "nominal": true,
      "open": ["Object"],
      "converts": false,
      "binds": false,
      "columns": false
    }

`names` are the kinds of types, by their names without arguments and what they are qualified with; `[]` is an
array, `map` one of Go's, `*` a pointer, and `char*` text. The kinds `number`, `truth`, `text` and `list` are
those of literals, and `object` is that of the classes of the open files. Values of different kinds do not go
together, apart from those of the kinds `alike`. `nothing` are the words for no value, which types that are
`filled` do not take; values of the kinds `memberless` have no members, and numbers and truths among them no
elements. Those of the kinds of `fields` have only these members that are not called, and `results` are the
types of what members of lists and texts are or give. Numbers of the types `exact` go together with those of
the same type alone; `literals` are the types of a variable that is given a whole number, and one with a
point. `keyed` says whether an index has to be of the type of a collection's keys, and `complete` whether a
literal has to give each field of its type a value. `put` are the methods that put a value into a list or take
it out. `conditions` says whether a condition has to be a truth, and `truths` whether `&&` and `||` give one,
so that nobody joins constants with them. If types are `nominal`, those that the open
files do not declare are objects, but for `open` ones. `converts` says whether a constructor makes an object
of any value that it takes, `binds` whether assigning to a name declares it, and `columns` whether columns
determine the blocks.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from quoin.engine.errors import LanguageError

_LISTS = ("alike", "nothing", "filled", "memberless", "exact", "literals", "put", "open")
_GROUPS = ("names", "fields", "results")
_FLAGS = ("keyed", "complete", "conditions", "truths", "nominal", "converts", "binds", "columns")


@dataclass(frozen=True)
class KindRules:
    """The kinds of a language's types; the attributes are described above, `kind_of` has the `names`.

    `result_of` has the `results`.
    """

    kind_of: dict[str, str] = field(default_factory=dict)
    alike: tuple[str, ...] = ()
    nothing: tuple[str, ...] = ()
    filled: tuple[str, ...] = ()
    memberless: tuple[str, ...] = ()
    fields: dict[str, list[str]] = field(default_factory=dict)
    result_of: dict[str, str] = field(default_factory=dict)
    exact: tuple[str, ...] = ()
    literals: tuple[str, ...] = ()
    put: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    keyed: bool = False
    complete: bool = False
    conditions: bool = False
    truths: bool = False
    nominal: bool = False
    converts: bool = False
    binds: bool = False
    columns: bool = False


def read_kinds(data: object) -> KindRules:
    """Return the kinds that a manifest declares.

    Raises:
        LanguageError: They are not of the form that this module describes; the error names no file.
    """
    if not isinstance(data, dict) or not set(data) <= {*_GROUPS, *_LISTS, *_FLAGS}:
        raise LanguageError(
            f"types: 'kinds' must be an object with keys of {', '.join(_GROUPS + _LISTS + _FLAGS)}"
        )
    names, fields, results = (dict(_items(key, data.get(key, {}))) for key in _GROUPS)
    lists = {key: data[key] for key in _LISTS if key in data}
    for key, some in (
        *_named("names", names),
        *_named("fields", fields),
        *_named("results", results),
        *lists.items(),
    ):
        _check_texts(key, some)
    flags = {key: data[key] for key in _FLAGS if key in data}
    if not all(isinstance(flag, bool) for flag in flags.values()):
        raise LanguageError(f"types: kinds: {', '.join(flags)} must be true or false")
    kind_of = {name: kind for kind, some in names.items() for name in some}
    result_of = {name: kind for kind, some in results.items() for name in some}
    texts: dict[str, tuple[str, ...]] = {key: tuple(some) for key, some in lists.items()}
    return KindRules(kind_of, fields=fields, result_of=result_of, **{**texts, **flags})


def _items(key: str, groups: object) -> list[tuple[str, list[str]]]:
    if not isinstance(groups, dict):
        raise LanguageError(f"types: kinds: {key!r} must be an object")
    return list(groups.items())


def _named(key: str, groups: dict[str, list[str]]) -> list[tuple[str, list[str]]]:
    """Return the lists of groups with the keys by which an error names them."""
    return [(f"{key}: {kind}", some) for kind, some in groups.items()]


def _check_texts(key: str, some: object) -> None:
    if not isinstance(some, list) or not all(isinstance(one, str) for one in some):
        raise LanguageError(f"types: kinds: {key!r} must be a list of texts")
