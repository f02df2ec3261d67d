"""No tag has an attribute twice."""

from __future__ import annotations

import pytest

from quoin.engine.decoding.seams.attributes import gives_attribute_again

# The left context, the completion and the right context.
AGAIN = [
    '<meta name="a" />\n‖<meta name="b" content‖\n  name="b"\n  content="c"\n/>',
    '<input type="text" ‖type="number"‖ />',
    '<a href="b"\n   cl‖ass="c" href‖="d">',
    "<Box id={a} onClick={() => b > c} ‖id={d}‖ />",
]
APART = [
    '<input type="text" ‖name="a"‖ />',
    '<a href="b">c</a>\n<a ‖href="d">‖e</a>',
    "<Box id={a} item={{ id: 1 }} ‖name={d}‖ />",
    '<a {% if b %}class="c"{% else %}‖class="d"‖{% endif %}>',
    "if (a <b ‖&& b)‖ { c >= d }",
    "f<A extends B, ‖C extends B‖>(d)",
    '<a title="class" ‖class="b"‖>',
    "<Box\n  id={\n    // it isn't\n    ‖id‖\n  }\n  b={c} />",
    '<path\n  d="M 10 20\n     ‖C 30 40‖\n     C 50 60" />',
    '<p>a ‖class="b" class="b"‖</p>',
]


@pytest.mark.parametrize("case", AGAIN)
def test_what_a_tag_has_already(case: str) -> None:
    assert _gives_again(case)


@pytest.mark.parametrize("case", APART)
def test_what_a_tag_may_have(case: str) -> None:
    assert not _gives_again(case)


def _gives_again(case: str) -> bool:
    left, whole, right = (part.encode() for part in case.split("‖"))
    return gives_attribute_again(whole, left, right)
