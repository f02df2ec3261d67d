class A { int a = 1x2; }
