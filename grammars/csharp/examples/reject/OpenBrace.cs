class A { void F() {
