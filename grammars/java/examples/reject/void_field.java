class A { void a; }
