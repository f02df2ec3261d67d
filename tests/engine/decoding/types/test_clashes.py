"""Lines that give something a value of another type, and what is written instead of it.

Each case is `left ‖ middle ‖ right`; the right context may be missing.
"""

from __future__ import annotations

import pytest

import quoin
from quoin.engine.decoding.types.clashes import Clashes
from quoin.engine.languages.loader import manifest_of
from tests.engine.decoding.decoded import found_between
from tests.engine.decoding.test_steering import Stepwise

QUEUE = (
    "class Queue {\n  private final int[] items;\n  private int size;\n  private final List<Book> books;\n"
)
GRID = (
    "class Grid {\n  int &at(int row) {\n    ‖\n  }\n  int rows_;\n"
    "  std::map<std::string, Item> items_;\n};\n"
)
ORDER = (
    "record Line(string Sku, int Quantity);\nenum State { New }\n"
    "class Order {\n  List<Line> _lines = new();\n"
    "  string Name { get; }\n"
)
READER = (
    "interface Reading { celsius: number }\n"
    "class Reader {\n  readings: Reading[] = [];\n  private limit: number;\n"
    "  constructor(limit = 1000) {\n  }\n"
)
STOCK = "type Stock struct {\n\titems map[string]*Item\n}\n\n"
ITEM = "type Item struct {\n\tCount int\n\tPrice float64\n}\n\n"
ENTRY = "struct Entry {\n    pub key: u8,\n    all: HashMap<String, u8>,\n}\n\n"
STAY = "class Stay {\n  private array $guests = [];\n  private DateTimeImmutable $until;\n"
TIDE = "class Tide:\n    harbour: str\n    height: float\n\n"

