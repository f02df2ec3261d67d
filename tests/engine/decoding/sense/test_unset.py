"""No constructor gives a field a value that is made of the field, which nothing has given one before."""

from __future__ import annotations

import pytest

from quoin.engine.decoding.sense.unset import reads_unset

INIT = "class A:\n    def __init__(self, path):\n"
# The left context and the completion.
UNSET = [
    INIT + "        self.path = ‖Path(self.path)",
    INIT + "        self.limit = 1\n        ‖self.path = self.path or Path()",
    "class A:\n    ‖def __init__(self, path):\n        self.path = Path(self.path)",
    "class A {\n  private path: B;\n\n  constructor(path: B) {\n    this.path = ‖resolve(this.path);",
    "class A {\n  constructor(path) {\n    ‖this.path = resolve(this.path);",
    "class A\n{\n  private ?string $a;\n  function __construct($a)\n  {\n    $this->a = ‖trim($this->a);",
]
SET = [
    INIT + "        self.path = ‖Path(path)",
    INIT + "        self.path = path\n        ‖self.path = Path(self.path)",
    INIT + "        super().__init__(path)\n        ‖self.path = Path(self.path)",
    INIT + '        self.path = ‖Path("self.path")',
    INIT + "        self.path = ‖self.paths[0]",
    INIT + "        self.path = ‖make(lambda: self.path)",
    "class A(B):\n    def __init__(self, path):\n        self.path = ‖Path(self.path)",
    "class A:\n    path = 1\n\n    def __init__(self, path):\n        self.path = ‖self.path + 1",
    "class A:\n    def load(self):\n        self.path = ‖Path(self.path)",
    "class A {\n  path = 1;\n  constructor(path) {\n    ‖this.path = this.path + 1;",
    "class A {\n  constructor(private path: string) {\n    ‖this.path = resolve(this.path);",
    "class A extends B {\n  constructor(path) {\n    super();\n    ‖this.path = resolve(this.path);",
    "class A {\n  f() {\n    this.count = ‖this.count + 1;",
]


@pytest.mark.parametrize("case", UNSET)
def test_a_field_made_of_itself_is_found(case: str) -> None:
    assert _is_unset(case)


@pytest.mark.parametrize("case", SET)
def test_other_fields_are_not(case: str) -> None:
    assert not _is_unset(case)


def _is_unset(case: str) -> bool:
    left, whole = case.split("‖")
    return reads_unset(whole.encode(), left.encode())
