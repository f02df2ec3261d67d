"""No file imports the namespace, or the package, that it is in."""

from __future__ import annotations

import pytest

from quoin.engine.decoding.sense.importing import imports_own

PHP = "<?php\n\nnamespace App\\Models\\Posts;\n\n"
JAVA = "package com.a.b;\n\n"
# The left context and the completion.
OWN = [
    PHP + "use ‖App\\Models\\Posts;",
    PHP + "use App\\‖Models;",
    PHP + "use App\\Models\\Posts\\‖Comment;\n",
    PHP + "‖use \\App\\Models\\Posts\\Comment;",
    "<?php\nnamespace App {\n    use App\\‖Comment;",
    JAVA + "import ‖com.a.b.C;",
    "<?php\nuse App\\Models\\A;\nuse App\\Models\\Posts\\B;\nuse ‖App\\Models;",
    "<?php\nuse ‖App\\Models;‖\nuse App\\Models\\A;",
]
OTHERS = [
    PHP + "use ‖App\\Models\\Users;",
    PHP + "use App\\Models\\Posts\\Tags\\‖Tag;",
    PHP + "use App\\Models\\Posts\\‖Comment as Note;",
    PHP + "use ‖App;",
    PHP + "class A {\n    use ‖Countable;",
    "<?php\nnamespace A\\B;\nuse A\\B\\C;\nnamespace A\\D;\nuse ‖A\\B\\E;",
    "<?php\nuse ‖App\\Models;",
    JAVA + "import ‖com.a.c.C;",
    JAVA + "import com.a.b.c.‖C;",
    JAVA + "import static ‖com.a.b.C.d;",
    "‖package com.a.b;",
    "<?php\nuse App\\Models\\A;\nuse ‖App\\Models as M;",
    "<?php\nuse Mockery\\A;\nuse ‖Mockery;",
    "import ‖java.util.Map;‖\nimport java.util.Map.Entry;",
]


@pytest.mark.parametrize("case", OWN)
def test_own(case: str) -> None:
    assert imports_own(*_sides(case))


@pytest.mark.parametrize("case", OTHERS)
def test_others(case: str) -> None:
    assert not imports_own(*_sides(case))


def _sides(case: str) -> tuple[bytes, bytes, bytes]:
    """Return the completion, the left context and the right one, which may be missing."""
    left, whole, right = (case.encode() + "‖".encode()).split("‖".encode())[:3]
    return whole, left, right
