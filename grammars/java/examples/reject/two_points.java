class A { int a = b..c; }
