"""Which members are known at a cursor: of objects, classes and modules, by the text around it."""

from __future__ import annotations

import pytest

from quoin.engine.decoding.members.known import KnownMembers
from quoin.engine.languages.loader import manifest_of

POINT = """\
class Point:
    unit = 1
    label: str

    def __init__(self, x, y=0):
        self.x = x
        self.y = y

    async def moved(self, by):
        self.total: int = by
"""
CHILD = f"{POINT}\nclass Child(Point):\n    def area(self):\n        return self.█\n"

CASES = [
    (f"{POINT}\n    def f(self):\n        return self.█", "self", "f label moved total unit x y", True),
    (f"{POINT}\n    def f(self):\n        return self.wid█th", "self", "f label moved total unit x y", True),
    # What the text after the cursor assigns counts as well.
    (
        "class A:\n    def f(self):\n        self.█\n\n    def g(self):\n        self.b = 1\n",
        "self",
        "b f g",
        True,
    ),
    (CHILD, "self", "area label moved total unit x y", True),
    ("class A(B):\n    def f(self):\n        self.█", "self", "f", False),
    ("class A(object):\n    def f(self):\n        self.█", "self", "f", True),
    ("class A:\n    def __getattr__(self, name): ...\n    def f(self):\n        self.█", "self", "f", False),
    # Another class, a function of the module, and a function in a method.
    (f"{POINT}\n\ndef f(self):\n    self.█", "self", None, False),
    (f"{POINT}\n\nclass A:\n    def f(self):\n        self.█", "self", "f", True),
    (
        f"{POINT}\n    def f(self):\n        def g():\n            self.█",
        "self",
        "f label moved total unit x y",
        True,
    ),
    (f"{POINT}\nhere = Point(1)\nhere.█", "here", "label moved total unit x y", True),
    (f"{POINT}\n\ndef f(here: Point):\n    here.█", "here", "label moved total unit x y", True),
    (f"{POINT}\nhere = Point(1)\nfor here in there:\n    here.█", "here", None, False),
    (f"{POINT}\nhere = Point(1)\nhere = there\nhere.█", "here", None, False),
    ("import b\nb.█", "b", None, False),
    ("b.█", "b", None, False),
]


def known(text: str, files: tuple[tuple[str, str], ...] = ()) -> KnownMembers:
    left, _, right = text.partition("█")
    names = manifest_of("python").names
    assert names.members is not None
    return KnownMembers(names, names.members, left.encode(), right.encode(), files)


@pytest.mark.parametrize(("text", "owner", "names", "is_closed"), CASES)
def test_members_of_classes(text: str, owner: str, names: str | None, is_closed: bool) -> None:
    found = known(text).of(owner)
    assert (found and set(found.names)) == (names and set(names.split()))
    assert found is None or found.is_closed == is_closed


MODULES = [
    ("import math\nmath.█", "math", "sqrt", "quare"),
    ("import os\nos.█", "os", "path", "paths"),
    ("import os\nos.path.█", "os.path", "join", "concat"),
    ("import os.path\nos.path.█", "os.path", "join", "concat"),
    ("from os import path\npath.█", "path", "join", "concat"),
    ("import os, math as m\nm.█", "m", "pi", "pie"),
    ("from os import sep, path\npath.█", "path", "join", "concat"),
    ("    import json  # later\n    json.█", "json", "loads", "parse"),
    ("json.█\nimport json\n", "json", "loads", "parse"),
    ("import helpers\nhelpers.█", "helpers", "assist", "help"),
    ("import package.helpers as h\nh.█", "h", "assist", "help"),
]
FILES = (("/project/package/helpers.py", "import re\n\n\ndef assist():\n    inner = 1\n\n\nLIMIT = 2\n"),)


@pytest.mark.parametrize(("text", "owner", "member", "other"), MODULES)
def test_members_of_modules(text: str, owner: str, member: str, other: str) -> None:
    found = known(text, FILES).of(owner)
    assert found is not None
    assert found.is_closed
    assert member in found.names
    assert other not in found.names


def test_members_of_an_open_file() -> None:
    found = known("import helpers\nhelpers.█", FILES).of("helpers")
    assert found is not None
    assert {"assist", "LIMIT", "re"} <= found.names
    assert "inner" not in found.names


@pytest.mark.parametrize(
    "text",
    [
        "import json\njson = read()\njson.█",
        "import json\ndef f(json):\n    json.█",
        "import json\nfor json in files:\n    json.█",
        "json.█",
        "import unheard_of\nunheard_of.█",
    ],
)
def test_modules_that_are_not_known(text: str) -> None:
    owner = text.partition("█")[0].rpartition("\n")[2].strip().removesuffix(".")
    assert known(text).of(owner) is None


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("class A:\n    def __init__(self, x, *y, z=1):\n        self.█", "x y z"),
        ("class A:\n    def __init__(self, x, y):\n        self.x = x\n        self.█", "y"),
        ("class A:\n    def __init__(self, x: int, y):\n        self._x = x\n        self.█", "x y"),
        ("class A:\n    def move(self, x):\n        self.█", ""),
        ("class A:\n    def __init__(self, x): ...\n    def f(self):\n        self.█", ""),
        ("self.█", ""),
    ],
)
def test_what_an_object_is_to_keep(text: str, names: str) -> None:
    assert set(known(text).to_keep) == set(names.split())
