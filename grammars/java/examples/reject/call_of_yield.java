class A { void f() { yield(1, 2); } }
