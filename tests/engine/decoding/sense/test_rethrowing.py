"""What is thrown anew outside of a handler is not shown."""

from __future__ import annotations

import pytest

from quoin.engine.decoding.sense.rethrowing import rethrows_nothing

METHOD = "class A {\n    void F(int amount) {\n        "
WRONG = [
    METHOD + "if (amount <= 0) ‖throw;",
    METHOD + "if (amount <= 0) thr‖ow;",
    METHOD + "if (amount <= 0)‖ {\n            throw;\n        }",
    METHOD + "try { G(); } catch (B b) { }\n        ‖throw;",
    METHOD + "try {\n            ‖throw;",
    "def f(amount):\n    if amount <= 0:\n        ‖raise",
    "def f(amount):\n    try:\n        g()\n    except B:\n        pass\n    ‖raise",
    "def f(amount):\n    ‖if amount <= 0:\n        raise",
]
RIGHT = [
    METHOD + "try { G(); } catch (B b) { ‖throw; }",
    METHOD + "try {\n        } catch {\n            if (amount > 0) {\n                ‖throw;",
    METHOD + "try {\n        } catch (B b) when (b.C(1)) {\n            ‖throw;",
    METHOD + "if (amount <= 0) ‖throw new B();",
    METHOD + "‖// It will throw;",
    METHOD + 'G("a ‖throw; b");',
    "try {\n} catch (...) {\n  ‖throw;",
    "def f(amount):\n    try:\n        g()\n    except B:\n        if amount:\n            ‖raise",
    "def f(amount):\n    if amount <= 0:\n        ‖raise B",
    "try:\n    g()\nexcept B:\n    ‖raise",
    "def f():\n    try:\n        g()\n    except B:\n        c()\n        ‖d()\n        raise",
]


@pytest.mark.parametrize("case", WRONG)
def test_nothing_is_handled(case: str) -> None:
    left, whole = (side.encode() for side in case.split("‖"))
    assert rethrows_nothing(whole, left)


@pytest.mark.parametrize("case", RIGHT)
def test_something_is_handled(case: str) -> None:
    left, whole = (side.encode() for side in case.split("‖"))
    assert not rethrows_nothing(whole, left)
