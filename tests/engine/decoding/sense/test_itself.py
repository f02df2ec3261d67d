"""No variable is declared with a value that reads it."""

from __future__ import annotations

import pytest

from quoin.engine.decoding.sense.itself import reads_itself

# The left context and the completion.
READS = [
    "const kind = ‖kinds[kind] ?? kind;",
    "const kind: string ‖= f(kind);",
    "\tb := ‖clone(a, b)",
    "    let total = ‖total + 1;",
    "let a = 1;\n‖const b = a;\nconst c = c.d;",
]
OTHERS = [
    "\tb := a\n\tif c {\n\t\tb := ‖b.d",
    "const kind = ‖kinds.find((kind) => kind.a);",
    "const kind = ‖{ kind: 1 };",
    "const kind = ‖a.kind;",
    'const kind = ‖"kind";',
    "const kind = ‖a; // kind",
    "const a = ‖b, c = a;",
    "const a = ‖a(b);",
    "let vec = ‖vec![1];",
    "let kind = ‖if let Some(kind) = a {",
    "let kind = ‖quote!(kind);",
    "\tsorter := ‖new(sorter)",
]


@pytest.mark.parametrize("case", READS)
def test_a_name_in_its_own_value(case: str) -> None:
    left, whole = case.split("‖")
    assert reads_itself(whole.encode(), left.encode())


@pytest.mark.parametrize("case", OTHERS)
def test_other_values(case: str) -> None:
    left, whole = case.split("‖")
    assert not reads_itself(whole.encode(), left.encode())
