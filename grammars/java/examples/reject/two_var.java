class A { void f() { var a = 1, b = 2; } }
