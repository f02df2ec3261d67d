"""No branch has the condition of another one."""

from __future__ import annotations

import pytest

from quoin.engine.decoding.conditions.chaining import repeats_branch

# The left context, the completion and the right context.
REPEATED = [
    "if (a == B) {\n  c();\n} else if (‖a == B) {‖\n  d();\n}\n",
    "  if (a == B) {\n    c();\n  }\n  else if (d) {\n    e();\n  }\n  else if ‖(a == B)‖\n  {\n  }\n",
    "if (x == ‖A.B) {‖\n  c();\n} else if (x == A.B) {\n  d();\n}\n",
    "if a == b:\n    c()\nelif d:\n    e()\nel‖if a == b:‖\n    f()\n",
    'if [ "$a" = b ]; then\n  c\nelif ‖[ "$a" = b ]; then‖\n  d\nfi\n',
]
APART = [
    "if (a == B) {\n  c();\n} else if (‖a == C) {‖\n  d();\n}\n",
    "if (a == B) {\n  c();\n}\nif (‖a == B) {‖\n  d();\n}\n",
    "if (a == B) {\n  c();\n}\nd();\nif (e) {\n} else if (‖a == B) {‖\n}\n",
    "if (a) {\n  if (b) {\n  } else if (‖a) {‖\n  }\n}\n",
    "if (a) {\n  if (b) {\n  }\n} else if (‖b) {‖\n}\n",
    "if (‖a) {‖\n  b();\n}\nif (a) {\n}\n",
    "if (a &&\n    b) {\n} else if (‖a &&‖\n    c) {\n}\n",
    "a = ‖b;‖\n",
]


@pytest.mark.parametrize("case", REPEATED)
def test_branches_with_the_condition_of_another(case: str) -> None:
    assert repeats_branch(*_parts(case))


@pytest.mark.parametrize("case", APART)
def test_branches_of_their_own(case: str) -> None:
    assert not repeats_branch(*_parts(case))


def _parts(case: str) -> tuple[bytes, bytes, bytes]:
    left, whole, right = (part.encode() for part in case.split("‖"))
    return whole, left, right
