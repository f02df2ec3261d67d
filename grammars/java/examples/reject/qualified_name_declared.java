class A { int a.b; }
