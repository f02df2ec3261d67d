"""No style has a property twice, but for two beside each other."""

from __future__ import annotations

import pytest

from quoin.engine.decoding.seams.properties import gives_property_again

# The left context, the completion and the right context.
AGAIN = [
    "a {\n  color: red;\n  top: 0;\n  ‖color: blue;‖\n}\n",
    ".a:not(.b) > c {\n  ‖top: 0;‖\n  left: 0;\n  /* d */\n  top: 1px;\n}\n",
    "a[b='c'],\nd {\n  top: 0;\n\n  left: 0;\n  to‖p: calc(1px + 2px)‖\n}\n",
]
APART = [
    "a {\n  color: red;\n  top: 0;\n  ‖left: 0;‖\n}\n",
    "a {\n  top: 0;\n  display: -webkit-box;\n  ‖display: flex;‖\n}\n",
    "a {\n  display: none;\n  top: 0;\n  display: -webkit-box;\n  ‖display: flex;‖\n}\n",
    "a {\n  color: red;\n  top: 0;\n}\nb {\n  ‖color: blue;‖\n}\n",
    "a {\n  color: red;\n  & b { color: blue; }\n  top: 0;\n  ‖color: green;‖\n}\n",
    "const a = {\n  b: c,\n  d: e,\n  ‖b: f‖\n}\n",
    "a {\n  color: red;\n  top: 0;\n  ‖color: blue;‖ left: 0;\n}\n",
    "a {\n  color: red;\n  top: 0;\n  ‖color: blue;",
]


@pytest.mark.parametrize("case", AGAIN)
def test_what_a_style_has_already(case: str) -> None:
    assert _gives_again(case)


@pytest.mark.parametrize("case", APART)
def test_what_a_style_may_have(case: str) -> None:
    assert not _gives_again(case)


def _gives_again(case: str) -> bool:
    left, whole, right = (part.encode() for part in f"{case}‖".split("‖")[:3])
    return gives_property_again(whole, left, right)
