class A { int _; }
