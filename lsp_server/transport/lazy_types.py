"""lsprotocol's types, each finished when it is first used.

The package describes the whole protocol in more than 500 classes, and `attrs` compiles methods for each: that
takes longer than all else that this process imports. A client needs some twenty of them. So while the module
is imported, `attrs.define` only takes note of a class; what it makes is made with the first instance, or
when somebody looks at the class's fields. In place of slots, instances have a dictionary; nothing else
differs.
Where this is not called, the module is as it always is.
"""

from __future__ import annotations

import importlib
import sys
from typing import Any

import attrs

_MODULE = "lsprotocol.types"
# A switch of lsprotocol's converter, which else finishes all classes to resolve their annotations.
_SWITCH = "_resolved_forward_references"

_define = attrs.define
_unfinished: set[type] = set()


class _Fields:
    """Stands for a class's fields until somebody looks at them."""

    def __get__(self, instance: object, owner: type) -> object:
        _finish(owner)
        return owner.__attrs_attrs__  # type: ignore[attr-defined]


def _first_init(self: object, *arguments: object, **named: object) -> None:
    """Finish the class of a first instance, then do as its own method does."""
    _finish(type(self))
    self.__init__(*arguments, **named)  # type: ignore[misc]


def _note(cls: type | None = None, **options: Any) -> Any:  # noqa: ANN401 - as `attrs.define`
    """Do as `attrs.define`, later."""
    if cls is None or options:
        return _define(cls, **options)
    cls.__attrs_attrs__ = _Fields()  # type: ignore[attr-defined]
    cls.__init__ = _first_init  # type: ignore[misc]
    _unfinished.add(cls)
    return cls


def _finish(cls: type) -> None:
    """Make what `attrs.define` makes, for a class and those that it inherits from."""
    for one in reversed(cls.__mro__):
        if one not in _unfinished:
            continue
        _unfinished.discard(one)
        del one.__attrs_attrs__, one.__init__  # type: ignore[attr-defined, misc]
        _define(one, slots=False)
        names = sys.modules[_MODULE].ALL_TYPES_MAP
        if names.get(one.__name__) is one:
            # As lsprotocol's converter does with all of them; the map is copied since it would be added to.
            attrs.resolve_types(one, dict(names), {})


def import_late_types() -> None:
    """Import lsprotocol's types that way, unless they are imported already."""
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
