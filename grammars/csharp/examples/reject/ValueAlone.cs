class A { void F() { a + b; } }
