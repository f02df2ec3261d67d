class A { void f(int a, A this) {} }
