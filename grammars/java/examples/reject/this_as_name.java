class A { int this; }
