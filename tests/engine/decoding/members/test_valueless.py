"""The value of a function that has none is not taken."""

from __future__ import annotations

import pytest

from quoin.engine.decoding.members.valueless import takes_nothing

SHOP = (
    "class Shop:\n    def load(self) -> None:\n        pass\n\n    def find(self) -> str:\n        pass\n\n"
)
STOCK = "type Stock struct {\n}\n\nfunc (s *Stock) Add(name string) {\n}\n\nfunc f(s *Stock) {\n\t"
NEW = STOCK.replace("func f(s *Stock)", "func New() *Stock {\n\treturn nil\n}\n\nfunc f()")
QUEUE = "class Queue {\n  push(a: string): void {\n  }\n\n  size(): number {\n  }\n\n  f() {\n    "
WRONG = [
    SHOP + "shop = Shop()\nitem = ‖shop.load()",
    SHOP + "shop = Shop()\nitem = shop.l‖oad()",
    SHOP + "shop = Shop()\nitem = ‖shop.load",
    SHOP + "    def f(self):\n        ‖for a in self.load():\n            pass",
    "def f() -> None:\n    pass\n\na: int = ‖f()",
    STOCK + 'if err := ‖s.Add("a"); err != nil {',
    # The type of a function's result.
    NEW + 's := New()\n\tif err := ‖s.Add("a"); err != nil {',
    NEW.replace("*Stock {\n\tr", "(*Stock, error) {\n\tr") + 's, err := New()\n\terr = ‖s.Add("a")',
    "class Shop {\n  load(): void {\n  }\n}\nfunction a(): Shop {\n}\nconst b = a();\nc = ‖b.load();",
    "struct S;\nimpl S {\n  fn load(&self) {\n  }\n}\nfn a() -> S {\n}\nlet b = a();\nc = ‖b.load();",
    "class S {\n  void load() {\n  }\n  S a() {\n  }\n  int f() {\n    var b = a();\n    c = ‖b.load();",
    QUEUE + 'const one = ‖this.push("a");',
    QUEUE + 'if (a) {\n      ‖b();\n      const one = this.push("a");\n    }',
    "class A {\n  private static void g(int a) {\n  }\n  void f() {\n    int b = ‖g(1);",
    "fn g(a: u8) {\n}\n\nfn f() {\n    let b = ‖g(1);",
    "void A::g(int a)\n{\n}\n\nvoid A::f()\n{\n  int b = ‖this->g(1);",
    "int f() {\n  int b = ‖g(1);‖\n}\n\nvoid g(int a) {\n}\n",
]
RIGHT = [
    SHOP + "shop = Shop()\n‖shop.load()",
    SHOP + "shop = Shop()\nitem = ‖shop.find()",
    SHOP + "shop = other()\nitem = ‖shop.load()",
    SHOP + "item = ‖json.load()",
    SHOP + "shop = Shop()\nitem = ‖shop.find",
    SHOP + "    def f(self):\n        then = ‖self.load",
    SHOP + "shop = Shop()\nf(then=‖shop.load, a=1)",
    SHOP + "shop = Shop()\n‖# As item = shop.load() does.",
    SHOP + "class Other:\n    def load(self):\n        return 1\n\nshop = Shop()\nitem = ‖shop.load()",
    "def f():\n    pass\n\na = ‖f()",
    NEW + 's := other.New()\n\tif err := ‖s.Add("a"); err != nil {',
    NEW.replace("New() *Stock", "New() *Other") + 's := New()\n\tif err := ‖s.Add("a"); err != nil {',
    NEW + 's := New()\n\tt := s\n\terr := ‖t.Add("a")',
    STOCK + 's.names = append(‖s.names, "a")',
    QUEUE + "const one = ‖this.size();",
    QUEUE + 'const one = ‖() => this.push("a");',
    QUEUE + 'const one = ‖other.push("a");',
    "class A {\n  void g(int a) {\n  }\n  int g(long a) {\n  }\n  void f() {\n    int b = ‖g(1);",
    "class A {\n  void g(int a) {\n  }\n  abstract int g();\n  void f() {\n    int b = ‖g();",
    "fn g(a: u8) -> u8 {\n}\n\nfn f() {\n    let b = ‖g(1);",
    "void g(int a) {\n}\n\nint f() {\n  b == ‖g(1);",
]


def sides(case: str) -> tuple[bytes, bytes, bytes]:
    """Return the completion, the left context and the right one, which may be missing."""
    left, whole, right = (case.encode() + "‖".encode()).split("‖".encode())[:3]
    return whole, left, right


@pytest.mark.parametrize("case", WRONG)
def test_nothing_is_taken(case: str) -> None:
    assert takes_nothing(*sides(case))


@pytest.mark.parametrize("case", RIGHT)
def test_something_is_taken(case: str) -> None:
    assert not takes_nothing(*sides(case))
