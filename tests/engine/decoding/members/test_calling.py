"""Calls of the file's own functions, with more or fewer arguments than these take."""

from __future__ import annotations

import pytest

from quoin.engine.decoding.members.calling import calls_wrongly

POINT = "class A:\n    def __init__(self, x, y):\n        pass\n\n"
JAVA = "class A {\n    A(int x) {\n    }\n    "
PHP = "<?php\nclass A {\n    function add(string $a, int $b = null) {\n    }\n    function f() {\n        "
RUST = (
    "impl<'a> Lexer<'a> {\n    fn new(text: &'a str, at: usize) -> Self {\n    }\n}\nfn f() {\n    let a = "
)
WRONG = [
    'function minify(css) {\n  return css;\n}\nconst after = minify(b‖efore, "");',
    "function walk(dir) {\n  for (const a of b) {\n    files.push(...w‖alk(dir, full));‖\n  }\n}",
    "const add = (a, b) => a + b;\nadd‖(1, 2, 3)",
    "add‖(1, 2, 3)‖\nfunction add(a: number, b = 1) {\n}",
    "def read(path, mode='r'):\n    pass\nread(a, b, c‖)",
    "class A:\n    def read(self, path):\n        pass\n    def f(self):\n        self.read(a, ‖b)",
    "fn area(width: u32, height: u32) -> u32 {\n}\nfn main() {\n    let a = area(1, ‖2, 3);",
    "func top(counts map[string]int, n int) []pair {\n}\nfunc main() {\n\ttop(a, b, ‖c)",
    "static int parse(const char *text, long *port)\n{\n}\nint main() {\n  parse(a, &b, ‖c);",
    "class A {\n  int get(Map<A, B<C>> a, int b) throws D {\n  }\n  void f() {\n    g(this.get(1, 2, ‖3));",
    "void f(void)\n{\n}\nint main() {\n  f(‖a);",
    "def f(a, b):\n    pass\nf(g(1, 2), 'a, b', ‖c)",
    "def f(a, b):\n    pass\nf(a, g(b), ‖c, h(",
    "void sort(vec_t *vec)\n{\n}\nint main() {\n  sort(‖vec, vec->items);",
    RUST + "‖Lexer::new();",
    RUST.replace("impl<'a> ", "impl<'a> Read for ") + "‖Lexer::new(a, b, c);",
    # Too few, and calls in lower lines.
    PHP.replace(" = null", "") + "$this->add(‖1);",
    "struct a *make(const char *name, int b)\n{\n}\nint main(void)\n{\n\tstruct a *c = ‖make(d);",
    'func push(name string, b int) {\n}\nfunc main() {\n\tpush(‖"a")',
    "fn area(width: u32, height: u32) -> u32 {\n}\nfn main() {\n    let a = ‖area() + 1;",
    "function add(a: number, b: number) {\n}\nconst c = ‖add(1);",
    "def read(path, mode):\n    pass\nread(‖a)",
    "void f(int a) {\n}\nint main() {\n  while (‖b) {\n    f();\n  }",
    "class A {\n  void f(int a) {\n  }\n  void g() {\n    this.f‖();",
    'class A {\n  void f(String a, int b) {\n  }\n  void g() {\n    A one = new A();\n    ‖one.f("a");',
    'class A {\n  void f(String a, int b) {\n  }\n  void g(A one) {\n    one.‖f("a", 1, 2);',
    "class A:\n    def f(self, a, b):\n        pass\n\na = A()\na.‖f(1)",
    'type A struct {\n}\n\nfunc (a *A) f(b string, c int) {\n}\n\nfunc g(a *A) {\n\t‖a.f("b")',
    "void f(int a) {\n}\nint main() {\n  while (‖b) {\n    f(1, 2);\n  }",
    # Methods of what a function of the file gives.
    "type A struct {\n}\nfunc New() *A {\n}\nfunc (a *A) f(b int) {\n}\nfunc g() {\n\ta := New()\n\t‖a.f()",
    "struct A;\nfn new() -> A {\n}\nimpl A {\n    fn f(&self, b: u8) {\n    }\n}\nlet a = new();\n‖a.f();",
    "class A {\n  int f(int a) {\n  }\n  abstract int f(int a, int b);\n  int h() {\n    return f(‖a, 1, 2);",
    "function _f() {\n  return 1;\n}\nfunction g() {\n  return arguments;\n}\n_f(‖a, b);",
    # Constructors.
    POINT + "    def f(self, z):\n        return ‖A(self.x, self.y, z)",
    POINT + "    def f(self, z):\n        return ‖A(z)",
    "class A {\n  constructor(x, y) {\n  }\n  f() {\n    return new A(‖1, 2, 3);‖\n  }\n}",
    "class A {\n  constructor(private x: number, y: B<C>) {\n  }\n}\nconst a = ‖new A(1);",
    JAVA + "public A(int x, int y) {\n    }\n    A f() {\n        return new A(‖);",
    "class A\n{\n  public function __construct(private int $x)\n  {\n  }\n  f() {\n    return new A(‖1, 2);",
    "const a = new A(1, ‖2);‖\nclass A {\n  constructor(x: number) {\n  }\n}",
]
RIGHT = [
    RUST + "‖Lexer::new(a, 1);",
    RUST + "‖Parser::new();",
    RUST + "Lexer::new‖(a",
    RUST.replace("text: &'a str", "&self") + "‖Lexer::new();",
    RUST + "‖Lexer::default();",
    "fn f<'a>(a: &'a A<'a, 'b>, b: &'a str, c: u8) {\n}\nfn g() {\n    ‖f(a, b, 1);",
    PHP + "$this->add(‖1);",
    PHP.replace("add", "count") + "return ‖count($this->items, 1, 2);",
    "class A {\n  long f() {\n    return f(‖b_);‖\n  }\n  private native long f(final long b);\n}",
    "class A {\n  int f(A a) {\n  }\n  abstract int f(A a, int b) throws C;\n  int h() {\n    f(‖a, 1);",
    "function _f() {\n  return g(function (a) {\n    return arguments.length;\n  });\n}\n_f(‖a, b);",
    "function minify(css) {\n}\nconst after = minify(b‖efore);",
    "function f(a, ...b) {\n}\nf(1, ‖2, 3)",
    "def f(a, *b):\n    pass\nf(1, ‖2, 3)",
    "def f(a, **b):\n    pass\nf(1, ‖b=2, c=3)",
    "void f(String... a) {\n}\nvoid g() {\n  f(1, ‖2, 3);",
    "int f(int a) {\n}\nint f(int a, int b) {\n}\nint g() {\n  f(1, ‖2);",
    "def f(a):\n    pass\nf(‖lambda b, c: b)",
    "function f(a) {\n}\nf(‖...b, c)",
    "function f(a) {\n}\nf((b, c) ‖=> b)",
    "function f(a) {\n}\nf({ b, ‖c })",
    "fn drop(&mut self) {\n}\nfn f() {\n    drop(‖a);",
    "function f(a) {\n}\nother.f(1, ‖2)",
    "int f(int a) {\n}\nint ‖f(int a, int b) {",
    "void f(int a) {\n}\nclass A {\n  f‖(int a, char *b) {",
    "function f(a) {\n}\nf(1, 2); ‖g(3)",
    'function f(a) {\n}\nf("a, ‖b")',
    'function f(a) {\n}\nf("a, ‖b',
    "f(a)\nf(a, ‖b)",
    "type A struct {\n}\nfunc New() *A {\n}\nfunc (a *A) f(b int) {\n}\nc := New()\nc = b()\n‖c.f()",
    # Fewer arguments that are enough, or that another function may take.
    "def read(path, mode='r'):\n    pass\nread(‖a)",
    "function add(a: number, b?: number) {\n}\nadd(‖1)",
    "function add(a, b) {\n}\nadd(‖1)",
    "@command\ndef run(path):\n    pass\nrun(‖)",
    "#[test]\nfn run(path: &str) {\n}\nfn f() {\n    run(‖)",
    "class A(B):\n    def f(self, a, b=1):\n        pass\n\na = A()\na.‖f(1)",
    "class A:\n    def f(self, a, b):\n        pass\n\na = c()\na.‖f(1)",
    "class A {\n  void f(int a, int b) {\n  }\n  void g(List<A> all) {\n    ‖all.f(1);",
    "class A {\n  void f(int a, int b) {\n  }\n  void g(A a) {\n    A.‖f(1);",
    "void f(int a) {\n}\nvoid g() {\n  f(‖",
    "void f(int a, int b) {\n}\nvoid g() {\n  f(‖a‖, b);",
    "int f(int a) {\n}\nint f() {\n}\nint g() {\n  f(‖);",
    "const f = (a: A) => {\n};\n{\n  const f = g();\n  f(‖);",
    "struct a {\n  a(int b) {\n  }\n  ‖a() = default;",
    "struct a {\n  a(int b) {\n  }\n  ‖~a();",
    "func f(a int) {\n}\n\n‖// See f().",
    # Constructors.
    "class A:\n    def __init__(self, x, y=1):\n        pass\n\na = ‖A(1)",
    POINT + "a = ‖A(1, y=2)",
    "class A(B):\n    def f(self, x, y):\n        pass\n\na = ‖A(1, 2, 3)",
    "class A:\n    def __init__(self):\n        pass\n    def __new__(cls, a):\n        pass\na = ‖A(1)",
    "class A:\n  class B:\n    def __init__(self):\n      0\n  def __init__(self, a):\n    pass\na = ‖A(1)",
    "class A {\n  constructor(x, y) {\n  }\n}\nconst a = ‖new A(1);",
    "class A extends B {\n}\nconst a = ‖new A(1);",
    JAVA + "public A(int x, int y) {\n    }\n    A f() {\n        return new A(‖1);",
    "class A {\n  class B {\n    B(int x) {\n    }\n  }\n  A(int x, int y) {\n  }\n  a = new A(‖1, 2);",
    JAVA + "A‖(int x, int y) {",
    "class A {\n  constructor(x: number);\n  constructor(x: number, y?: number) {\n  }\n}\nnew A(‖1, 2)",
    "class A {\n    A() {\n    }\n\n    ‖A(final B c, final D e) {",
    JAVA + "public <T extends B> A(int x, T y) {\n    }\n    A f() {\n        return new A(‖1, 2);",
    "class A(B):\n  def f(self):\n    class C:\n      def __init__(self, x):\n        pass\nreturn ‖A()",
    "partial class A {\n  A(int x) {\n  }\n  f() {\n    new A(‖1, 2);",
    "class A(int x) {\n  f() {\n    new A(‖1, 2);",
    "func f(a int, b func(c, d int) bool) {\n}\nfunc g() {\n\tf(1, ‖h)",
]


def sides(case: str) -> tuple[bytes, bytes, bytes]:
    """Return the completion, the left context and the right one, which may be missing."""
    left, whole, right = (case.encode() + "‖".encode()).split("‖".encode())[:3]
    return whole, left, right


@pytest.mark.parametrize("case", WRONG)
def test_wrong(case: str) -> None:
    assert calls_wrongly(*sides(case))


@pytest.mark.parametrize("case", RIGHT)
def test_right(case: str) -> None:
    assert not calls_wrongly(*sides(case))
