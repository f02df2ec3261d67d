class A { void f() { switch (a) { case default: } } }
