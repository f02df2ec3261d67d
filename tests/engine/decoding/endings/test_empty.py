"""What has no effect, or what nobody can mean, is not shown."""

from __future__ import annotations

import pytest

from quoin.engine.decoding.endings.empty import means_nothing

JAVA = "class A {\n    int size;\n    A("
CASES = [
    # The left context, the completion, and whether it means nothing.
    (JAVA + "int rows) {\n        ", "this.size = size;", True),
    (JAVA + "int rows) {\n        this.s", "ize = size;", True),
    (JAVA + "int size) {\n        ", "this.size = size;", False),
    (JAVA + "int rows) {\n        int size = rows * 2;\n        ", "this.size = size;", False),
    (JAVA + "int rows) {\n        ", "this.size = rows;", False),
    (JAVA + "int rows) {\n        ", "this.size = size + rows;", False),
    ("for (Book", " today : today) {", True),
    ("for (const a ", "of a) {", True),
    ("for (const a ", "of a.all()) {", False),
    ("for message ", "in message:", False),
    ("for (Book", " book : books) {", False),
    ('<input name="a" required', '="Name"', True),
    ('<input name="a" required', '="required"', False),
    ("<input required ", 'value="Name"', False),
    ('<input disabled="x" ', 'name="a"', False),
    ("<button disabled", "={busy}", False),
    ('<a :disabled="', 'busy"', False),
]


@pytest.mark.parametrize(("left", "whole", "expected"), CASES)
def test_what_means_nothing(left: str, whole: str, *, expected: bool) -> None:
    assert means_nothing(whole.encode(), left.encode()) == expected
