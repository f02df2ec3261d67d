"""What has no effect, or what nobody can mean, is not shown."""

from __future__ import annotations

import pytest

from quoin.engine.decoding.endings.empty import means_nothing

JAVA = "class A {\n    int size;\n    A("
STATE = "function A() {\n  const [count, setCount] = useState(0);\n"
CASES = [
    # The left context, the completion, and whether it means nothing.
    ("impl From<Token> for", " Token {", True),
    ("impl<T> TryFrom<T> for", " T {", True),
    ("impl From<Token> for", " Tokens {", False),
    ("impl PartialEq<Token> for", " Token {", False),
    (JAVA + "int rows) {\n        ", "this.size = size;", True),
    (JAVA + "int rows) {\n        this.s", "ize = size;", True),
    (JAVA + "int size) {\n        ", "this.size = size;", False),
    (JAVA + "int rows) {\n        int size = rows * 2;\n        ", "this.size = size;", False),
    (JAVA + "int rows) {\n        ", "this.size = rows;", False),
    ("import { size } from 'a';\nclass A {\n  constructor(b) {\n    ", "this.size = size;", False),
    ("const size = 1;\nclass A {\n  constructor(b) {\n    ", "this.size = size;", False),
    (JAVA + "int rows) {\n        ", "this.size = size + rows;", False),
    ("\t", "k.Flags = uint64", True),
    ("\tsize := ", "uint32", True),
    ("\tout = ", "append(out, []string)", True),
    ("\tout = ", "append(out, []string{})", False),
    ("\t", "k.Flags = uint64(a)", False),
    ("\t\t\tbn = bn*10 ", "+ int64", True),
    ("\tsum := a[0] ", "+ int64", True),
    ("\tsum := a[0] ", "+ int64(b)", False),
    ("\tA int64 = 1 <<", " uint8", False),
    ("type A = ", "uint64", False),
    ("\tA = ", "uint64", False),
    ("for (Book", " today : today) {", True),
    ("for (const a ", "of a) {", True),
    ("for (const a ", "of a.all()) {", False),
    ("for (const ", "[key, items] of Object.entries(items)) {", True),
    ("for (const ", "[key, item] of Object.entries(items)) {", False),
    ("for (const ", "[, item] of a.item) {", False),
    ("for message ", "in message:", True),
    ("    for message in ", "messages:", False),
    ("\tfor _, value := range ", "value {", True),
    ("\tfor _, value := range ", "value.items {", False),
    ("        for item in ", "&item {", True),
    ("names = [name for name in ", "name.split()]", False),
    ("for (Book", " book : books) {", False),
    ('<input name="a" required', '="Name"', True),
    ('<input name="a" required', '="required"', False),
    ("<input required ", 'value="Name"', False),
    ('<input disabled="x" ', 'name="a"', False),
    ("<button disabled", "={busy}", False),
    ('<a :disabled="', 'busy"', False),
    ("{\n        $this->", "guests[$name];", True),
    ("{\n    a = b;\n    ", "std::string_view;", True),
    ("{\n    ", "current.index;", True),
    ("{\n    if (a) ", "{\n        this.items[0];\n    }", True),
    ("    with", " open(path) as f:\n        entries.append", True),
    ("    for a", " in b:\n        a.c[0]\n", True),
    ("{\n        $this->", "guests[$name] = 1;", False),
    ("{\n        $this->", "guests[$name]", False),
    ("{\n        a.", "b();", False),
    ("{\n    ", "current;", False),
    # A type that declares nothing.
    ("{\n    ", "unsigned;", True),
    ("}\n\n", "void;", True),
    ("    vec_t vec;\n    size_t at;\n\n    ", "vec;", True),
    ("    char *name = read();\n    ", "name;", True),
    ("    let name = read();\n    ", "name;", False),
    ("{\n    ", "$sql;", True),
    ("int f(Type size) {\n    g(Type size);\n}\nclass A {\n    ", "size;", False),
    ("    $a =\n        ", "$sql;", False),
    ("    int at = 1;\n    ", "continue;", False),
    ("{\n    for (int i = 0; i < 3; i++)\n        ", "items[i];", True),
    ("{\n    if (a\n        && b(c))\n        ", "items[i];", False),
    ("    private readonly A a = ", "new(A);", True),
    ("    private readonly A a = ", "new(A a);", True),
    ("    private readonly A a = ", "new(b);", False),
    ("{\n    ", "std::vector<std::unique_ptr<Shape>>;", True),
    ("{\n    ", "const std::string&;", True),
    ("{\n    ", "std::vector<int> a;", False),
    ("using A =\n    ", "std::vector<int>;", False),
    ("{\n    ", "template <> struct A<int>;", False),
    ("const a =\n    ", "b.c;", False),
    ("fn f(&self) -> u8 ", "{\n    self.a\n}", False),
    ("    with", " open(path) as f:\n        entries.append(a)", False),
    ("    with", " open(path) as f:\n        a.b = 1", False),
    ("    self.", "balance", False),
    ("image:\n  ", "a.b", False),
    ("{\n    $text = ", "$text;", True),
    ("    self.balance -= ", "self.balance", True),
    ("tides = ", "tides", True),
    ("if (a.b(c, d) || ", "a.b(c, d)) {", True),
    ("if (a != b && ", "a != b) {", True),
    ("    polygon.", "add(polygon);", True),
    ("    points.", "add(point);", False),
    ("    if (entry.getKey()", ".equals(entry.getKey())) {", True),
    ("    if (", "this.name.Equals(this.name))", True),
    ("    if (", "a.name.equals(b.name))", False),
    ("    if (", "entry.getKey().equals(entry.getKey().trim()))", False),
    ("    if (", "other.name.equals(name))", False),
    ("    a = cls.", "__new__(cls)", False),
    ("    total = ", "total + 1", False),
    ("    $this->", "items[$key] = $this->items[$key];", True),
    ("    a[i] = ", "a[j];", False),
    ("    a[i] = ", "a[i] + 1;", False),
    ("    return [note for note in notes if ", "note.title == note.title", True),
    ("    if (item.id ", "=== item.id) {", True),
    ("    if (item.id ", "=== item.id.trim()) {", False),
    ("    if (item.id ", "=== item.id + 1) {", False),
    ("    if (a + b ", "== b) {", False),
    ("    if item.id ", "== other.id", False),
    ("    assert ", "a == a", False),
    ("    a += ", "a", False),
    ("    let a = ", "a;", False),
    ("f(\n    a = ", "a", False),
    ("if (a.b || ", "a.b.c) {", False),
    ("if (a || ", "a > 1) {", False),
    ("command ", "true || true", False),
    # The lines below the cursor's as well.
    ("    def save(self) -> ", "None:\n        self.path = self.path", True),
    ("    def save(self) -> ", "None:\n        f(\n            size = size\n        )", False),
    (JAVA + "int rows) {}\n    void resize(", "int rows) {\n        this.size = size;\n    }", True),
    (JAVA + "int rows) {}\n    void resize(", "int size) {\n        this.size = size;\n    }", False),
    ("if (a) {\n    ", "b();\n    if (a.b && a.b) {", True),
    ("for a in b:\r\n    ", "c()\r\n    a.d = a.d\r\n    e()", True),
    # An object that is its own field.
    ("  payload.value = ", "payload;", True),
    ("  ", "entry.width = entry", True),
    ("    node->", "list = node;", True),
    ("  head->", "next = head;", False),
    ("  a.self = ", "a;", False),
    ("  payload.value = ", "payload.other;", False),
    ("  A.Provider = ", "A;", False),
    # What has just been taken, and the state of a component.
    ("    struct node *next = node->next;\n    ", "node->next = next;", True),
    ("  a = b\n  b", " = a", True),
    ("    struct node *next = node->next;\n    ", "node = next;", False),
    ("  if (a) {\n    a = b;\n  ", "b = a;", False),
    ("  tmp = a;\n  a = b;\n  ", "b = tmp;", False),
    (STATE + "  return <A onChange={() => ", "setCount(count)} />;", True),
    (STATE + "  if (count > 1) {\n    set", "Count(count);", True),
    (STATE + "  return <A onChange={(count) => ", "setCount(count)} />;", False),
    (STATE + "  function f(count: number) {\n    ", "setCount(count);", False),
    (STATE + "  const f = count => ", "setCount(count);", False),
    (STATE + "  ", "setCount(count + 1);", False),
    (STATE + "  ", "setTotal(total);", False),
    ("    public ", "double?? NullableFloat;", True),
    ("    public ", "double? NullableFloat;", False),
    ("    return ", "a ?? b;", False),
    # The type after which it is called.
    ("  options.", "setStrictness(Strictness);", True),
    ("    gson.set_", "Strictness(Strictness)", True),
    ("  options.", "setStrictness(Strictness.LENIENT);", False),
    ("  options.", "setDate(new Date());", False),
    (" * {@link Options#", "setStrictness(Strictness)}", False),
    ("size_of() {\n  stat $1\n}\n", "total=$((total + size_of))", True),
    ("size_of() {\n  stat $1\n}\n", "total=$((total + size))", False),
    ("size_of() {\n  stat $1\n}\n", "total=$(size_of $file)", False),
]


