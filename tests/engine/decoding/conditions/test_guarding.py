"""Nothing is shown that tests whether something is there just above a line that needs it."""

from __future__ import annotations

import pytest

from quoin.engine.decoding.conditions.guarding import guards_wrongly

# The left context, the completion and the right context.
WRONG = [
    "    if (‖order) {\n    }‖\n    for (const line of order.lines) {\n",
    "    if (‖order) {\n        return 0;\n    }‖\n    order.pay();\n",
    "    if (‖node)‖\n    node->next = NULL;\n",
    "    if (no‖de != NULL) {\n    }‖\n\n    node->next = NULL;\n",
    "\tif ‖item != nil {\n\t\treturn nil\n\t}‖\n\titem.Count -= n\n",
    "    if ‖self.path is not None:\n        return‖\n    text = self.path.read_text()\n",
    "    if (‖isset($this->a)) {\n    }‖\n    $this->a->b();\n",
    "    if (‖order !== undefined) return;‖\n    order.pay();\n",
    "    if (‖null != order) {\n    }‖)\n    order.pay();\n",
    "    if (‖order) {\n    }‖\n    let sum = 0;\n    for (const line of order.lines) {\n",
    "    a();\n    ‖if (b) {\n        c();\n    }‖\n    b.d();\n",
]
RIGHT = [
    "    if (‖!order) {\n    }‖\n    order.pay();\n",
    "    if (‖order == null) {\n    }‖\n    order.pay();\n",
    "    if (‖order) {\n    }‖\n    orders.pay();\n",
    "    if (‖order) {\n    }‖\n    customer.order.pay();\n",
    "    if (‖order) {\n    }‖\n    if (order && order.paid) {\n",
    "    if (‖order) {\n    }‖\n    order?.pay();\n",
    "    if (‖order) {\n    }‖\n    order = orders.first();\n",
    '    if (‖order) {\n    }‖\n    print("order.pay");\n',
    "    if (‖order) {\n    }‖\n    // order.pay();\n",
    "    if (‖order) {\n    }‖\n        order.pay();\n",
    "    if (‖order) {\n    }‖\n    order = orders.first();\n    order.pay();\n",
    "    if (‖order) {\n    }‖\n    a();\n}\nfunction f() {\n    order.pay();\n",
    "    if (‖order && late) {\n    }‖\n    order.pay();\n",
    "    if (‖order) {\n        a();\n    } else {\n    }‖\n    order.pay();\n",
    "    if (‖order) {‖\n    order.pay();\n",
    "    if ‖items:\n        return items‖\n    items.append(1)\n",
    "    if (a) {\n        ‖b();\n    }‖\n    a.c();\n",
    "    if (‖a.b()) {\n    }‖\n    a.c();\n",
]


@pytest.mark.parametrize("case", WRONG)
def test_a_guard_the_wrong_way_round_is_found(case: str) -> None:
    assert _is_wrong(case)


@pytest.mark.parametrize("case", RIGHT)
def test_other_tests_are_not(case: str) -> None:
    assert not _is_wrong(case)


def _is_wrong(case: str) -> bool:
    left, whole, right = case.split("‖")
    return guards_wrongly(whole.encode(), left.encode(), right.encode())
