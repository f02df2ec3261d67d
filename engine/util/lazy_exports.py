"""A package can import its public names when they are first used."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


def on_demand(package: str, modules: Mapping[str, Sequence[str]]) -> Callable[[str], object]:
    """Make a package's `__getattr__` (PEP 562) that imports each name from its module on first use.

    Args:
        package: The package's full name.
        modules: The names that each module provides, by the module's full name.
    """
    places = {name: module for module, names in modules.items() for name in names}

    def attribute(name: str) -> object:
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value: object = getattr(import_module(places[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    return attribute
