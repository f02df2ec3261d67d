class A { int a = 08; }