WRONG = [
    ("java", QUEUE + "  void f() {\n    if (‖!size) {"),
    ("java", QUEUE + "  void f() {\n    if (‖size‖) {\n    }"),
    ("java", QUEUE + "  void f() {\n    while (size > 0 && ‖items == size) {"),
    ("java", QUEUE + "  boolean f() {\n    return ‖this.size;"),
    ("java", QUEUE + "  int f() {\n    return ‖null;"),
    ("java", QUEUE + "  void f(Queue other) {\n    size += ‖other.size[0];"),
    ("java", QUEUE + "  void f(int days) {\n    books.‖add(days);"),
    ("java", QUEUE + "  void f(int days) {\n    ‖String name = days;"),
    ("cpp", GRID.replace("‖", "‖return nullptr;‖")),
    ("cpp", GRID.replace("‖", "return‖ *this;‖")),
    ("cpp", GRID.replace("‖", "items_[name] = ‖rows_;‖").replace("class", "struct Item { int a; };\nclass")),
    ("csharp", ORDER + "  bool Remove(string sku) {\n    ‖_lines.Remove(sku);"),
    ("csharp", ORDER + "  State At { get; } = ‖new State();"),
    ("csharp", ORDER + "  void F(List<Line> all) {\n    foreach (var line in all)\n      Name = ‖line;"),
    ("go", "func f(xs []int) int {\n\ttotal := 0\n\tfor i := range xs {\n\t\ttotal += ‖xs[i].Value"),
    ("go", "type Command struct {\n\tname string\n}\n\nfunc f(c *Command) {\n\tif ‖c‖ {\n\t}"),
    ("go", STOCK + "func (s *Stock) Total() float64 {\n\treturn ‖s.items"),
    ("go", STOCK + "func f(s *Stock) {\n\tif ‖s.items‖ {\n\t}"),
    ("go", STOCK + "func (s *Stock) First() *Item {\n\treturn ‖s.items[0]"),
    ("go", STOCK + "func (s *Stock) First() *Item {\n\treturn ‖s.items.First"),
    ("go", ITEM + "func f(item *Item) error {\n\treturn ‖item.Count"),
    ("go", ITEM + "func f(item *Item) {\n\ttotal := 0.0\n\ttotal += ‖item.Count"),
    ("go", ITEM + "func f(item *Item) float64 {\n\treturn ‖item.Count"),
    ("rust", "struct A {\n    b: u32,\n}\nimpl A {\n    fn f(&self, all: u64) {\n        if ‖all > self.b {"),
    ("csharp", ORDER + "  bool Has(string name) => ‖_lines;"),
    ("csharp", ORDER + "  public bool Has => ‖Name;"),
    ("csharp", ORDER + "  int F() {\n    return ‖_lines.Average;"),
    ("csharp", ORDER + "  void F() {\n    if (‖Name.Trim == a) {"),
    ("csharp", ORDER + "  Dictionary<string, Line> _all;\n  Line F(Line one) {\n    return _all[‖one];"),
    ("java", QUEUE + "  int f() {\n    return ‖books.size;"),
    ("typescript", READER + "  f() {\n    const one = ‖this.readings.map;"),
    ("go", "type Node struct {\n\tname string\n}\n\nfunc (n *Node) Name() string {\n\treturn ‖n"),
    ("typescript", READER + "  f() {\n    this.readings.‖push(this.limit);"),
    ("typescript", READER + "  f() {\n    if (this.‖limit > this)‖ {\n"),
    ("typescript", READER + "  f() {\n    const one = ‖new Reading();"),
    ("typescript", READER + '  f(one: Reading) {\n    let text = "";\n    text += ‖one;'),
    ("rust", "struct A {\n    names: Vec<String>,\n}\nimpl A {\n    fn f(&self) {\n        if ‖self.names {"),
    ("rust", "fn f(a: bool, some: &[u8]) {\n    if a && ‖some.len()‖ {\n"),
    ("go", "func f(a bool, n int) bool {\n\treturn a && ‖n\n}"),
    ("csharp", "class A {\n  void F(bool a, int size) {\n    if (a || ‖size‖) {\n"),
    ("php", STAY + "  public function nights(): int {\n    return‖ $this->guests;"),
    ("php", STAY + "  public function add(string $name) {\n    $this->until = ‖$name;"),
    ("php", STAY + "  public function f($x) {\n    return $x instanceof A && ‖'_self';"),
    ("php", STAY + "  public function f($x) {\n    if ($x || ‖'a'‖) {\n"),
    ("php", STAY + "  public function f($x) {\n    $y = ‖'self' && $x;"),
    ("java", QUEUE + '  void f(boolean a) {\n    if (a && ‖"b") {'),
    ("go", "func f(a bool) bool {\n\treturn a && ‖1\n}"),
    ("python", TIDE + "    def is_high(self) -> bool:\n        return ‖self.harbour"),
    ("python", TIDE + "    def at(\n        self,\n    ) -> int:\n        if a:\n            return ‖'here'"),
    # A function or a type that is named itself.
    ("python", TIDE + "    def total(self):\n        if a:\n            return ‖self.total"),
    ("python", TIDE + "def total(tide):\n    return ‖total"),
    (
        "python",
        TIDE
        + "    def is_high(self):\n        return ‖self.rise is None\n‖\n    def rise(self):\n        pass",
    ),
    ("python", TIDE + "    def rise(self, a):\n        self.height = ‖self.height.rise"),
    ("typescript", "function first(a: A) {\n  if (a) {\n    return ‖first;"),
    ("typescript", READER + "  private open() {\n  }\n  f() {\n    if (‖this.open === null) {"),
    ("typescript", READER + "  f() {\n    return ‖Reading;"),
    ("typescript", READER + "  f() {\n    this.g(‖Reading);"),
    ("typescript", READER + "  f() {\n    g(this.limit, ‖Reading, 1);"),
    ("go", ITEM + "func f() any {\n\treturn ‖Item"),
    ("rust", "struct Entry {\n    key: u8,\n}\nfn f() -> Entry {\n    let entry = ‖Entry;"),
    ("java", QUEUE + "  Object f() {\n    return ‖Queue;"),
    # Literals without all fields.
    ("rust", ENTRY + "impl Entry {\n    fn new() -> Self {\n        ‖Self {}"),
    ("rust", ENTRY + "impl Entry {\n    fn new() -> Self {\n        ‖Self {\n            key,\n        }"),
    ("rust", ENTRY + "impl Default for Entry {\n    fn default() -> Self {\n        Self { ‖key: 1 }"),
    ("rust", ENTRY + "fn f() {\n    let one = Some(‖Entry { key: g(a, b) });"),
    # In lower lines.
    ("go", ITEM + "func f(item *Item) float64 ‖{\n\treturn item.Count\n}"),
    ("java", QUEUE + "  void f() {\n    if (a)‖ {\n      b();\r\n\r\n      if (!size) {\r\n      }\n    }"),
    ("python", TIDE + "    def rise(self) -> ‖float:\n        a = 1\n        return self.harbour"),
    # What members of lists and texts give.
    ("java", QUEUE + "  boolean f() {\n    return ‖books.size();"),
    ("java", QUEUE + "  String f() {\n    return ‖books.contains(a);"),
    ("csharp", ORDER + "  bool Has => ‖_lines.Count;".replace("bool", "public bool")),
    ("typescript", READER + "  f(): Reading[] {\n    return ‖this.readings.length;"),
    ("rust", "fn f(names: Vec<String>) -> bool {\n    return ‖names.len();"),
]
RIGHT = [
    ("rust", "fn f(a: bool, n: u32) {\n    let b = a && ‖n > 1;"),
    ("typescript", READER + "  f() {\n    this.g(‖Reader);"),
    ("typescript", READER + "  f() {\n    g(‖Reading.from(1));"),
    ("typescript", READER + "  f(‖one: Reading) {"),
    ("typescript", READER + "  f() {\n    g((a) => a as ‖Reading);"),
    ("rust", "struct A {\n    b: u32,\n}\n#[derive(‖A)]"),
    ("rust", "fn f(n: u32) {\n    let a = b.unwrap_or_else(|| ‖n);"),
    ("rust", "fn f(n: u32) {\n    spawn(move || ‖n);"),
    ("go", "func f(a, b bool) bool {\n\treturn a && ‖b\n}"),
    ("java", QUEUE + "  void f() {\n    if (‖size == 0) {"),
    ("java", QUEUE + "  void f(List<String> size) {\n    size.‖add(name);"),
    ("java", QUEUE + "  void f(boolean size) {\n    if (‖!size) {"),
    ("java", QUEUE + "  void f() {\n    if (items[(size + i) % items.‖length‖]) {"),
    (
        "java",
        QUEUE + "  void f() {\n    for (Stack size : all) { }\n    boolean size = g();\n    if (‖size) {",
    ),
    (
        "java",
        "class A {\n  Object a;\n  int f() {\n    if (b) {\n      long a = 1;\n    }\n return ‖a.hashCode();",
    ),
    ("java", QUEUE + "  boolean f() {\n    return ‖size\n        > 0;"),
    ("java", QUEUE + "  Runnable f() {\n    return () -> {\n      return ‖null;"),
    ("java", QUEUE + "  void f() {\n    // String size = 1\n    ‖long other = size;"),
    ("cpp", GRID.replace("‖", "‖return rows_;‖")),
    ("cpp", GRID.replace("‖", "if (‖rows_) {‖")),
    ("cpp", "void f() {\n  ‖char *text = new char[8];"),
    ("cpp", "int f(char *text) {\n  int a[8];\n  ‖a[0] = 1;"),
    ("cpp", "void f() {\n  char* text = ‖0;"),
    ("cpp", 'void g(size_t text);\nvoid f() {\n  std::string text("a");\n  ‖text += "b";'),
    (
        "php",
        STAY + "  public function f($x) {\n    return ($x && ‖'-' !== $x['b']) || g($x, ['', null]);",
    ),
    ("php", STAY + "  public function f($x) {\n    if (‖$x && '' !== trim($x, '-')) {"),
    ("php", STAY + "  public function f($x) {\n    return ‖$x === 'a' || $x == 1 && $y;"),
    ("php", STAY + "  public function f($x) {\n    return $x || ‖'a' === $x;"),
    ("rust", "fn f(a: Option<u8>) -> u8 {\n    a.map_or_else(|| ‖0, g)"),
    ("rust", "fn f(a: Option<u8>) -> u8 {\n    a.unwrap_or_else(move || ‖0)"),
    ("typescript", "function f(a: string) {\n  return a || ‖'b';"),
    ("php", "class A {\n  var $b = false;\n  function f() {\n    $this->b = ‖new Board();"),
    ("csharp", ORDER + "  bool Remove(Line line) {\n    return _lines.‖Remove(line);"),
    ("csharp", ORDER + "  int F() => ‖_lines.Count;"),
    ("csharp", ORDER + "  int F() {\n    return ‖_lines.Average();"),
    ("csharp", ORDER + "  bool F(object a) => a switch { Line b => ‖true, string Name => Name };"),
    ("csharp", ORDER + "  void F() {\n    foreach (var a in ‖_lines.OfType<Line>())"),
    ("csharp", ORDER + "  Line F() {\n    var a = new Line[1];\n    return ‖a[0];"),
    ("csharp", ORDER + "  Dictionary<string, Line> _all;\n  void F(Line one) {\n    return _all[‖Name];"),
    ("java", QUEUE + "  void f() {\n    items[‖'\\n'] = 1;"),
    ("go", ITEM + "func f(item *Item) {\n\ttotal := 0\n\ttotal += ‖item.Count"),
    ("go", ITEM + "const least = 1\n\nfunc f(item *Item) bool {\n\treturn ‖item.Price > least"),
    ("go", ITEM + "func f(item *Item, e *E) error {\n\treturn ‖e"),
    ("go", ITEM + "func f(item *Item) {\n\tmost := 1e3\n\tif ‖item.Price > most {"),
    ("csharp", ORDER + "  [Pure]\n  bool IsEmpty() {\n    return ‖true;"),
    ("go", "func g(v string) {\n}\n\nfunc f() {\n\tif v, e := ‖h(); e == nil && v < 3 {"),
    ("csharp", ORDER + "  List<string> all;\n  int name;\n  ‖bool Has(string name) => all.Contains(name);"),
    ("go", STOCK + "func (s *Stock) All() map[string]*Item {\n\treturn ‖s.items"),
    ("go", STOCK + "func (s *Stock) First(name string) *Item {\n\treturn ‖s.items[name]"),
    ("go", "func f() *int {\n\ti := 1\n\treturn ‖&i"),
    ("go", "func f() (int, error) {\n\treturn ‖0, nil"),
    ("typescript", READER + "  f(limit: string) {\n    const one: string = ‖limit;"),
    ("typescript", READER + "  f(rows: Map<string, number>) {\n    rows.‖set(this.limit, 1);"),
    ("rust", "fn f(names: Vec<String>) -> usize {\n    let names = names.len();\n    return ‖names;"),
    ("rust", 'const A: &[u8] = ‖b"PRI";'),
    ("php", STAY + "  public function f(string $name) {\n    $name = ‖new Name($name);"),
    ("python", TIDE + "    def is_high(self) -> bool:\n        return ‖self.harbour == here"),
    ("python", TIDE + "    def f(\n        self,\n    ):\n        return ‖1"),
    ("python", TIDE + "def f(height: int) -> str:\n    height = str(height)\n    return ‖height"),
    ("python", TIDE + "    def total(self):\n        return ‖self.total()"),
    (
        "python",
        TIDE
        + "    def total(self):\n        return ‖self.total\n‖\n    def f(self):\n        self.total = 1",
    ),
    ("python", TIDE + "def outer():\n    def inner():\n        pass\n    return ‖inner"),
    ("python", TIDE + "    def rise(self):\n        return ‖self.height is None"),
    ("python", TIDE + "def f():\n    return ‖Tide"),
    ("python", "def next(a):\n    pass\n\ndef f(node):\n    print(node.next)\n    node = ‖node.next"),
    ("typescript", READER + "  f() {\n    return ‖Reader;"),
    ("typescript", READER + '  f() {\n    let text = "";\n    text += ‖this.limit;'),
    ("java", QUEUE + '  void f(Queue other) {\n    String text = "";\n    text += ‖other;'),
    ("typescript", "type A = B;\ninterface B { c: string }\n‖export type D = B;"),
    ("go", ITEM + "‖type Other = Item"),
    ("rust", "struct Unit;\nfn f() -> Unit {\n    return ‖Unit;"),
    ("java", "class A {\n  String name;\n  String name() {\n    return ‖name;"),
    ("rust", ENTRY + "impl Entry {\n    fn new() -> Self {\n        ‖Self { key: 1, all: f(Vec { a: 1 }) }"),
    ("rust", ENTRY + "impl Entry {\n    fn new() -> Self {\n        ‖Self { key: 1, ..other }"),
    ("rust", ENTRY + "impl Entry {\n    fn new() -> Self {\n        ‖Self { key: 1,"),
    ("rust", ENTRY + "‖impl Entry {}"),
    ("rust", ENTRY + "fn f(&self) -> ‖&Entry { &self.one }"),
    ("rust", ENTRY + "‖impl A for Entry {}"),
    ("rust", ENTRY + "fn f() -> Entry ‖{}"),
    ("rust", ENTRY + "fn f() {\n    let one = ‖E::Entry {};"),
    ("rust", "struct Unit {}\nfn f() {\n    let one = ‖Unit {};"),
    ("rust", "struct A {\n    #[cfg(a)]\n    b: u8,\n}\nfn f() {\n    let one = ‖A {};"),
    ("go", ITEM + "func f() Item {\n\treturn ‖Item{}"),
    ("go", ITEM + "func f(item *Item) float64 ‖{\n\treturn item.Price\n}"),
    ("go", ITEM + "func f(item *Item) float64 ‖{\n\titem := 1.5\n\treturn item\n}"),
    ("python", TIDE + "    def rise(self) -> ‖float:\n        return self.harbour.\\\n            height"),
    ("java", QUEUE + "  int f() {\n    return ‖books.size();"),
    ("java", QUEUE + "  boolean f() {\n    return ‖books.size() > 0;"),
    ("java", "class A {\n  B b;\n  boolean f() {\n    return ‖b.size();"),
    ("csharp", ORDER + "  bool F() {\n    return ‖_lines.Contains(a);"),
    ("typescript", READER + "  f(): number {\n    return ‖this.readings.length;"),
    ("rust", "fn f(names: Vec<String>) -> usize {\n    return ‖names.len();"),
]


