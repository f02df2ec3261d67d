"""A `return` goes with the function's header."""

from __future__ import annotations

import pytest

from quoin.engine.decoding.functions.returning import returns_wrongly

VALUE, NOTHING, UNKNOWN = "value", "nothing", "unknown"
HEADERS = {
    VALUE: [
        "int f() {",
        "static bool ring_full(const struct ring *ring)\n{",
        "void *f(void) {",
        "class A {\n    public Message markRead() {",
        "class A {\n    @Override\n    public List<Map<String, Long>> f(int a) throws IOException {",
        "class A {\n    private async Task<int> F(int a)\n    {",
        "class A {\n    Task F()\n    {",
        "class A {\n    [B(1)]\n    public int F() {",
        "Pixel& Image::at(int x, int y) {",
        "bool operator==(const A& other) const {",
        "fn f(a: u8) -> Result<(), Error> {",
        "auto f(int a) -> int {",
        "class A {\n  started(): boolean {",
        "function f(a: string): Promise<number> {",
        "int f() {\n  if (a) {",
        "#include <a.h>\nint f() {",
        "int f() {\n  for (;;) {\n    switch (a) {",
    ],
    NOTHING: [
        "void f() {",
        "void A::f(int a) const {",
        "class A {\n    public static void main(String[] args) {",
        "class A {\n    private async Task F(int a)\n    {",
        "fn f(a: u8) {",
        "fn f<T>(a: T)\nwhere\n    T: Copy,\n{",
        "fn f() -> () {",
        "class A {\n    public A(B b)\n    {",
        'class A {\n    @B("c")\n    @Override\n    public void f(int a) {',
        "class A {\n    [B()]\n    [C]\n    public void F()\n    {",
        "B_DEC\nvoid\nB_NAME::\nf()\n{",
        "template<typename T>\n  A_CONSTEXPR\n  void\n  f(T* a)\n  {",
        "class A {\n    [B(1)]\n    internal A(C c) {",
        "class A {\npublic:\n    A(B b) {",
        "void f() {\n  while (a) {\n    try {",
        "void f() {\n  // What a comment says (or not).\n  if (!a.b()) {",
    ],
    UNKNOWN: [
        "function f(a) {",
        "class A {\n  f(a) {",
        "function f(a: string): void {",
        "a = {\n  b,\n  f(c) {",
        "A::A(int a) : a_(a) {",
        "int f() {\n  g([](int a) {",
        "int f() {\n  g(a -> {",
        "const f = async (a) => {",
        "int f() {\n  class B {",
        "fun f(a: Int) {",
        "a = {",
        "# What a comment says.\n\n_f()\n{",
        "_f()\n{\n}\ncomplete -F _f a\n\n_g() {",
        "a || b\n_g() {",
        "export default function f(fn, a) {",
        "",
    ],
}


@pytest.mark.parametrize(("kind", "header"), [(kind, one) for kind, some in HEADERS.items() for one in some])
def test_returns(kind: str, header: str) -> None:
    left = header.encode() + b"\n        re"
    assert returns_wrongly(b"turn;", left) == (kind == VALUE)
    assert returns_wrongly(b"turn 1;", left) == (kind == NOTHING)


@pytest.mark.parametrize(
    ("left", "whole", "expected"),
    [
        ("class A {\n    bool a(", ") { return; }", True),
        ("class A {\n  s", "tarted(): boolean { return }", True),
        ("class A {\n  s", "tarted(): boolean { return true }", False),
        ("int f() {\n    returned ", "= 1;", False),
        ("int f() {\n    ", "a();\n    return;", True),
        ("class A {\n  string Get(string a)\n  {\n    if (b.Try", "Get(a, out string c)) return;", True),
        ("class A {\n  string Get(string a)\n  {\n    if (b.Try", "Get(a, out string c)) return c;", False),
        ("int f() {\n  i", "f (a) {\n    return;\n  }", True),
        ("void f() {\n  i", "f (a) {\n    return;\n  }", False),
        ("void f() {\n  if (a) b();\n  el", "se return 1;", True),
        ("void f() {\n  switch (a) {\n    case 1: re", "turn 1;", True),
        ("fn f(a: Option<u8>) -> u8 {\n    match a {\n        No", "ne => return,", True),
        ("fn f(a: Option<u8>) -> u8 {\n    match a {\n        No", "ne => return 0,", False),
        ("int f() {\n    g(() -> {", " return; });", False),
        ("int f() {\n    if (a) return;\n    ", "b();", False),
        ("int f(A a) {\n    ", "a.each(b => { return; });", False),
        ("class A {\n    ", "void f() { a(); return; }\n    int g() { return 1; }", False),
        ("func f() (int, error) {\n\tif a {", " return 1 }", True),
        ("func f() (int, error) {\n\tif a {", " return 1, nil }", False),
    ],
)
def test_other_lines(left: str, whole: str, expected: bool) -> None:
    assert returns_wrongly(whole.encode(), left.encode()) == expected


@pytest.mark.parametrize(
    ("header", "value", "expected"),
    [
        ("func f() (int, error) {", "a", True),
        ("func f() (int, error) {", "a, nil", False),
        ("func f() (int, error) {", "a, b, c", True),
        ("func f() (int, error) {", "g(a, b)", False),
        ("func f() (int, error) {", "[]int{1, 2}, nil // a, b, c", False),
        ("func f() (int, error) {", "a,", False),
        ("func (s *Store) Get(id string) (*Task, error) {\n\tif a {", "s.tasks[id]", True),
        ("func (s *Store) Get(f func(a int) bool) (*Task, error) {", "s.tasks[id]", True),
        ("func f() (a, b int) {", "a", True),
        ("func f() (string, error) {", '"http://a.b", nil', False),
        ("func f() error {", "nil, err", True),
        ("func f() error {", "err", False),
        ("func f(a func(b, c int)) {", "nil, err", False),
        ("func f() func(a int) (b, error) {", "g", False),
        ("func f() map[string]int {", "nil, nil", True),
        ("http.HandleFunc(a, func(w W, r *R) (int, error) {", "nil", True),
    ],
)
def test_how_many(header: str, value: str, expected: bool) -> None:
    assert returns_wrongly(f"turn {value}".encode(), f"{header}\n\t\tre".encode()) == expected


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ("class A {\n    A(int a) {\n        ", "\n    }\n}\n", True),
        ("void f()\n{\n    ", "\n}\n", True),
        ("void f()\n{\n    ", "\n    g();\n}\n", False),
        ("void f()\n{\n    g();\n    ", "\n}\n", False),
        ("void f()\n{\n    if (a) {\n        ", "\n    }\n}\n", False),
        ("function f() {\n  const a = b\n  if (a) {\n    ", "\n  }\n}\n", False),
    ],
)
def test_a_body_that_returns_nothing_alone(left: str, right: str, expected: bool) -> None:
    assert returns_wrongly(b"return;", left.encode(), right.encode()) == expected
