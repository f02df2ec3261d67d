"""The table of members against the interpreter's own modules, and against the stubs that it is made from."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from types import ModuleType

import mypy
import pytest

from tests.grammars.python.stubs import MODULES, TABLE, table

# What a module only imports for itself, and exports by mistake.
NO_MEMBERS = {
    "ast": {"IntEnum", "auto", "contextmanager", "nullcontext"},
    "importlib.util": {"contextmanager"},
    "sqlite3": {"Timestamp"},
    "uuid": {"Enum", "bytes_", "int_"},
}


def kept() -> dict[str, set[str]]:
    return {module: set(names.split()) for module, names in json.loads(TABLE.read_text("utf-8")).items()}


@pytest.mark.parametrize("name", MODULES)
def test_the_interpreters_members_are_listed(name: str) -> None:
    try:
        module = importlib.import_module(name)
    except ImportError:
        pytest.skip("the interpreter has no such module")
    own = getattr(module, "__all__", dir(module))
    public = {one for one in own if not one.startswith("_")}
    members = {one for one in public if not isinstance(getattr(module, one, None), ModuleType)}
    assert members - kept()[name] - NO_MEMBERS.get(name, set()) == set()


def test_the_table_is_made_from_the_stubs() -> None:
    found = table(Path(mypy.__file__).parent / "typeshed" / "stdlib")
    assert set(found) == set(kept())
    # Another release of the stubs may list others.
    listed = sum(len(names) for names in found.values())
    both = sum(len(kept()[module].intersection(names)) for module, names in found.items())
    assert both > 0.9 * listed
