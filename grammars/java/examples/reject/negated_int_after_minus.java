class A { int a = b -2147483648; }
