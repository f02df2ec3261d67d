class A { int a = (A) -1 b; }
