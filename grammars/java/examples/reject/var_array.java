class A { void f() { var a[] = b; } }
