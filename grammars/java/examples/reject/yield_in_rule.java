class A { void f() { switch (a) { case 1 -> yield 2; } } }