def clashes_in(language: str, case: str) -> tuple[Clashes, bytes]:
    """What is known at the cursor, and the completion."""
    left, whole, right = (case.encode() + "‖\n".encode()).split("‖".encode())[:3]
    types = manifest_of(language).types
    assert types is not None
    assert types.kinds is not None
    return Clashes(types, types.kinds, left, right), whole


@pytest.mark.parametrize(("language", "case"), WRONG)
def test_wrong(language: str, case: str) -> None:
    clashes, whole = clashes_in(language, case)
    assert clashes.has(whole)


@pytest.mark.parametrize(("language", "case"), RIGHT)
def test_right(language: str, case: str) -> None:
    clashes, whole = clashes_in(language, case)
    assert not clashes.has(whole)


def test_where_the_line_goes_on_nothing_is_known() -> None:
    clashes, whole = clashes_in(
        "python", TIDE + "    def is_high(self) -> bool:\n        return ‖self.harbour"
    )
    assert not clashes.has(whole, goes_on=True)


def test_only_the_last_line_is_judged_where_it_goes_on() -> None:
    clashes, whole = clashes_in("java", QUEUE + "  void f() {\n    if (‖!size) {\n      size")
    assert clashes.has(whole)
    assert not clashes.has(whole, goes_on=True)


def test_another_word_is_written() -> None:
    left, right = f"{QUEUE}  boolean f(boolean full) {{\n    return ", "\n  }\n}\n"
    language = quoin.load_language("java")
    clashes, _ = clashes_in("java", f"{left}‖‖{right}")
    state = language.quotient(left, right).start()
    model = Stepwise([["size", "full"], [";"], ["<end>"]], 5.0)
    found = found_between(model, state, left, right, stop="statement", max_tokens=20, clashes=clashes)
    assert found.candidates[0].text == "full;"