@pytest.mark.parametrize(("left", "whole", "expected"), CASES)
def test_what_means_nothing(left: str, whole: str, *, expected: bool) -> None:
    assert means_nothing(whole.encode(), left.encode(), b"\n") == expected


def test_what_stands_behind_the_cursor_counts() -> None:
    assert means_nothing(b"ole.log ", b"users.forEach(user => { cons", b"})\n")
    assert not means_nothing(b"ole.log() ", b"users.forEach(user => { cons", b"})\n")
    assert not means_nothing(b"f.a ", b"f(match a { B => { sel", b"} })\n")
    assert means_nothing(b"balance", b"    self.", b" -= self.balance\n")
    assert not means_nothing(b"total", b"    self.", b" -= self.balance\n")


PAGE = "<!DOCTYPE html>\n<html>\n<head>\n</head>\n"


@pytest.mark.parametrize(
    ("left", "whole", "expected"),
    [
        (PAGE + "<body>\n  <nav>\n    ", "<title>Bread</title>", True),
        (PAGE + "<body>\n  <form action=", "\"{% url 'bread' %}\"", True),
        (PAGE + "<body>\n  <p>", "{{ name }}</p>", True),
        (PAGE.removesuffix("</head>\n") + "  ", "<title>Bread</title>", False),
        (PAGE + "<body>\n  <svg>", "<title>Bread</title>", False),
        (PAGE + "<body>\n  <svg><title>a</title></svg>\n  ", "<title>Bread</title>", True),
        (PAGE + "<body>\n  <p>{{ age }}</p>\n  <p>", "{{ name }}</p>", False),
        ("<div>\n  <p>", "{{ name }}</p>", False),
    ],
)
def test_what_no_page_has(left: str, whole: str, expected: bool) -> None:
    assert means_nothing(whole.encode(), left.encode(), b"\n</body>\n</html>\n") == expected


