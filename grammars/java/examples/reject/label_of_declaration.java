class A { void f() { a: int b; } }
