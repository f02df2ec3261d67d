"""Braces stand where the file's headers of their kind have them."""

from __future__ import annotations

import pytest

from quoin.engine.decoding.seams.braces import with_braces_below

BELOW = "void f()\n{\n    if (a)\n    {\n    }\n"
BESIDE = "void f()\n{\n    if (a) {\n    }\n"

CSHARP = "using System;\n\nnamespace A\n{\n    class B\n    {\n        void C()\n        {\n"

# What the file has above, the cursor's line and the completion, and what becomes of the completion.
CASES = [
    (BELOW, "    if (‖b) {\n    }", "b)\n    {\n    }"),
    (
        BELOW,
        "    ‖foreach (var b in c) {\n        d();\n    }",
        "foreach (var b in c)\n    {\n        d();\n    }",
    ),
    (BELOW, "    if (b)‖ {", "\n    {"),
    (BELOW, "    ‖a = new B {\n    }", None),
    (BELOW, "    ‖a(b => {\n    })", None),
    (BELOW, "    ‖if (b) { c(); }", None),
    (BELOW, "    ‖if (b)\n    {\n    }", None),
    (BELOW, "}\nvoid g‖() {\n}", "()\n{\n}"),
    (BELOW, "}\nclass A‖ : B {\n}", " : B\n{\n}"),
    (BESIDE, "    if (‖b) {\n    }", None),
    (BESIDE, "}\nvoid g‖() {\n}", "()\n{\n}"),
    ("", "    if (‖b) {\n    }", None),
    (BELOW + BESIDE, "    if (‖b) {\n    }", None),
    (CSHARP, "            if (‖b) {\n            }", "b)\n            {\n            }"),
    (CSHARP.replace("using System;", "<?php"), "            if (‖b) {\n            }", None),
    (CSHARP + "            if (a) {\n            }\n", "            if (‖b) {\n            }", None),
    ("if (a)\r\n{\r\n}\r\n", "if (‖b) {\r\n}", "b)\r\n{\r\n}"),
]


@pytest.mark.parametrize(("above", "line", "expected"), CASES)
def test_where_braces_stand(above: str, line: str, expected: str | None) -> None:
    begun, whole = line.split("‖")
    placed = with_braces_below(whole.encode(), (above + begun).encode(), b"\n}\n").decode()
    assert placed == (whole if expected is None else expected)


def test_the_file_below_counts() -> None:
    right = b"\n    while (c)\n    {\n    }\n"
    assert with_braces_below(b"(b) {\n    }", b"    if ", right) == b"(b)\n    {\n    }"
