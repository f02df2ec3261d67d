interface A { int a; }
