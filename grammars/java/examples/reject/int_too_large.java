class A { int a = 2147483648; }
