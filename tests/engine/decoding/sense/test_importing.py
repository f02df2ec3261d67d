"""No file imports the namespace, or the package, that it is in."""

from __future__ import annotations

import pytest

from quoin.engine.decoding.sense.importing import declares_imported, exports_unknown, imports_own

PHP = "<?php\n\nnamespace App\\Models\\Posts;\n\n"
JAVA = "package com.a.b;\n\n"
# The left context and the completion.
OWN = [
    PHP + "use ‖App\\Models\\Posts;",
    PHP + "use App\\‖Models;",
    PHP + "use ‖App;",
    PHP + "use App\\Models\\Posts\\‖Comment;\n",
    PHP + "‖use \\App\\Models\\Posts\\Comment;",
    "<?php\nnamespace App {\n    use App\\‖Comment;",
    JAVA + "import ‖com.a.b.C;",
    "<?php\nuse App\\Models\\A;\nuse App\\Models\\Posts\\B;\nuse ‖App\\Models;",
    "<?php\nuse ‖App\\Models;‖\nuse App\\Models\\A;",
    "import org.a.Service;\nimport ‖org.a.b.Service;",
    "<?php\nuse App\\Str‖;‖\nuse Illuminate\\Str;\n",
]
OTHERS = [
    PHP + "use ‖App\\Models\\Users;",
    PHP + "use App\\Models\\Posts\\Tags\\‖Tag;",
    PHP + "use App\\Models\\Posts\\‖Comment as Note;",
    PHP + "class A {\n    use ‖Countable;",
    "<?php\nnamespace A\\B;\nuse A\\B\\C;\nnamespace A\\D;\nuse ‖A\\B\\E;",
    "<?php\nuse ‖App\\Models;",
    JAVA + "import ‖com.a.c.C;",
    JAVA + "import com.a.b.c.‖C;",
    JAVA + "import static ‖com.a.b.C.d;",
    "‖package com.a.b;",
    "<?php\nuse App\\Models\\A;\nuse ‖App\\Models as M;",
    "<?php\nuse Mockery\\A;\nuse ‖Mockery;",
    "import org.a.Service;\nimport ‖org.a.b.Services;",
    "import ‖java.util.Map;‖\nimport java.util.Map.Entry;",
]


DECLARED = [
    PHP + "use App\\Collection;\n\n‖class Collection\n{\n}",
    PHP + "use App\\Collection;\n\nfinal ‖class Collection extends A {",
    "import { A, B } from 'c';\n\nexport ‖class B extends A {",
    "import com.a.C;\n\npublic interface ‖C {",
    "interface Item {\n  name: string;\n}\n\nexport ‖class Item {",
    "interface Item {\n  name: string;\n}\n\nexport ‖type Item = {",
    "class A ‖extends B {‖\n}\n\nexport class A {\n}\n",
    "public ‖enum State {‖\n}\npublic class State\n{\n}\n",
]
APART = [
    PHP + "use App\\Collection as B;\n\n‖class Collection\n{\n}",
    PHP + "use App\\Collection;\n\n‖class Collections\n{\n}",
    "import { A as B } from 'c';\n\n‖class A {",
    "import { B as A } from 'c';\n\n‖class B {",
    "import com.a.D.C;\n\nclass D {\n    ‖interface C {",
    "import com.a.C;\n\n‖f(C);",
    "interface Item {\n  name: string;\n}\n\n‖interface Item {\n  age: number;",
    "interface Item {\n  name: string;\n}\n\n‖class Items {",
    "interface Item {\n}\n\n‖class Item<T> {",
    "#if A\nclass B {\n};\n#else\n‖class B : C {",
    "#[cfg(a)]\nstruct A {\n}\n#[cfg(b)]\n‖enum A {",
    "template <typename A>\nclass B {\n};\n\n‖class B {",
    "public class A {\n    class B {\n    }\n}\n\n‖interface B {",
    "public class A ‖extends B {‖",
]


@pytest.mark.parametrize("case", DECLARED)
def test_declared(case: str) -> None:
    assert declares_imported(*_sides(case))


@pytest.mark.parametrize("case", APART)
def test_apart(case: str) -> None:
    assert not declares_imported(*_sides(case))


UNKNOWN = [
    "export {isFocusable} from 'a';\n‖export {useFocusScope}",
    "const a = 1;\nexport { ‖a, b as c };‖\n",
    "const a = 1;\n\n‖export default events;",
    "f();\nmodule.exports = ‖parser;‖\n",
]
KNOWN = [
    "const a = 1, b = 2;\nexport { ‖a, type b as c };‖\n",
    "export ‖{ a } from 'b';‖\n",
    "const events = 1;\n\n‖export default events;",
    "‖export default events;‖\nfunction events() {}\n",
    "‖export default {};",
    "export default ‖function f() {",
    "f();\nmodule.exports = ‖parser(a);",
    "module.exports = ‖a‖.b;\n",
    "module.exports = ‖undefined;",
]


@pytest.mark.parametrize("case", UNKNOWN)
def test_unknown(case: str) -> None:
    assert exports_unknown(*_sides(case))


@pytest.mark.parametrize("case", KNOWN)
def test_known(case: str) -> None:
    assert not exports_unknown(*_sides(case))


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
