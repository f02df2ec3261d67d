class A { int a }
