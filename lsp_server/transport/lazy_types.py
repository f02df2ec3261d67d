"""Imports lsprotocol's types so that each class is finished at its first use.

The package describes the whole protocol in more than 500 classes, and `attrs` compiles methods for each. That
takes longer than all other imports of this process. A client needs about twenty of them. So during the
import of the module, `attrs.define` only records a class; its methods are made with the first instance, or
at the first access to the class's fields. Instances have a dictionary in place of slots; there is no other
difference. Without a call of `import_late_types` the module is unchanged.
"""

from __future__ import annotations

import importlib
import sys
from typing import Any

import attrs

_MODULE = "lsprotocol.types"
# A switch of lsprotocol's converter, which otherwise finishes all classes to resolve their annotations.
_SWITCH = "_resolved_forward_references"

_define = attrs.define
_unfinished: set[type] = set()


class _Fields:
    """A placeholder for a class's fields, which finishes the class at the first access."""

    def __get__(self, instance: object, owner: type) -> object:
        _finish(owner)
        return owner.__attrs_attrs__  # type: ignore[attr-defined]


def _first_init(self: object, *arguments: object, **named: object) -> None:
    """Finish the class of a first instance, then call the class's own `__init__`."""
    _finish(type(self))
    self.__init__(*arguments, **named)  # type: ignore[misc]


def _note(cls: type | None = None, **options: Any) -> Any:  # noqa: ANN401 - as `attrs.define`
    """Record a class, for which `attrs.define` is called later."""
    if cls is None or options:
        return _define(cls, **options)
    cls.__attrs_attrs__ = _Fields()  # type: ignore[attr-defined]
    cls.__init__ = _first_init  # type: ignore[misc]
    _unfinished.add(cls)
    return cls


def _finish(cls: type) -> None:
    """Call `attrs.define` for a class and its base classes, where that is still to be done."""
    for one in reversed(cls.__mro__):
        if one not in _unfinished:
            continue
        _unfinished.discard(one)
        del one.__attrs_attrs__, one.__init__  # type: ignore[attr-defined, misc]
        _define(one, slots=False)
        names = sys.modules[_MODULE].ALL_TYPES_MAP
        if names.get(one.__name__) is one:
            # lsprotocol's converter does this for all classes. The map is copied, since `attrs` adds to it.
            attrs.resolve_types(one, dict(names), {})


def import_late_types() -> None:
    """Import lsprotocol's types with unfinished classes, unless they are imported already."""
    if _MODULE in sys.modules:
        return
    attrs.define = _note  # type: ignore[assignment]
    try:
        importlib.import_module(_MODULE)
    finally:
        attrs.define = _define
    hooks = importlib.import_module("lsprotocol._hooks")
    if hasattr(hooks, _SWITCH):
        setattr(hooks, _SWITCH, True)
