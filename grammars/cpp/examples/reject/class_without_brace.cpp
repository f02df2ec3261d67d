class A { int a;
