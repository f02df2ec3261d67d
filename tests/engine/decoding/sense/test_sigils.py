"""No variable with a `$` is read that its function does not have, nor `$this` outside of methods."""

from __future__ import annotations

import pytest

from quoin.engine.decoding.sense.sigils import reads_unbound

CLASS = (
    "<?php\nclass A\n{\n    private $b;\n    public function f(int $id): ?B\n    {\n"
    "        $row = $this->g($id);\n        "
)
PLAIN = "<?php\nfunction g($other) {\n}\nfunction f(array $taken): array\n{\n    "
# The left context and the completion.
UNBOUND = [
    CLASS + "$statement = $row->‖execute(['title' => $title]);",
    CLASS + "return ‖$rows;",
    CLASS + "‖$rows->fetch();",
    CLASS + "if (a()) {\n            return $id . ‖$title;",
    PLAIN + "return ‖array_filter($taken, $this->toArray());",
    PLAIN + "return ‖$other;",
]
BOUND = [
    CLASS + "return ‖$row;",
    CLASS + "‖$rows = [];",
    CLASS + "return ‖$this->h($row);",
    CLASS + "return h(‖$matches);",
    CLASS + "foreach (‖$row as $key => $value) {",
    CLASS + "return array_map(‖fn($a) => $a->b, $row);",
    CLASS + "extract($row);\n        return ‖$title;",
    CLASS + "$f = function () use ($row) {\n            return ‖$title;",
    "<?php\ninclude 'a.php';\necho ‖$title;",
    "<?php\nit('a', function () {\n    ‖$this->get('b');",
    "<h1><?= ‖$this->title ?></h1>",
    "const a = ‖$b;",
    "<h1>Don't</h1>\n" + PLAIN + "$row = 1;\n    return ‖$row;",
    PLAIN + "{" * 40 + "return ‖$other;",
]


@pytest.mark.parametrize("text", UNBOUND)
def test_a_variable_that_a_function_does_not_have(text: str) -> None:
    assert _is_unbound(text)


@pytest.mark.parametrize("text", BOUND)
def test_a_variable_that_a_function_may_have(text: str) -> None:
    assert not _is_unbound(text)


def _is_unbound(text: str) -> bool:
    left, middle = text.encode().split("‖".encode())
    return reads_unbound(middle, left)
