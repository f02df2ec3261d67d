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


# A value on the line below, which follows.
BELOW = [
    "fn f() {\n    ‖let path =‖\n    fs::create_dir(&path)?;",
    "\tf()\n\t‖copied :=‖\n\tcopied.close()\n",
]
APART = [
    "fn f() {\n    ‖let path =‖\n        join(&path);",
    "fn f(path: &str) {\n    ‖let path =‖\n    fs::create_dir(&path)?;",
    "‖let path =‖\nother;",
    "‖let path =‖ 1;\npath();",
]


@pytest.mark.parametrize("case", BELOW)
def test_the_line_below_reads_it(case: str) -> None:
    assert reads_itself(*_sides(case))


@pytest.mark.parametrize("case", APART)
def test_the_line_below_is_its_value(case: str) -> None:
    assert not reads_itself(*_sides(case))


@pytest.mark.parametrize("case", READS)
def test_a_name_in_its_own_value(case: str) -> None:
    assert reads_itself(*_sides(case))


@pytest.mark.parametrize("case", OTHERS)
def test_other_values(case: str) -> None:
    assert not reads_itself(*_sides(case))


def _sides(case: str) -> tuple[bytes, bytes, bytes]:
    """Return the completion, the left context and the right one, which may be missing."""
    left, whole, right = (case.encode() + "‖".encode()).split("‖".encode())[:3]
    return whole, left, right
