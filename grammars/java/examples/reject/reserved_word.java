class A { int goto; }