@pytest.mark.parametrize(
    ("whole", "expected"),
    [
        ("IList<DateTime>", True),
        ("IList<DateTime> {", True),
        ("IList<DateTime>();", True),
        ("IList<DateTime>[3];", False),
        ("List<DateTime>", False),
    ],
)
def test_no_interface_is_constructed(whole: str, expected: bool) -> None:
    assert means_nothing(whole.encode(), b"    dates = new ", b"\n    {\n    };\n") == expected


def test_what_the_next_line_says_too() -> None:
    assert means_nothing(b"exports.a", b"", b"\nexports.a = b;\n")
    assert means_nothing(b"a", b"    self.", b"\n\n    self.a.f()\n")
    assert not means_nothing(b"exports.a", b"", b"\nexports.ab = b;\n")
    assert not means_nothing(b"exports.a = c;", b"", b"\nexports.a = b;\n")
    assert means_nothing(b"$a->{$b}(...$c);", b"    ", b"\n\n    $d = $a->{$b}(...$c);\n")
    assert means_nothing(b"f(a)", b"", b"\nb := f(a)\n")
    assert not means_nothing(b"f(a);", b"", b"\nf(a);\n")
    assert not means_nothing(b"f(a);", b"", b"\nb = f(b);\n")
    assert not means_nothing(b"f(a)", b"    ", b"\n  b = f(a)\n")


def test_a_type_alone_declares_nothing_behind_a_comment_either() -> None:
    assert means_nothing(b"int;", b"int f(void);\n/* Signature */\n", b"\n    a, int b);\n")
    assert not means_nothing(b"int a;", b"int f(void);\n/* Signature */\n", b"\n")


@pytest.mark.parametrize(
    ("left", "whole", "expected"),
    [
        ("export const queue = ", "queue;", True),
        ("const queue: A = ", "queue", True),
        ("export type Queue<A> = ", "Queue", True),
        ("type Queue = ", "Queues", False),
        ("    type Response = ", "Response;", False),
        ("const queue = ", "queues;", False),
        ("const queue = ", "queue.a;", False),
        ("IServiceCollection services = ", "new IServiceCollection();", True),
        ("IServiceCollection services = ", "new InvalidServices();", False),
    ],
)
def test_a_constant_and_a_new_object_are_something_else(left: str, whole: str, expected: bool) -> None:
    assert means_nothing(whole.encode(), left.encode(), b"\n") == expected


def test_an_event_has_a_function() -> None:
    assert means_nothing(b"props.onChange?.()}", b"<A onClick={", b"\n")
    assert not means_nothing(b"() => props.onChange()}", b"<A onClick={", b"\n")
    assert not means_nothing(b"debounce(f, 20)}", b"<A onClick={", b"\n")


def test_a_constant_is_named_once() -> None:
    assert means_nothing(b"SYS_TEE", b"const (\n\tSYS_SPLICE = 275\n\tSYS_TEE    = 276\n\t", b"\n)\n")
    assert not means_nothing(b"SYS_TEE", b"const (\n\tSYS_SPLICE = 275\n\t", b"\n)\n")
    assert not means_nothing(b"data", b"data = f()\n", b"\n")


def test_what_goes_on_behind_the_cursor_may_mean_something() -> None:
    assert not means_nothing(b"items[0];", b"{\n    this.", b" // a\n")
    assert not means_nothing(b"append", b"    for a in b:\n        entries.", b"(a)\n")


def test_a_member_alone_stands_above_no_line_that_is_its_rest() -> None:
    assert means_nothing(b"exports.ASSETS", b"/** @type {A[]} */\nmodule.", b"\n\tA_TYPE,\n\tB_TYPE\n];\n")
    assert means_nothing(b"a.b", b"  f();\n  ", b'\n    "c",\n    d);\n')
    assert not means_nothing(b"a.b", b"  f();\n  ", b"\n    .c();\n")
    assert not means_nothing(b"a.b", b"  f();\n  ", b"\n  c();\n")
    assert not means_nothing(b"a.b", b"  f(\n    ", b"\n      c());\n")
