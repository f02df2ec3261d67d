class A { void F(int) { } }
