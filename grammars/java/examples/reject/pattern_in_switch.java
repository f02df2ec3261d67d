class A { void f() { switch (a) { case B b -> c(); } } }
