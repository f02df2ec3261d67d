"""No line assigns what the line beside it assigns again without reading it."""

from __future__ import annotations

import pytest

from quoin.engine.decoding.sense.overwriting import is_overwritten

# The left context, the completion and the right context.
OVERWRITTEN = [
    '  _key="$2"\n  ‖_cca="$3"‖\n  _cca="$4"\n',
    '  _key="$2"\n  _c‖ca="$3"‖\n  _cca="$4"\n',
    "\tCOMPREPLY=( $(compgen -f) )\n\t‖COMPREPLY=( $(compgen -d) )‖\n\treturn 0\n",
    "    a = 1\n    ‖a = 2‖\n",
    "    ‖self.a = b‖\n    self.a = c\n",
    "  ‖this.a = b;‖\n  this.a = c(d);\n",
    "‖a = 1\na = 2‖\n",
    "‖b\na = 1‖\r\na = 2\r\n",
    "\terr = a()\n\t‖err = b(c)‖\n",
    "a = 1\n‖a = 2‖",
    '  _key="$2"\n  ‖_cca‖\n  _cca="$4"\n',
]
OTHERS = [
    "    a = 1\n    ‖a = a + 2‖\n",
    "    ‖self.a = b‖\n    self.a = c(self)\n",
    "    a = ‖1‖\n    a = 2\n",
    "    a‖ = 1‖\n    a = 2\n",
    "    ‖a = b.d(‖\n    a = c\n",
    "    a = 1\n\n    ‖a = 2‖\n",
    "    a = 1\n  ‖a = 2‖\n",
    "    ‖a += 1‖\n    a = 2\n",
    "    _ = a()\n    ‖_ = b()‖\n",
    "IFS=. read a\n‖IFS=. read b‖\n",
    "    ‖a = (‖\n    a = 2\n",
    "  exports.a = void 0;\n  ‖exports.a = 1;‖\n",
    "    ‖a[i] = 1‖\n    a[i] = 2\n",
    "f(\n    a=1,\n    ‖a=2,‖\n",
    "    if a == b:\n    ‖a = 2‖\n",
    "‖a = 1‖",
    "    b = 1\n    ‖b‖\n    a = 2\n",
    "    ‖b‖\n    b = b + 1\n",
    "    a = 1\n    ‖a‖\n    b = 2\n",
    "    a‖.b‖\n    a = 2\n",
]


def _sides(case: str) -> tuple[bytes, bytes, bytes]:
    left, whole, right = case.encode().split("‖".encode())
    return whole, left, right


@pytest.mark.parametrize("case", OVERWRITTEN)
def test_what_is_assigned_twice(case: str) -> None:
    assert is_overwritten(*_sides(case))


@pytest.mark.parametrize("case", OTHERS)
def test_what_is_read_or_not_known(case: str) -> None:
    assert not is_overwritten(*_sides(case))
