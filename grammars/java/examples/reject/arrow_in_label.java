class A { void f() { switch (a) { case (a -> b) -> c(); } } }
