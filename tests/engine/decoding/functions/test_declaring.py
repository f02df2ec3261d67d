"""Lines that do not go with what their function has declared: variables, functions, and calls of itself."""

from __future__ import annotations

import pytest

from quoin.engine.decoding.functions.declaring import declares_wrongly

WRONG = [
    "int f(struct ring *ring)\n{\n    ‖struct ring *ring = ring_new(1);",
    "int f(struct ring *ring, int b)\n{\n    i‖nt ring = 0;",
    "void f(const Image& image) {\n    if (a) {\n        ‖Image image;",
    "void f(std::vector<int> a) {\n  ‖auto a = 1;",
    "void f() {\n  int count = 0;\n  if (a) { int b; }\n  ‖int count = 1;",
    "void f() {\n  for (int i = 0; i < 3; i++) {\n    ‖int i = 0;",
    "class A {\n  void f(final List<String> names) {\n    ‖List<String> names = g();",
    "class A {\n  void F(ref int a)\n  {\n    ‖var a = 1;",
    "void f() {\n  unsigned long a;\n  ‖int a[3];",
    "Image f(const Image& image, int left) {\n    I‖mage crop(const Image&);",
    "void f() {\n    ‖int g(int a, char *b);",
    "void ring_free(struct ring *ring)\n{\n    ‖ring_free(ring);",
    "void ring_free(struct ring *ring)\n{\n    for (;;) {\n        free(a);\n    }\n    ‖ring_free(ring);",
    "class A {\n  get(key: string, other?: number): number {\n    ‖return this.get(key, other);",
    "func f(ctx context.Context, id int) error {\n\t‖return f(ctx, id)",
    "func (a *A) F(id int) error {\n\t‖return F(id)",
    "int f(int a) {\n  ‖return f(a); }",
    "void f() {\n  ‖f();",
    "void f() {\n  i‖nt count = 0;‖\n  int count = 1;\n}",
    "void f() {\n  ‖String a = b();‖\n  if (c) {\n    d();\n  }\n  String a = e;\n}",
    "int f(void)\n{\n\t‖char *a, *p;‖\n\tchar *b, *p;\n}",
    "int f(int a)\n{\n\t‖int b = 1, a[3];",
    "func f(p string) (map[string]int, error) {\n\t‖counts := g()‖\n\n\tcounts := make(map[string]int)\n}",
    "func f() {\n\ta, err := g()\n\t‖err := h()",
    "func f() {\n\tfor {\n\t\ta := 1\n\t\tif b {\n\t\t}\n\t\t‖a := 2",
    "func (s *Store) f(id int, name string) error {\n\t‖name := s.name",
    "fn f() {\n    ‖let to = read(&a);‖\n    let to = read(&b).unwrap();",
    "fn f() {\n    let mut to = read(&a);\n    ‖let to: Vec<u8> = read(&b);",
    "pub const A: u8 = 1;\n‖pub const A: u8 = 2;",
    "‖const A: u8 = 1;‖\nconst A: u8 = 2;",
    "pub const A: u32 = b::A;\n‖pub const A: u32 = b::A as u32;",
    # Abstract methods.
    "abstract class A {\n    public abstract boolean f(B b,\n        ‖final C c) {\n    }",
    "abstract class A {\n    abstract int f‖() {",
    "class A {\n};\n\nclass ‖A;",
    "struct A : B {\n};\n‖struct A;",
    "template <typename T>\nclass A {\n};\n\n‖template <typename T> class A;",
    "class A\n{\n    public ‖A(B b, C c) : this(b, c)\n    {\n    }",
    "def main‖() -> None:\n    main()",
    "    def f(self, a: int, *b: str) -> int:\n        ‖return self.f(a, *b)",
    "async def f(a=1):\n    return ‖await f(a)\n",
    # Fields and parameters.
    "class A {\n    int rows_;\n    int cols_;\n    std::vector<‖int> rows_;",
    "class A {\n    private final int[] items;\n    void f() {\n        g();\n    }\n    private ‖int items;",
    "class A {\n    ‖int rows_;‖\n    int rows_;\n};\n",
    "interface A {\n  name: string;\n  run(): void;\n  na‖me: number;",
    "struct a {\n    unsigned char data[B];\n    ‖unsigned char *data;",
    "class A(string a)\n{\n    private string one;\n    ‖private string one;",
    "pub struct A {\n    a: u8,\n    ‖a: u16,",
    "public function addGuest(‖$name, $name, DateTimeImmutable $until",
    "function f(a, b‖, a)",
    "func (n *Net) f(from, ‖from string)",
    "fn f(a: u8, ‖a: u8)",
    # Functions that begin in the text.
    "class A\n{\n    public ‖function add(array $a)\n    {\n        return $this->add($a);\n    }",
    "class A {\n    int f‖(int a) {\n        return f(a);\n    }",
    "class A {\n    ‖get(key) {\n        return this.get(key);\n    }",
    "‖func f(id int) error {\n\treturn f(id)\n}",
]
RIGHT = [
    "class A(\n    string[] ones,\n    string[] tens)\n{\n    ‖public string[] Ones { get; } = ones;‖\n\n"
    "    public string[] Tens { get; } = tens;\n}\n",
    "  const std::string a = b;\n  ‖const std::string c = d;",
    "fn f() {\n    let a = b(c);\n    ‖let a = a.d();",
    "int f(void)\n{\n\t‖char *a, *q;‖\n\tchar *b, *p;\n}",
    "int f(int a)\n{\n\t‖b += a, c += a;",
    "int f(int a)\n{\n\t‖int b = a, c = a;",
    "class A;\n\nclass ‖A;",
    "class A {\n};\n\nclass ‖B;",
    "class A {\n};\n\nclass ‖A a;",
    "class A\n{\n    public ‖A(B b, C c) : this(b)\n    {\n    }",
    "def main‖() -> None:\n    run()",
    "    def sum(self, a):\n        ‖return sum(a)",
    "    def f(self, a):\n        ‖return self.f(a - 1)",
    "    def f(self, a):\n        ‖return self.other.f(a)",
    "class A {\n    boolean isRecord(B raw) {\n        return c;\n    }\n    private final ‖Method isRecord;",
    "class A {\n    private ‖int a;‖\n    void f() {\n        int a;\n    }\n}\nclass B {\n    int a;\n}\n",
    "struct A {\n#ifdef B\n    int a;\n#else\n    ‖int a;",
    "class A {\n    int b;\npublic‖:‖\n    int a;\npublic:\n    int c;\n};\n",
    "class A {\n  A& operator=(const A&) = delete;\n  ‖A& operator=(A&&) = default;",
    "interface A {\n  name: string;\n  ‖names: string[];",
    "fn f(_: u8, ‖_: u8)",
    "const A: u8 = 1;\n‖const B: u8 = 2;",
    "const _: u8 = 1;\n‖const _: u8 = 2;",
    "abstract class A {\n    public abstract boolean f(B b);\n    boolean g(‖C c) {",
    "public abstract ‖class A extends B(c) {",
    "public abstract ‖string Name { get; set; }",
    "function make(‖$abstract) {",
    '"""An abstract one."""\na = (b,)\n‖c = {',
    "/** An abstract one (of many). */\nvoid ‖f() {",
    "return fn(payload.value, ‖payload);",
    "function f(a, b) { return g(a, ‖a); }",
    "func f() {\n\tswitch a {\n\tcase 1:\n\t\tb := 1\n\tcase 2:\n\t\t‖b := 2‖\n\tdefault:\n\t\tb := 3\n\t}",
    "void f() {\n  i‖nt count = 0;‖\n}\nvoid g() {\n  int count = 1;\n}",
    "void f() {\n  i‖nt count = 0;‖\n  for (;;) {\n    int count = 1;\n  }\n}",
    "void f() {\n  if (a) {\n    i‖nt count = 0;‖\n  }\n  int count = 1;\n}",
    "func f() {\n\t‖a := 1‖\n\tb, a := g()\n}",
    "func f() {\n\ta := 1\n\tif b {\n\t\t‖a := 2‖\n\t}\n}",
    "func f() {\n\tif a := g(); a != nil {\n\t\th(a)\n\t}\n\t‖a := 2",
    "func f(a int) {\n\tfor {\n\t\t‖a := a",
    "func f() {\n\ta, err := g()\n\t‖b, err := h()",
    "func f() {\n\t‖a := 1‖\n}\n\nfunc g() {\n\ta := 2\n}",
    "int f(struct ring *ring)\n{\n    ‖struct ring *other = ring_new(1);",
    "void f() {\n  if (a) { int b; }\n  ‖int b = 1;",
    "void f() {\n  for (int i = 0; i < 3; i++) { g(i); }\n  ‖int i = 0;",
    "void f() {\n  for (int i = 0; i < 3; i++) {\n    g(h(i), 1);\n  }\n  ‖int i = 0;",
    "void f(int a) {\n  g(a);\n}\n\nvoid h() {\n  ‖int a = 1;",
    "void f(int a) {\n  ‖return a;",
    "void f(int a) {\n  ‖a = 1;",
    "fn f(text: &str) {\n    ‖let text = text.trim();",
    "fn f() {\n    let text = read();\n    ‖let text = text.trim();",
    "fn f() {\n    ‖let text = read();‖\n    let text = a\n        .find(|b| b == text);",
    "fn f() {\n    ‖let text: &str =‖\n        read();\n    let text = b;",
    "fn f() {\n    ‖let _ = read(a);‖\n    let _ = read(b);",
    "f() {\n    local a=1\n    ‖local a=2",
    "a { b: not(c) } d:not(e) {\n  overflow: hidden;\n  ‖visibility: hidden;",
    "void f() {\n  ‖Image result(width, height);",
    "void f() {\n  ‖Rect r(a * b, c);",
    "void f() {\n  ‖g(a);",
    "class A {\n  ‖int g(int a);",
    "int g(int a);\nint f(int a) {\n  if (!a) return 1;\n  ‖return f(a);",
    "int f(int a) {\n  ‖return f(a - 1);",
    "int f(int a) {\n  a = g(a);\n  ‖return f(a);",
    "int f(int a) {\n  ‖return f(a, 0);",
    "class A {\n  get(key: string) {\n    ‖return this.other.get(key);",
    "class A {\n  async f() {\n    await g();\n    ‖this.f();",
    "const f = (a) => {\n  ‖f(a);",
    "class A\n{\n    public function copy($a)\n    {\n        ‖return copy($a);",
    "class A\n{\n    ‖public function copy($a)\n    {\n        return copy($a);\n    }",
    "class A {\n    ‖get(key) {\n        return get(key);\n    }",
    "class A {\n    get scopes() {\n        ‖return scopes();",
    "func (a *A) f() func() {\n\t‖return func() {\n\t}",
    "‖int f(int a) {\n  if (a) {\n    return 1;\n  }\n  return f(a);\n}",
    "func f(id int) error {\n\t‖return g(id)",
    "f(a);\n‖f(a);",
    "void f(bool a) {\n  g();\n  ‖if (a) {",
    "impl A {\n    fn get(&self, key: &str) -> u8 {\n        ‖self.get(key)",
]


@pytest.mark.parametrize("case", WRONG)
def test_wrong(case: str) -> None:
    assert declares_wrongly(*_sides(case))


@pytest.mark.parametrize("case", RIGHT)
def test_right(case: str) -> None:
    assert not declares_wrongly(*_sides(case))


def _sides(case: str) -> tuple[bytes, bytes, bytes]:
    """Return the completion, the left context and the right one, which may be missing."""
    left, whole, right = (case.encode() + "‖".encode()).split("‖".encode())[:3]
    return whole, left, right
